import SwiftSyntax

/// Writes the rules of a setting as what they add to its coding.
struct RuleEmitter {
  let rules: PrefRules?

  /// Appends a coding with the rules.
  ///
  /// - Parameters:
  ///   - coding: The coding without them; the automatic one if it is left out.
  ///   - attribute: Where an error in the automatic coding is reported, if there can be one.
  ///   - source: The source so far.
  func append(_ coding: ExprSyntax?, at attribute: AttributeSyntax?, to source: inout AlignedSource) {
    if let coding {
      // A member can follow these as they are.
      let isPostfix = rules == nil || Self.postfixKinds.contains(coding.kind)
      source.append(at: coding, isPostfix ? nil : "(\(coding.trimmedDescription))")
    } else if let attribute {
      source.append(at: attribute, ".automatic")
    } else {
      source.append(".automatic")
    }
    guard let rules else { return }
    if let wrapper = rules.wrapper {
      source.append(".wrapped(in: ")
      source.append(at: wrapper)
      if let config = rules.config {
        source.append(", config: ")
        source.append(at: config)
      }
      source.append(")")
    }
    if let validation = rules.validation {
      source.append(".validated(by: ")
      source.append(at: validation, PatternRewriter().rewrite(validation).trimmedDescription)
      if let policy = rules.policy {
        source.append(", policy: ")
        source.append(at: policy)
      }
      source.append(")")
    }
  }

  /// What the initializer of a record takes that shows the wrapper's second way.
  var projectingArguments: String? {
    guard let rules, rules.isProjected, let wrapper = rules.wrapper else { return nil }
    return "wrapper: \(wrapper.trimmedDescription), config: \(rules.config?.trimmedDescription ?? "()"), "
  }

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
