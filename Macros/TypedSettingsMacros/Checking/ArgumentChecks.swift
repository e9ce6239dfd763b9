import SwiftDiagnostics
import SwiftSyntax

/// Checks the labels and the values of the arguments of `@Pref`.
///
/// The compiler checks an attribute first, and expands it only if one of the declarations in the files
/// `PrefMistakes.swift` and `Macros.swift` matches. An error in any other attribute is the compiler's. The property
/// isn't expanded then and reports nothing, and these checks only keep the group from emitting code with the same
/// error.
enum ArgumentChecks {
  /// The labels of `@Pref`.
  private static let labels: Set = [
    "key", "traits", "aliases", "coding", "wrapper", "config", "projected", "validate", "policy", "publish",
  ]

  static func diagnostic(in variable: VariableDeclSyntax) -> Diagnostic? {
    guard let attribute = variable.attributes.first(named: "Pref"), attribute.arguments != nil else { return nil }
    for argument in attribute.labeledArguments {
      guard let label = argument.label?.text, labels.contains(label) else {
        return LabelChecks.diagnostic(for: argument, of: attribute, in: variable)
      }
      if let diagnostic = value(argument, labeled: label, of: attribute, in: variable) { return diagnostic }
    }
    return nil
  }

  private static func value(
    _ argument: LabeledExprSyntax, labeled label: String, of attribute: AttributeSyntax, in variable: VariableDeclSyntax
  ) -> Diagnostic? {
    let value = argument.expression
    switch label {
    case "key" where value.impliedType.map { $0 != "Swift.String" } == true:
      let text = "\"\(value.trimmedDescription)\""
      return .wrongValue(of: label, value, "a string", fixedAs: text)
    case "aliases" where value.is(StringLiteralExprSyntax.self):
      return .wrongValue(of: label, value, "a list", fixedAs: "[\(value.trimmedDescription)]")
    case "traits":
      // The compiler reports the string, so that the record needn't contain it.
      let element = value.as(ArrayExprSyntax.self)?.elements.first?.expression ?? value
      guard element.is(StringLiteralExprSyntax.self) else { return nil }
      return .wrongValue(of: label, element, "a static property of 'SettingsTrait', such as '.secret'", fixedAs: nil)
    case "config" where attribute.argument(labeled: "wrapper") == nil:
      return LabelChecks.diagnostic(for: argument, of: attribute, in: variable)
    case "validate": return RuleNameChecks.diagnostic(for: argument)
    default: return nil
    }
  }
}

extension Diagnostic {
  /// Creates the diagnostic for a value of an argument.
  ///
  /// - Parameters:
  ///   - label: The label of the argument.
  ///   - value: The value.
  ///   - expectation: The kind of value that the argument needs.
  ///   - text: The correct value; `nil` if it's unknown.
  /// - Returns: The diagnostic.
  static func wrongValue(
    of label: String, _ value: ExprSyntax, _ expectation: String, fixedAs text: String?
  ) -> Diagnostic {
    let advice = text.map { "\(expectation): '\($0)'" } ?? expectation
    return Diagnostic(
      .wrongValue(label: label, advice: advice), at: value,
      fixIts: text.map { [.replace(value, with: $0)] } ?? [])
  }
}

extension ExprSyntax {
  /// A Boolean value that indicates whether the expression is a member without a base: `.range`.
  var isImplicitMember: Bool { self.as(MemberAccessExprSyntax.self).map { $0.base == nil } ?? false }

  /// The name of the member without a base that the expression refers to or calls: `range` of `.range(0...1)`.
  var implicitMemberName: String? {
    let called = self.as(FunctionCallExprSyntax.self)?.calledExpression ?? self
    guard let member = called.as(MemberAccessExprSyntax.self), member.base == nil else { return nil }
    return member.declName.baseName.text
  }
}
