import SwiftDiagnostics
import SwiftSyntax

extension FixIt {
  static func remove(_ element: ArrayElementSyntax, of array: ArrayExprSyntax) -> FixIt {
    var elements = array.elements.filter { $0.id != element.id }
    // What followed the last name still follows the last name.
    if let last = elements.indices.last, let end = array.elements.last {
      elements[last].trailingComma = end.trailingComma
      elements[last].trailingTrivia = end.trailingTrivia
    }
    if let start = array.elements.first, let first = elements.indices.first {
      elements[first].leadingTrivia = start.leadingTrivia
    }
    return FixIt(
      message: Advice.remove(element.expression.trimmedDescription),
      changes: [.replace(oldNode: Syntax(array), newNode: Syntax(array.with(\.elements, elements)))])
  }

  static func replace(_ expression: ExprSyntax, with text: String) -> FixIt {
    let replacement = TokenSyntax.identifier(
      text, leadingTrivia: expression.leadingTrivia, trailingTrivia: expression.trailingTrivia)
    return FixIt(
      message: Advice.replace(expression.trimmedDescription, with: text),
      changes: [.replace(oldNode: Syntax(expression), newNode: Syntax(replacement))])
  }

  static func addStatic(to variable: VariableDeclSyntax) -> FixIt {
    let keyword = variable.bindingSpecifier
    let replacement = TokenSyntax.identifier(
      "static " + keyword.text, leadingTrivia: keyword.leadingTrivia, trailingTrivia: keyword.trailingTrivia)
    return FixIt(
      message: Advice.add("static"), changes: [.replace(oldNode: Syntax(keyword), newNode: Syntax(replacement))])
  }

  /// Nil where the attribute has no arguments that one could be added to.
  static func addVersion(_ version: Int?, to declaration: ClassDeclSyntax) -> FixIt? {
    // Taken from the declaration: the attribute that is being expanded is a copy.
    let arguments = declaration.attributes.first(named: "SettingsGroup")?.labeledArguments ?? []
    guard let last = arguments.last?.lastToken(viewMode: .sourceAccurate) else { return nil }
    let text = "version: " + (version.map(String.init) ?? "<#version#>")
    let comma = last.tokenKind == .comma ? " " : ", "
    let replacement = TokenSyntax.identifier(
      last.text + comma + text, leadingTrivia: last.leadingTrivia, trailingTrivia: last.trailingTrivia)
    return FixIt(
      message: Advice.add(text), changes: [.replace(oldNode: Syntax(last), newNode: Syntax(replacement))])
  }
}
