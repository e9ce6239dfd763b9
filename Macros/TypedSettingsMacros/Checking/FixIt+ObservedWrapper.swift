import SwiftDiagnostics
import SwiftSyntax

extension FixIt {
  /// Names a wrapper to be filled in; nil where there are arguments already.
  static func addWrapper(to attribute: AttributeSyntax) -> FixIt? {
    guard attribute.labeledArguments.isEmpty else { return nil }
    return replace(attribute, with: "@\(attribute.attributeName.trimmedDescription)(<#Wrapper#>.self)")
  }

  /// `.self` after what is a type by its looks; nil for any other expression.
  static func addSelf(to expression: ExprSyntax) -> FixIt? {
    guard expression.looksLikeType else { return nil }
    let replacement = TokenSyntax.identifier(
      expression.trimmedDescription + ".self", leadingTrivia: expression.leadingTrivia,
      trailingTrivia: expression.trailingTrivia)
    return FixIt(
      message: Advice.add(".self"),
      changes: [.replace(oldNode: Syntax(expression), newNode: Syntax(replacement))])
  }

  static func replace(_ attribute: AttributeSyntax, with text: String) -> FixIt {
    let replacement = TokenSyntax.identifier(
      text, leadingTrivia: attribute.leadingTrivia, trailingTrivia: attribute.trailingTrivia)
    return FixIt(
      message: Advice.replace(attribute.trimmedDescription, with: text),
      changes: [.replace(oldNode: Syntax(attribute), newNode: Syntax(replacement))])
  }

  static func addIgnoring(after attribute: AttributeSyntax, of variable: VariableDeclSyntax) -> FixIt {
    FixIt(
      .add("@ObservationIgnored"), rewriting: variable,
      as: variable.text(adding: "@ObservationIgnored", after: attribute))
  }

  /// Takes an attribute away from where it is and puts it behind another one.
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

extension Advice {
  static func move(_ text: String, after other: String) -> Advice {
    Advice(message: "move '\(text)' behind '\(other)'", name: "move")
  }
}

extension VariableDeclSyntax {
  /// The declaration with a further attribute behind one of its own, on a line of its own if that has one.
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
  /// The blanks after the last line break.
  fileprivate var indentation: String {
    String(description.reversed().prefix { $0 == " " || $0 == "\t" })
  }
}

extension ExprSyntax {
  /// Whether this is written like a type: with generic arguments, or as a name that begins with a capital letter.
  fileprivate var looksLikeType: Bool {
    if self.is(GenericSpecializationExprSyntax.self) { return true }
    let name =
      self.as(DeclReferenceExprSyntax.self)?.baseName ?? self.as(MemberAccessExprSyntax.self)?.declName.baseName
    return name?.text.first?.isUppercase ?? false
  }
}
