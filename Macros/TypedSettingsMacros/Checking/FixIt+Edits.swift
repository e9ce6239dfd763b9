import SwiftDiagnostics
import SwiftSyntax

extension FixIt {
  static func replace(_ token: TokenSyntax, with kind: Keyword) -> FixIt {
    let replacement = TokenSyntax.keyword(
      kind, leadingTrivia: token.leadingTrivia, trailingTrivia: token.trailingTrivia)
    return FixIt(
      message: Advice.replace(token.text, with: replacement.text),
      changes: [.replace(oldNode: Syntax(token), newNode: Syntax(replacement))])
  }

  static func remove(_ modifier: DeclModifierSyntax, of variable: VariableDeclSyntax) -> FixIt {
    FixIt(.remove(modifier.trimmedDescription), rewriting: variable, as: variable.text(without: [Syntax(modifier)]))
  }

  static func remove(_ attribute: AttributeSyntax, of variable: VariableDeclSyntax) -> FixIt {
    FixIt(.remove("@" + attribute.simpleName), rewriting: variable, as: variable.text(without: [Syntax(attribute)]))
  }

  /// Takes an attribute off a class.
  ///
  /// What is in front of it stays if it is the first one, and what is behind it if not.
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
      message: Advice.remove("@" + attribute.simpleName),
      changes: [.replace(oldNode: Syntax(declaration.attributes), newNode: Syntax(attributes))])
  }

  static func addDefault(to binding: PatternBindingSyntax) -> FixIt {
    let value = InitializerClauseSyntax(
      equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
      value: ExprSyntax(DeclReferenceExprSyntax(baseName: .identifier("<#default#>"))),
      trailingTrivia: binding.trailingTrivia)
    let edited = binding.with(\.trailingTrivia, []).with(\.initializer, value)
    return FixIt(
      message: Advice.add("= <#default#>"), changes: [.replace(oldNode: Syntax(binding), newNode: Syntax(edited))])
  }

  /// Takes away `@Pref` and the `@PrefAttr`s that mean nothing without it.
  static func removePref(of variable: VariableDeclSyntax) -> FixIt {
    let ours = variable.attributes.unconditional.filter { ["Pref", "PrefAttr"].contains($0.simpleName) }
    return FixIt(.remove("@Pref"), rewriting: variable, as: variable.text(without: ours.map { Syntax($0) }))
  }

  static func addPref(to variable: VariableDeclSyntax) -> FixIt {
    FixIt(.addPref, rewriting: variable, as: "@Pref " + variable.trimmedDescription)
  }

  static func addType(_ type: String = "<#Type#>", to binding: PatternBindingSyntax) -> FixIt {
    let annotation = TypeAnnotationSyntax(
      colon: .colonToken(trailingTrivia: .space), type: IdentifierTypeSyntax(name: .identifier(type)),
      trailingTrivia: binding.pattern.trailingTrivia)
    let edited = binding.with(\.pattern.trailingTrivia, []).with(\.typeAnnotation, annotation)
    return FixIt(message: Advice.addType, changes: [.replace(oldNode: Syntax(binding), newNode: Syntax(edited))])
  }

  /// One declaration for each property; nil where a property has no name of its own to be declared with.
  static func split(_ variable: VariableDeclSyntax) -> FixIt? {
    guard variable.bindings.allSatisfy({ $0.name != nil }) else { return nil }
    let head = variable.with(\.bindings, []).trimmedDescription
    let indentation = variable.leadingTrivia.pieces.last.map { $0.isNewline ? "" : Trivia(pieces: [$0]).description }
    let declarations = variable.bindings.map { binding in
      var alone = binding.with(\.trailingComma, nil)
      // In `var a, b: Int` the type belongs to both.
      if alone.typeAnnotation == nil, alone.initializer == nil { alone.typeAnnotation = variable.type(after: binding) }
      return head + " " + alone.trimmedDescription
    }
    return FixIt(.split, rewriting: variable, as: declarations.joined(separator: "\n" + (indentation ?? "")))
  }

  init(_ advice: Advice, rewriting variable: VariableDeclSyntax, as text: String) {
    let replacement = DeclSyntax.verbatim(
      text, leadingTrivia: variable.leadingTrivia, trailingTrivia: variable.trailingTrivia)
    self.init(message: advice, changes: [.replace(oldNode: Syntax(variable), newNode: Syntax(replacement))])
  }
}

extension VariableDeclSyntax {
  /// The declaration without some of its parts, each of which goes with the blanks between it and the next token.
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

  fileprivate func type(after binding: PatternBindingSyntax) -> TypeAnnotationSyntax? {
    bindings.drop { $0.id != binding.id }.lazy.compactMap(\.typeAnnotation).first
  }
}
