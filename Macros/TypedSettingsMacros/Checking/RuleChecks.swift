import SwiftDiagnostics
import SwiftSyntax

/// Checks the wrapper and the rule of a `@Pref`.
enum RuleChecks {
  static func diagnostic(in variable: VariableDeclSyntax) -> Diagnostic? {
    guard let attribute = variable.attributes.first(named: "Pref"), attribute.arguments != nil else { return nil }
    return PropertyChecks.wrapper(attribute.argument(labeled: "wrapper"), of: attribute)
      ?? policy(of: attribute) ?? defaultValue(of: variable, attribute)
  }

  private static func policy(of attribute: AttributeSyntax) -> Diagnostic? {
    guard let policy = attribute.argument(labeled: "policy") else { return nil }
    guard let validation = attribute.argument(labeled: "validate") else {
      return Diagnostic(.policyWithoutRule, at: policy, fixIts: [.removeArgument(labeled: "policy", of: attribute)])
    }
    let names = validation.ruleNames
    guard attribute.clamps, !names.isEmpty,
      names.isSubset(of: ["oneOf", "matches", "count", "custom"])
    else { return nil }
    return Diagnostic(
      .policyWithoutNearest(validation.trimmedDescription), at: policy,
      fixIts: [.removeArgument(labeled: "policy", of: attribute)])
  }

  /// Checks that a literal default value is in the literal bounds of the rule.
  private static func defaultValue(of variable: VariableDeclSyntax, _ attribute: AttributeSyntax) -> Diagnostic? {
    guard let value = variable.bindings.first?.initializer?.value, let number = value.literalNumber,
      attribute.argument(labeled: "wrapper") == nil, attribute.rejects,
      let bounds = attribute.argument(labeled: "validate")?.necessaryBounds.first(where: { !$0.contains(number) })
    else { return nil }
    return Diagnostic(.defaultOutside(value.trimmedDescription, bounds: bounds.source), at: value)
  }
}

/// The literal bounds of a rule such as `.range(0...1)` or `.range(0..<2)`.
private struct LiteralBounds {
  let source: String
  let minimum: Double?
  let maximum: Double?
  let isHalfOpen: Bool

  init?(_ expression: ExprSyntax) {
    source = expression.trimmedDescription
    isHalfOpen = source.contains("..<")
    let sides = source.split(
      separator: isHalfOpen ? "..<" : "...", maxSplits: 1, omittingEmptySubsequences: false)
    guard sides.count == 2 else { return nil }
    for side in sides where !side.isEmpty && Double(side.filter { $0 != "_" }) == nil { return nil }
    minimum = Double(sides[0].filter { $0 != "_" })
    maximum = Double(sides[1].filter { $0 != "_" })
  }

  func contains(_ number: Double) -> Bool {
    minimum.map { number >= $0 } ?? true && maximum.map { isHalfOpen ? number < $0 : number <= $0 } ?? true
  }
}

extension AttributeSyntax {
  /// A Boolean value that indicates whether the policy is written as `.clamp`.
  fileprivate var clamps: Bool { argument(labeled: "policy")?.memberName == "clamp" }

  /// A Boolean value that indicates whether the policy is omitted or written as `.reject`.
  ///
  /// The value of any other expression is unknown at compile time.
  fileprivate var rejects: Bool { argument(labeled: "policy").map { $0.memberName == "reject" } ?? true }
}

extension ExprSyntax {
  /// The name of the member that the expression refers to: `reject` of `.reject`.
  fileprivate var memberName: String? { self.as(MemberAccessExprSyntax.self)?.declName.baseName.text }

  /// The names of the rules that an expression combines; an unknown rule has an empty name.
  fileprivate var ruleNames: Set<String> { Set(ruleOperands.map { $0.ruleName ?? "" }) }

  /// The bounds that every valid value is in; empty if the expression contains `||`.
  fileprivate var necessaryBounds: [LiteralBounds] {
    if tokens(viewMode: .sourceAccurate).contains(where: { $0.text == "||" }) { return [] }
    return ruleOperands.compactMap { operand in
      guard operand.ruleName == "range" else { return nil }
      return operand.as(FunctionCallExprSyntax.self)?.arguments.first.flatMap { LiteralBounds($0.expression) }
    }
  }

  private var ruleOperands: [ExprSyntax] {
    guard let sequence = self.as(SequenceExprSyntax.self) else { return [self] }
    return sequence.elements.filter { !$0.is(BinaryOperatorExprSyntax.self) }
  }

  private var ruleName: String? { self.as(FunctionCallExprSyntax.self)?.calledExpression.memberName }

  fileprivate var literalNumber: Double? {
    guard
      self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
        || self.as(PrefixOperatorExprSyntax.self)?.operator.text == "-"
    else { return nil }
    return Double(trimmedDescription.filter { $0 != "_" })
  }
}
