import SwiftSyntax

/// The literal bounds of a rule such as `.range(0...1)` or `.range(0..<2)`.
struct LiteralBounds {
  let node: ExprSyntax
  private let minimum: Double?
  private let maximum: Double?
  private let isHalfOpen: Bool

  init?(_ expression: ExprSyntax) {
    node = expression
    let source = expression.trimmedDescription
    isHalfOpen = source.contains("..<")
    let sides = source.split(
      separator: isHalfOpen ? "..<" : "...", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2 else { return nil }
    for side in sides where !side.isEmpty && Self.number(side) == nil { return nil }
    minimum = Self.number(sides[0])
    maximum = Self.number(sides[1])
  }

  private static func number(_ text: Substring) -> Double? {
    Double(text.filter { $0 != "_" && $0 != " " })
  }

  var source: String { node.trimmedDescription }

  func contains(_ number: Double) -> Bool {
    minimum.map { number >= $0 } ?? true && maximum.map { isHalfOpen ? number < $0 : number <= $0 } ?? true
  }

  /// A Boolean value that indicates whether the lower bound is greater than the upper one.
  var isReversed: Bool {
    guard let minimum, let maximum else { return false }
    return minimum > maximum
  }

  /// The source text with the bounds exchanged.
  var reversed: String {
    let symbol = isHalfOpen ? "..<" : "..."
    let sides = source.split(separator: symbol).map { $0.filter { $0 != " " } }
    return sides.reversed().joined(separator: symbol)
  }
}

extension ExprSyntax {
  /// The name of the rule that the expression calls: `range` of `.range(0...1)`.
  var ruleName: String? {
    self.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
  }

  /// The literal bounds of a `.range` or a `.count`; `nil` for any other expression.
  var ruleBounds: LiteralBounds? {
    guard ["range", "count"].contains(ruleName) else { return nil }
    return self.as(FunctionCallExprSyntax.self)?.arguments.first.flatMap { LiteralBounds($0.expression) }
  }
}
