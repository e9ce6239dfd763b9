import SwiftDiagnostics
import SwiftSyntax

extension FixIt {
  static func replace(_ token: TokenSyntax, with text: String) -> FixIt {
    let replacement = TokenSyntax.identifier(
      text, leadingTrivia: token.leadingTrivia, trailingTrivia: token.trailingTrivia)
    return FixIt(
      message: MacroFixItMessage.replace(token.text, with: text),
      changes: [.replace(oldNode: Syntax(token), newNode: Syntax(replacement))])
  }

  static func remove(_ modifier: DeclModifierSyntax, of variable: VariableDeclSyntax) -> FixIt {
    FixIt(.remove(modifier.trimmedDescription), rewriting: variable, as: variable.text(without: [Syntax(modifier)]))
  }

  static func remove(_ attribute: AttributeSyntax, of variable: VariableDeclSyntax) -> FixIt {
    FixIt(.remove("@" + attribute.simpleName), rewriting: variable, as: variable.text(without: [Syntax(attribute)]))
  }

  /// Removes an attribute of a class.
  ///
  /// The leading trivia of the first attribute and the trailing trivia of any other attribute are preserved.
  static func remove(_ attribute: AttributeSyntax, of declaration: ClassDeclSyntax) -> FixIt {
    var attributes = AttributeListSyntax()
    for element in declaration.attributes {
      guard element.id == attribute.id else {
        let isFirst = attributes.isEmpty && declaration.attributes.first?.id == attribute.id
        attributes.append(isFirst ? element.with(\.leadingTrivia, attribute.leadingTrivia) : element)
        continue
      }
      if let last = attributes.indices.last { attributes[last].trailingTrivia = attribute.trailingTrivia }
    }
    return FixIt(
      message: MacroFixItMessage.remove("@" + attribute.simpleName),
      changes: [.replace(oldNode: Syntax(declaration.attributes), newNode: Syntax(attributes))])
  }

  static func addDefault(to binding: PatternBindingSyntax) -> FixIt {
    let value = InitializerClauseSyntax(
      equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
      value: ExprSyntax(DeclReferenceExprSyntax(baseName: .identifier("<#default#>"))),
      trailingTrivia: binding.trailingTrivia)
    let edited = binding.with(\.trailingTrivia, []).with(\.initializer, value)
    return FixIt(
      message: MacroFixItMessage.add("= <#default#>"),
      changes: [.replace(oldNode: Syntax(binding), newNode: Syntax(edited))])
  }

  /// Removes `@Pref` and each `@PrefAttr`, which has no effect without it.
  static func removePref(of variable: VariableDeclSyntax) -> FixIt {
    let removed = variable.attributes.unconditional.filter { ["Pref", "PrefAttr"].contains($0.simpleName) }
    return FixIt(.remove("@Pref"), rewriting: variable, as: variable.text(without: removed.map { Syntax($0) }))
  }

  static func addPref(to variable: VariableDeclSyntax) -> FixIt {
    FixIt(.addPref, rewriting: variable, as: "@Pref " + variable.trimmedDescription)
  }

  static func addType(_ type: String = "<#Type#>", to binding: PatternBindingSyntax) -> FixIt {
    let annotation = TypeAnnotationSyntax(
      colon: .colonToken(trailingTrivia: .space), type: IdentifierTypeSyntax(name: .identifier(type)),
      trailingTrivia: binding.pattern.trailingTrivia)
    let edited = binding.with(\.pattern.trailingTrivia, []).with(\.typeAnnotation, annotation)
    return FixIt(
      message: MacroFixItMessage.addType, changes: [.replace(oldNode: Syntax(binding), newNode: Syntax(edited))])
  }

  /// Splits a declaration into one for each property; `nil` if a binding is not a plain name.
  static func split(_ variable: VariableDeclSyntax) -> FixIt? {
    guard variable.bindings.allSatisfy({ $0.name != nil }) else { return nil }
    let head = variable.with(\.bindings, []).trimmedDescription
    let indentation = variable.leadingTrivia.pieces.last.map { $0.isNewline ? "" : Trivia(pieces: [$0]).description }
    let declarations = variable.bindings.map { binding in
      var alone = binding.with(\.trailingComma, nil)
      // In `var a, b: Int`, the type applies to both properties.
      if alone.typeAnnotation == nil, alone.initializer == nil { alone.typeAnnotation = variable.type(after: binding) }
      return head + " " + alone.trimmedDescription
    }
    return FixIt(.split, rewriting: variable, as: declarations.joined(separator: "\n" + (indentation ?? "")))
  }

  /// Makes a function without parameters a static property; `nil` if it has no result or no body.
  static func makeProperty(of function: FunctionDeclSyntax) -> FixIt? {
    guard let result = function.signature.returnClause?.type, let body = function.body,
      function.signature.effectSpecifiers == nil, function.genericParameterClause == nil
    else { return nil }
    let modifiers = function.modifiers.contains { $0.isTypeMember } ? "" : "static "
    let head = function.trimmed.with(\.body, nil).description
    let start = function.funcKeyword.positionAfterSkippingLeadingTrivia.utf8Offset
    let prefix = head.utf8.prefix(start - function.positionAfterSkippingLeadingTrivia.utf8Offset)
    let text =
      String(decoding: Array(prefix), as: UTF8.self)
      + "\(modifiers)var \(function.name.text): \(result.trimmedDescription) \(body.trimmedDescription)"
    let replacement = DeclSyntax.verbatim(
      text, leadingTrivia: function.leadingTrivia, trailingTrivia: function.trailingTrivia)
    return FixIt(
      message: MacroFixItMessage.replace("func", with: "\(modifiers)var"),
      changes: [.replace(oldNode: Syntax(function), newNode: Syntax(replacement))])
  }

  init(_ message: MacroFixItMessage, rewriting variable: VariableDeclSyntax, as text: String) {
    let replacement = DeclSyntax.verbatim(
      text, leadingTrivia: variable.leadingTrivia, trailingTrivia: variable.trailingTrivia)
    self.init(message: message, changes: [.replace(oldNode: Syntax(variable), newNode: Syntax(replacement))])
  }
}

extension VariableDeclSyntax {
  /// Returns the declaration without some of its parts and the trivia between each part and the next token.
  func text(without parts: [Syntax]) -> String {
    var bytes = trimmed.syntaxTextBytes
    let start = positionAfterSkippingLeadingTrivia.utf8Offset
    for part in parts.reversed() {
      let end = part.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)
      guard let end = end?.positionAfterSkippingLeadingTrivia.utf8Offset else { continue }
      bytes.removeSubrange(part.positionAfterSkippingLeadingTrivia.utf8Offset - start..<end - start)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The first type annotation at or after a binding.
  fileprivate func type(after binding: PatternBindingSyntax) -> TypeAnnotationSyntax? {
    bindings.drop { $0.id != binding.id }.lazy.compactMap(\.typeAnnotation).first
  }
}

/// The message of a fix-it or of a note.
struct MacroFixItMessage: FixItMessage, NoteMessage {
  let message: String
  let name: String

  var fixItID: MessageID { MessageID(domain: "TypedSettings", id: name) }
  var noteID: MessageID { fixItID }

  static func replace(_ old: String, with new: String) -> MacroFixItMessage {
    MacroFixItMessage(message: "replace '\(old)' with '\(new)'", name: "replace")
  }
  static func remove(_ text: String) -> MacroFixItMessage {
    MacroFixItMessage(message: "remove '\(text)'", name: "remove")
  }
  static let addPref = MacroFixItMessage(message: "add '@Pref'", name: "add-pref")
  static let addType = MacroFixItMessage(message: "add a type annotation", name: "add-type")
  static let split = MacroFixItMessage(message: "split into separate declarations", name: "split")
  static func add(_ text: String) -> MacroFixItMessage { MacroFixItMessage(message: "add '\(text)'", name: "add") }
  static func firstUse(of key: String, isAlias: Bool) -> MacroFixItMessage {
    MacroFixItMessage(message: "\(isAlias ? "alias" : "key") '\(key)' is first used here", name: "first-use")
  }
}
