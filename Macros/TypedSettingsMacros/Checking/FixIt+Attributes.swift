import SwiftDiagnostics
import SwiftSyntax

extension FixIt {
  /// Adds a placeholder for the wrapper; `nil` if the attribute already has arguments.
  static func addWrapper(to attribute: AttributeSyntax) -> FixIt? {
    guard attribute.labeledArguments.isEmpty else { return nil }
    return replace(attribute, with: "@\(attribute.attributeName.trimmedDescription)(<#Wrapper#>.self)")
  }

  /// Replaces a literal with the name of a type by the type; `nil` for any other expression.
  static func replaceText(of expression: ExprSyntax) -> FixIt? {
    guard case .literal(let name)? = ArgumentValue(expression), name.first?.isUppercase == true,
      name.allSatisfy({ $0.isLetter || $0.isNumber })
    else { return nil }
    return replace(expression, with: name + ".self")
  }

  static func replace(_ attribute: AttributeSyntax, with text: String) -> FixIt {
    let replacement = TokenSyntax.identifier(
      text, leadingTrivia: attribute.leadingTrivia, trailingTrivia: attribute.trailingTrivia)
    return FixIt(
      message: MacroFixItMessage.replace(attribute.trimmedDescription, with: text),
      changes: [.replace(oldNode: Syntax(attribute), newNode: Syntax(replacement))])
  }

  static func addIgnoring(after attribute: AttributeSyntax, of variable: VariableDeclSyntax) -> FixIt {
    FixIt(
      .add("@ObservationIgnored"), rewriting: variable,
      as: variable.text(adding: "@ObservationIgnored", after: attribute))
  }

  /// Moves an attribute after another one.
  static func move(
    _ attribute: AttributeSyntax, after other: AttributeSyntax, of variable: VariableDeclSyntax
  ) -> FixIt {
    let moved = variable.text(adding: attribute.trimmedDescription, after: other)
    let start = variable.positionAfterSkippingLeadingTrivia.utf8Offset
    let next = attribute.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
    var bytes = Array(moved.utf8)
    if let next {
      let end = next.positionAfterSkippingLeadingTrivia.utf8Offset - start
      bytes.removeSubrange(attribute.positionAfterSkippingLeadingTrivia.utf8Offset - start..<end)
    }
    return FixIt(
      .move(attribute.trimmedDescription, after: "@" + other.simpleName), rewriting: variable,
      as: String(decoding: bytes, as: UTF8.self))
  }
}

extension MacroFixItMessage {
  static func move(_ text: String, after other: String) -> MacroFixItMessage {
    MacroFixItMessage(message: "move '\(text)' after '\(other)'", name: "move")
  }
}

extension VariableDeclSyntax {
  /// Returns the declaration with a new attribute after another one, on a new line if the other one ends its line.
  fileprivate func text(adding text: String, after attribute: AttributeSyntax) -> String {
    let start = positionAfterSkippingLeadingTrivia.utf8Offset
    let separation =
      attribute.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
      .map { $0.leadingTrivia.contains(where: \.isNewline) ? "\n" + $0.leadingTrivia.indentation : " " } ?? " "
    var bytes = trimmed.syntaxTextBytes
    let end = attribute.endPositionBeforeTrailingTrivia.utf8Offset - start
    bytes.insert(contentsOf: (separation + text).utf8, at: end)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Trivia {
  /// The whitespace after the last line break.
  fileprivate var indentation: String {
    String(description.reversed().prefix { $0 == " " || $0 == "\t" })
  }
}

extension ExprSyntax {
  /// A Boolean value that indicates whether the expression has generic arguments or a capitalized name, as a type does.
  var looksLikeType: Bool {
    if self.is(GenericSpecializationExprSyntax.self) { return true }
    let name =
      self.as(DeclReferenceExprSyntax.self)?.baseName ?? self.as(MemberAccessExprSyntax.self)?.declName.baseName
    return name?.text.first?.isUppercase ?? false
  }
}

extension FixIt {
  static func remove(_ element: ArrayElementSyntax, of array: ArrayExprSyntax) -> FixIt {
    var elements = array.elements.filter { $0.id != element.id }
    // Keeps the comma and the trivia at the end of the list.
    if let last = elements.indices.last, let end = array.elements.last {
      elements[last].trailingComma = end.trailingComma
      elements[last].trailingTrivia = end.trailingTrivia
    }
    if let start = array.elements.first, let first = elements.indices.first {
      elements[first].leadingTrivia = start.leadingTrivia
    }
    return FixIt(
      message: MacroFixItMessage.remove(element.expression.trimmedDescription),
      changes: [.replace(oldNode: Syntax(array), newNode: Syntax(array.with(\.elements, elements)))])
  }

  static func replace(_ expression: ExprSyntax, with text: String) -> FixIt {
    let replacement = TokenSyntax.identifier(
      text, leadingTrivia: expression.leadingTrivia, trailingTrivia: expression.trailingTrivia)
    return FixIt(
      message: MacroFixItMessage.replace(expression.trimmedDescription, with: text),
      changes: [.replace(oldNode: Syntax(expression), newNode: Syntax(replacement))])
  }

  static func addStatic(to variable: VariableDeclSyntax) -> FixIt {
    let keyword = variable.bindingSpecifier
    let replacement = TokenSyntax.identifier(
      "static " + keyword.text, leadingTrivia: keyword.leadingTrivia, trailingTrivia: keyword.trailingTrivia)
    return FixIt(
      message: MacroFixItMessage.add("static"),
      changes: [.replace(oldNode: Syntax(keyword), newNode: Syntax(replacement))])
  }

  /// Adds a version argument; `nil` if the attribute has no arguments.
  static func addVersion(_ version: Int?, to declaration: ClassDeclSyntax) -> FixIt? {
    // Reads the attribute from the declaration, because the attribute that is being expanded is a copy.
    let arguments = declaration.attributes.first(named: "SettingsGroup")?.labeledArguments ?? []
    guard let last = arguments.last?.lastToken(viewMode: .sourceAccurate) else { return nil }
    let text = "version: " + (version.map(String.init) ?? "<#version#>")
    let comma = last.tokenKind == .comma ? " " : ", "
    let replacement = TokenSyntax.identifier(
      last.text + comma + text, leadingTrivia: last.leadingTrivia, trailingTrivia: last.trailingTrivia)
    return FixIt(
      message: MacroFixItMessage.add(text), changes: [.replace(oldNode: Syntax(last), newNode: Syntax(replacement))])
  }
}

extension FixIt {
  /// Removes an argument of an attribute and its comma.
  static func removeArgument(labeled label: String, of attribute: AttributeSyntax) -> FixIt {
    var arguments = attribute.labeledArguments.filter { $0.label?.text != label }
    if let last = arguments.indices.last { arguments[last].trailingComma = nil }
    var edited = attribute
    edited.arguments = .argumentList(arguments)
    return FixIt(
      message: MacroFixItMessage.remove(label + ":"),
      changes: [.replace(oldNode: Syntax(attribute), newNode: Syntax(edited))])
  }
}
