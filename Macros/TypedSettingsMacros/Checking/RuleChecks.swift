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
    let names = Set(validation.conjunctionOperands.map { $0.ruleName ?? "" })
    guard attribute.clamps, !names.isEmpty,
      names.isSubset(of: ["oneOf", "matches", "count", "custom"])
    else { return nil }
    return Diagnostic(
      .policyWithoutNearest(validation.trimmedDescription), at: policy,
      fixIts: [.removeArgument(labeled: "policy", of: attribute)])
  }

  /// Checks that a literal default value follows the literal rule.
  private static func defaultValue(of variable: VariableDeclSyntax, _ attribute: AttributeSyntax) -> Diagnostic? {
    guard let value = variable.bindings.first?.initializer?.value, attribute.argument(labeled: "wrapper") == nil,
      attribute.rejects, let rule = attribute.argument(labeled: "validate")
    else { return nil }
    let text = value.trimmedDescription
    // Equal elements of a set count once.
    let type = variable.bindings.first?.typeAnnotation?.type
    if value.is(ArrayExprSyntax.self), let type, !type.is(ArrayTypeSyntax.self) { return nil }
    for operand in rule.necessaryOperands {
      if operand.ruleName == "range", let bounds = operand.ruleBounds {
        if value.literalNumber.map(bounds.contains) == false {
          return Diagnostic(.defaultOutside(text, bounds: bounds.source), at: value)
        }
      } else if type?.isCertainlyStorable ?? true, operand.allows(value) == false {
        return Diagnostic(.defaultBreaksRule(text, rule: operand.trimmedDescription), at: value)
      }
    }
    return nil
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

  /// The rules that every valid value follows; empty if the expression contains `||`.
  fileprivate var necessaryOperands: [ExprSyntax] {
    tokens(viewMode: .sourceAccurate).contains { $0.text == "||" } ? [] : conjunctionOperands
  }

  /// Returns whether a rule allows a literal; `nil` if that's unknown at compile time.
  fileprivate func allows(_ value: ExprSyntax) -> Bool? {
    guard let argument = self.as(FunctionCallExprSyntax.self)?.arguments.first?.expression else { return nil }
    switch ruleName {
    case "oneOf":
      guard let value = value.comparableLiteral, let choices = argument.as(ArrayExprSyntax.self)?.elements else {
        return nil
      }
      let literals = choices.compactMap { $0.expression.comparableLiteral }
      // The compiler reports choices of another type.
      guard literals.count == choices.count, literals.contains(where: { $0.kind == value.kind }) else { return nil }
      return literals.contains { $0.text == value.text }
    case "count":
      guard let bounds = ruleBounds, let count = value.literalCount else { return nil }
      return bounds.contains(Double(count))
    case "matches":
      // The source in an extended delimiter has another syntax.
      guard let literal = argument.as(RegexLiteralExprSyntax.self), literal.openingPounds == nil,
        let text = value.plainText, text.count <= 20, let regex = literal.regex.text.compiledExpression
      else { return nil }
      return text.wholeMatch(of: regex) != nil
    default: return nil
    }
  }

  fileprivate var literalNumber: Double? {
    guard
      self.is(IntegerLiteralExprSyntax.self) || self.is(FloatLiteralExprSyntax.self)
        || self.as(PrefixOperatorExprSyntax.self)?.operator.text == "-"
    else { return nil }
    return Double(trimmedDescription.filter { $0 != "_" })
  }

  /// The text of a plain string literal.
  fileprivate var plainText: String? {
    guard self.is(StringLiteralExprSyntax.self), case .literal(let text)? = ArgumentValue(self) else { return nil }
    return text
  }

  /// A representation of a literal that equals that of every literal with the same value.
  private var comparableLiteral: (kind: LiteralKind, text: String)? {
    if let number = literalNumber { return (.number, "\(number)") }
    if let text = plainText { return (.string, text) }
    return self.as(BooleanLiteralExprSyntax.self).map { (.boolean, $0.literal.text) }
  }

  /// The number of characters of a string literal, or of elements of a collection literal.
  private var literalCount: Int? {
    if let text = plainText { return text.count }
    return self.as(ArrayExprSyntax.self)?.elements.count
  }
}

private enum LiteralKind { case number, string, boolean }

extension String {
  /// The regular expression with this source; `nil` if it isn't valid.
  fileprivate var compiledExpression: Regex<AnyRegexOutput>? {
    do { return try Regex(self) } catch { return nil }
  }
}
