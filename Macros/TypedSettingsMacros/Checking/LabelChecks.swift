import SwiftDiagnostics
import SwiftSyntax

/// Finds the argument that a label which `@Pref` doesn't have stands for.
enum LabelChecks {
  static func diagnostic(
    for argument: LabeledExprSyntax, of attribute: AttributeSyntax, in variable: VariableDeclSyntax
  ) -> Diagnostic {
    let value = argument.expression.trimmedDescription
    guard let label = argument.label else {
      let text = "key: \(value)"
      return Diagnostic(
        .wrongLabel("_", advice: "use '\(text)'"), at: argument, fixIts: [.replace(argument, with: text)])
    }
    if ["default", "defaultValue"].contains(label.text) {
      return Diagnostic(
        .wrongLabel(label.text, advice: "write the default value after the property: '= \(value)'"), at: label,
        fixIts: [.moveDefault(argument, of: attribute, in: variable)].compactMap { $0 })
    }
    if ["section", "title"].contains(label.text) {
      let text = "@PrefAttr(\\.\(label.text), \(value))"
      return Diagnostic(
        .wrongLabel(label.text, advice: "add '\(text)'"), at: label,
        fixIts: [.moveArgument(argument, of: attribute, to: text, in: variable)])
    }
    if label.text == "domain" {
      return Diagnostic(
        .wrongLabel(label.text, advice: "set the domain of all settings in '@SettingsGroup'"), at: label,
        fixIts: [.removeArgument(labeled: label.text, of: attribute)])
    }
    if label.text == "config" {
      let text = "validate: .range(\(value)), policy: .clamp"
      return Diagnostic(
        .configWithoutWrapper(advice: text), at: label, fixIts: [.replace(argument, with: text)])
    }
    guard let text = replacement(for: label.text, argument.expression) else {
      return Diagnostic(
        .wrongLabel(label.text, advice: "remove it"), at: label,
        fixIts: [.removeArgument(labeled: label.text, of: attribute)])
    }
    return Diagnostic(
      .wrongLabel(label.text, advice: "use '\(text)'"), at: label, fixIts: [.replace(argument, with: text)])
  }

  /// Returns the source text of the correct argument; `nil` if the label is unknown.
  private static func replacement(for label: String, _ expression: ExprSyntax) -> String? {
    let value = expression.trimmedDescription
    switch label {
    case "name": return "key: \(value)"
    case "alias": return "aliases: [\(value)]"
    case "trait": return "traits: \(value)"
    case "secret", "transient": return "traits: .\(label)"
    case "in", "range", "bounds": return "validate: .range(\(value))"
    case "clamped", "clampedTo": return "validate: .range(\(value)), policy: .clamp"
    case "oneOf", "choices": return "validate: .oneOf(\(value))"
    case "matches", "pattern", "regex": return "validate: .matches(\(expression.regexText ?? value))"
    case "rule", "validation", "validator":
      let policy = RuleNameChecks.policy(for: expression).map { ", policy: \($0)" } ?? ""
      return "validate: \(RuleNameChecks.rule(for: expression) ?? value)\(policy)"
    default: return nil
    }
  }
}

extension FixIt {
  /// Replaces an argument of an attribute, except for its comma.
  static func replace(_ argument: LabeledExprSyntax, with text: String) -> FixIt {
    // The comma has the trivia that follows it.
    let trailingTrivia = argument.trailingComma == nil ? argument.trailingTrivia : argument.expression.trailingTrivia
    let token = TokenSyntax.identifier(
      text, leadingTrivia: argument.leadingTrivia, trailingTrivia: trailingTrivia)
    let replacement = LabeledExprSyntax(
      expression: ExprSyntax(DeclReferenceExprSyntax(baseName: token)), trailingComma: argument.trailingComma)
    let old = argument.with(\.trailingComma, nil).trimmedDescription
    return FixIt(
      message: MacroFixItMessage.replace(old, with: text),
      changes: [.replace(oldNode: Syntax(argument), newNode: Syntax(replacement))])
  }

  /// Removes an argument and makes its value the default of the property; `nil` if the property has a default.
  fileprivate static func moveDefault(
    _ argument: LabeledExprSyntax, of attribute: AttributeSyntax, in variable: VariableDeclSyntax
  ) -> FixIt? {
    guard variable.bindings.count == 1, variable.bindings.first?.initializer == nil else { return nil }
    let text = variable.text(without: argument, of: attribute)
    let value = argument.expression.trimmedDescription
    return FixIt(.add("= \(value)"), rewriting: variable, as: "\(text) = \(value)")
  }

  /// Removes an argument and adds another attribute.
  fileprivate static func moveArgument(
    _ argument: LabeledExprSyntax, of attribute: AttributeSyntax, to text: String, in variable: VariableDeclSyntax
  ) -> FixIt {
    var edited = variable.text(without: argument, of: attribute)
    let length = attribute.text(without: argument).utf8.count
    let start = attribute.positionAfterSkippingLeadingTrivia.utf8Offset
    let offset = start - variable.positionAfterSkippingLeadingTrivia.utf8Offset + length
    edited.insert(contentsOf: " " + text, at: edited.utf8.index(edited.startIndex, offsetBy: offset))
    return FixIt(.add(text), rewriting: variable, as: edited)
  }
}

extension AttributeSyntax {
  /// Returns the source without an argument, and without parentheses around nothing.
  fileprivate func text(without argument: LabeledExprSyntax) -> String {
    let kept = labeledArguments.filter { $0.id != argument.id }
      .map { $0.with(\.trailingComma, nil).trimmedDescription }
    let name = "@" + attributeName.trimmedDescription
    return kept.isEmpty ? name : "\(name)(\(kept.joined(separator: ", ")))"
  }
}

extension VariableDeclSyntax {
  /// Returns the source without an argument of one of its attributes.
  fileprivate func text(without argument: LabeledExprSyntax, of attribute: AttributeSyntax) -> String {
    var bytes = trimmed.syntaxTextBytes
    let start = positionAfterSkippingLeadingTrivia.utf8Offset
    let first = attribute.positionAfterSkippingLeadingTrivia.utf8Offset - start
    let last = attribute.endPositionBeforeTrailingTrivia.utf8Offset - start
    bytes.replaceSubrange(first..<last, with: attribute.text(without: argument).utf8)
    return String(decoding: bytes, as: UTF8.self)
  }
}
