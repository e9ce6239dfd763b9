import SwiftDiagnostics
import SwiftSyntax

/// Checks that the argument `validate` is a rule of the library, or an expression that the macro doesn't know.
enum RuleNameChecks {
  /// Returns the diagnostic for a literal that can't be a rule.
  ///
  /// The program can declare rules of any name, so that only the compiler knows whether a member is one.
  static func diagnostic(for argument: LabeledExprSyntax) -> Diagnostic? {
    for operand in argument.expression.conjunctionOperands {
      if let bounds = operand.ruleBounds, bounds.isReversed {
        return Diagnostic(
          .reversedBounds(bounds.source, advice: bounds.reversed), at: bounds.node,
          fixIts: [.replace(bounds.node, with: bounds.reversed)])
      }
      if operand.is(ClosureExprSyntax.self) {
        return Diagnostic(.notRule("{ }", advice: ".custom(\"must be valid\") { }"), at: operand)
      }
      guard operand.implicitMemberName == nil, let rule = rule(for: operand) else { continue }
      return Diagnostic(
        .notRule(operand.trimmedDescription, advice: rule), at: operand, fixIts: [.replace(operand, with: rule)])
    }
    return nil
  }

  /// Returns the rule that an expression stands for; `nil` if it's a rule, or if the macro doesn't know it.
  static func rule(for expression: ExprSyntax) -> String? {
    let text = expression.trimmedDescription
    if expression.isRange { return ".range(\(text))" }
    if expression.is(ArrayExprSyntax.self) { return ".oneOf(\(text))" }
    if expression.is(RegexLiteralExprSyntax.self) { return ".matches(\(text))" }
    guard let name = expression.implicitMemberName else { return nil }
    guard let arguments = expression.as(FunctionCallExprSyntax.self)?.arguments else {
      return name == "nonEmpty" ? ".count(1...)" : nil
    }
    let values = arguments.map { $0.expression.trimmedDescription }
    let list = arguments.trimmedDescription
    switch name {
    case "matches", "regex":
      if let regex = arguments.first?.expression.regexText { return ".matches(\(regex))" }
      return name == "matches" ? nil : ".matches(\(list))"
    case "oneOf": return values.count > 1 || isPlainLiteral(arguments.first) ? ".oneOf([\(list)])" : nil
    case "between": return values.count == 2 ? ".range(\(values[0])...\(values[1]))" : nil
    case "min": return ".range(\(list)...)"
    case "max": return ".range(...\(list))"
    case "clamped": return ".range(\(list))"
    case "length": return ".count(\(list))"
    case "rang": return ".range(\(list))"
    default: return nil
    }
  }

  /// Returns the policy that an expression implies besides its rule.
  static func policy(for expression: ExprSyntax) -> String? {
    expression.implicitMemberName == "clamped" ? ".clamp" : nil
  }

  private static func isPlainLiteral(_ argument: LabeledExprSyntax?) -> Bool {
    argument?.expression.impliedType != nil
  }
}

extension ExprSyntax {
  /// The operands of `&&` and `||`, or the expression itself.
  var conjunctionOperands: [ExprSyntax] {
    guard let sequence = self.as(SequenceExprSyntax.self) else { return [self] }
    let operators = sequence.elements.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
    guard operators.contains(where: { ["&&", "||"].contains($0) }) else { return [self] }
    return sequence.elements.filter { !$0.is(BinaryOperatorExprSyntax.self) }
  }

  /// A Boolean value that indicates whether the expression is a range, such as `0...1`, `1...` or `..<5`.
  fileprivate var isRange: Bool {
    let operators = ["...", "..<"]
    if let postfix = self.as(PostfixOperatorExprSyntax.self) { return operators.contains(postfix.operator.text) }
    if let prefix = self.as(PrefixOperatorExprSyntax.self) { return operators.contains(prefix.operator.text) }
    guard let sequence = self.as(SequenceExprSyntax.self) else { return false }
    return sequence.elements.contains {
      $0.as(BinaryOperatorExprSyntax.self).map { operators.contains($0.operator.text) } ?? false
    }
  }

  /// The regular expression with the source in a plain string literal; `nil` for any other expression.
  var regexText: String? {
    guard case .literal(let text)? = ArgumentValue(self), !text.isEmpty, text.first != " ", text.last != " " else {
      return nil
    }
    return text.contains("/") ? "#/\(text)/#" : "/\(text)/"
  }
}
