import SwiftDiagnostics
import SwiftSyntax

/// Checks the labels and the values of the arguments of `@SettingsGroup`.
enum GroupArgumentChecks {
  /// The labels that the macro's declarations accept, in their order.
  private static let labels = [
    "domain", "name", "suite", "suiteName", "keyPrefix", "prefix", "keys", "traits", "version", "store",
  ]

  /// The labels among them that users guess, each with the one that it stands for.
  private static let guesses: [String: String?] = [
    "name": "domain", "suite": "domain", "suiteName": "domain", "prefix": "keyPrefix", "store": nil,
  ]

  /// The styles of keys and the stores that users guess.
  private static let guessedMembers: Set = [
    "snakeCase", "kebabCase", "camelCase", "propertyNames", "none", "inMemory", "userDefaults", "file",
  ]

  static func diagnostics(in group: GroupDeclaration) -> [Diagnostic] {
    // Reads the attribute from the declaration, because the attribute that is being expanded is a copy.
    guard let attribute = group.declaration.attributes.first(named: "SettingsGroup") else { return [] }
    for argument in attribute.labeledArguments {
      if let diagnostic = diagnostic(for: argument, of: attribute, in: group) { return [diagnostic] }
    }
    return attribute.argument(labeled: "domain") == nil ? [Diagnostic(.missingDomain, at: attribute)] : []
  }

  private static func diagnostic(
    for argument: LabeledExprSyntax, of attribute: AttributeSyntax, in group: GroupDeclaration
  ) -> Diagnostic? {
    let value = argument.expression
    guard let label = argument.label else {
      let text = "domain: \(value.trimmedDescription)"
      return Diagnostic(
        .wrongGroupLabel("_", advice: "use '\(text)'"), at: argument, fixIts: [.replace(argument, with: text)])
    }
    if let replacement = guesses[label.text] {
      guard let replacement else {
        let advice = "bind 'PreferenceContext.$store', or use '\(group.declaration.name.text).make(alternateStore:)'"
        return Diagnostic(
          .wrongGroupLabel(label.text, advice: advice), at: label,
          fixIts: [.removeArgument(labeled: label.text, of: attribute)])
      }
      let text = "\(replacement): \(value.trimmedDescription)"
      return Diagnostic(
        .wrongGroupLabel(label.text, advice: "use '\(text)'"), at: label, fixIts: [.replace(argument, with: text)])
    }
    switch label.text {
    case "domain" where value.isUnsuitableDomain:
      return Diagnostic(
        .wrongGroupValue(label: label.text, advice: "a string such as \"com.example.app\""), at: value,
        fixIts: [.replace(value, with: "\"<#domain#>\"")])
    case "version" where value.isUnsuitableVersion:
      let number = value.integerText
      return Diagnostic(
        .wrongGroupValue(label: label.text, advice: "a whole number\(number.map { " such as \($0)" } ?? "")"),
        at: value, fixIts: number.map { [.replace(value, with: $0)] } ?? [])
    default: return nil
    }
  }

  /// Returns whether a declaration of `@SettingsGroup` can match the arguments of an attribute.
  ///
  /// The compiler reports an error in any other attribute and doesn't expand it, so that the group has no records.
  static func canMatch(_ attribute: AttributeSyntax) -> Bool {
    var next = 0
    for (index, argument) in attribute.labeledArguments.enumerated() {
      guard let label = argument.label?.text else {
        guard index == 0 else { return false }
        continue
      }
      guard let position = labels.firstIndex(of: label), position >= next else { return false }
      next = position + 1
      let expression = argument.expression
      if ["keys", "store"].contains(label), expression.isImplicitMember, expression.keyStyleName == nil,
        !guessedMembers.contains(expression.implicitMemberName ?? "")
      {
        return false
      }
    }
    return true
  }
}

extension ExprSyntax {
  /// A Boolean value that indicates whether the expression is a literal that isn't a string.
  var isUnsuitableDomain: Bool {
    self.is(NilLiteralExprSyntax.self) || impliedType.map { $0 != "Swift.String" } ?? false
  }

  /// A Boolean value that indicates whether the expression is a literal that isn't an integer.
  var isUnsuitableVersion: Bool { self.is(FloatLiteralExprSyntax.self) || self.is(StringLiteralExprSyntax.self) }

  /// The integer that a literal of another type starts with: `1` of `1.5` and of `"1"`.
  fileprivate var integerText: String? {
    let digits = trimmedDescription.drop { $0 == "\"" }.prefix { $0.isNumber }
    return digits.isEmpty ? nil : String(digits)
  }
}
