import SwiftSyntax

/// Writes the rules of a setting as what they add to its coding.
struct RuleEmitter {
  let rules: PrefRules?

  /// The source of a coding with the rules.
  func coding(_ coding: ExprSyntax?) -> String {
    let plain = coding?.trimmedDescription ?? ".automatic"
    guard let rules else { return plain }
    // A member can follow these as they are.
    let isPostfix = coding.map { Self.postfixKinds.contains($0.kind) } ?? true
    var text = isPostfix ? plain : "(\(plain))"
    if let wrapper = rules.wrapper { text += ".wrapped(in: \(wrapper.trimmedDescription)\(configArgument))" }
    if let validation = rules.validation {
      text += ".validated(by: \(PatternRewriter().rewrite(validation).trimmedDescription)"
      text += rules.policy.map { ", policy: \($0.trimmedDescription))" } ?? ")"
    }
    return text
  }

  /// What the initializer of a record takes that shows the wrapper's second way.
  var projectingArguments: String? {
    guard let rules, rules.isProjected, let wrapper = rules.wrapper else { return nil }
    return "wrapper: \(wrapper.trimmedDescription), config: \(rules.config?.trimmedDescription ?? "()"), "
  }

  private var configArgument: String { rules?.config.map { ", config: \($0.trimmedDescription)" } ?? "" }

  private static let postfixKinds: Set<SyntaxKind> = [
    .memberAccessExpr, .functionCallExpr, .declReferenceExpr, .genericSpecializationExpr,
  ]
}

/// Passes the source of a regular expression on, which the expression itself does not tell.
private final class PatternRewriter: SyntaxRewriter {
  override func visit(_ call: FunctionCallExprSyntax) -> ExprSyntax {
    guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      member.declName.baseName.text == "matches", call.arguments.count == 1,
      var argument = call.arguments.first, let literal = argument.expression.as(RegexLiteralExprSyntax.self)
    else { return super.visit(call) }
    argument.trailingComma = .commaToken(trailingTrivia: .space)
    let pattern = LabeledExprSyntax(
      label: .identifier("pattern"), colon: .colonToken(trailingTrivia: .space),
      expression: ExprSyntax(DeclReferenceExprSyntax(baseName: .identifier(literal.regex.text.swiftLiteral))))
    return ExprSyntax(call.with(\.arguments, [argument, pattern]))
  }
}
