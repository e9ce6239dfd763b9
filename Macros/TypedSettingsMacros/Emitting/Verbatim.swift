import SwiftSyntax

// What a macro returns reaches the compiler as text and is parsed there. To parse it here as well would double the
// compile time of every client, because the plugin runs unoptimised. So text is handed through in single tokens.

extension DeclSyntax {
  static func verbatim(_ text: String, leadingTrivia: Trivia = [], trailingTrivia: Trivia = []) -> DeclSyntax {
    let token = TokenSyntax.identifier(text, leadingTrivia: leadingTrivia, trailingTrivia: trailingTrivia)
    return DeclSyntax(MissingDeclSyntax(placeholder: token))
  }
}

extension AccessorDeclSyntax {
  static func verbatim(_ text: String) -> AccessorDeclSyntax {
    AccessorDeclSyntax(accessorSpecifier: .identifier(text))
  }
}
