import SwiftSyntax

/// Emitted source in which each piece of the user's code keeps its line and its column.
///
/// The compiler reports an error in emitted code at the emitted column. Therefore the code before the first piece is
/// emitted on the preceding line. Each piece is padded to its original column unless the code before it is too long.
struct AlignedSource {
  private(set) var text: String
  private let lines: SourceLines?
  private var line: Int
  private var column: Int

  /// Starts a declaration.
  ///
  /// - Parameters:
  ///   - first: The first piece of the user's code.
  ///   - lines: The lines of the user's file; `nil` if the code can't be aligned.
  init(before first: some SyntaxProtocol, lines: SourceLines?) {
    let start = lines?.place(of: first).line ?? 0
    self.lines = lines
    line = max(1, start - 1)
    // The first line of a file has no preceding line.
    column = start > 1 ? 1 : .max / 2
    text = lines?.directive(line: line) ?? ""
  }

  /// Appends code that has no line breaks.
  mutating func append(_ code: String) {
    text += code
    if lines != nil { column += code.utf8.count }
  }

  /// Appends code at the line and column of a node in the user's file.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - width: The number of columns by which the code starts before the node.
  ///   - code: The code; the source of the node by default.
  mutating func append(at node: some SyntaxProtocol, less width: Int = 0, _ code: String? = nil) {
    let code = code ?? node.trimmedDescription
    guard let lines else {
      text += code
      return
    }
    let place = lines.place(of: node)
    if place.line > line, column < .max / 2 {
      text += String(repeating: "\n", count: place.line - line)
      line = place.line
      column = 1
    }
    if place.line == line, place.column - width > column {
      text += String(repeating: " ", count: place.column - width - column)
      column = place.column - width
    }
    text += code
    let bytes = code.utf8
    guard let newline = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
      column += bytes.count
      return
    }
    line += bytes.count { $0 == UInt8(ascii: "\n") }
    column = bytes.distance(from: newline, to: bytes.endIndex)
  }

  /// The source, followed by a directive that ends the effect of the first one.
  var terminated: String { text + (lines == nil ? "\n" : "\n" + SourceLines.reset) }
}

// The compiler receives and parses the result of a macro as text. Parsing it here too would double the compile time of
// every client, because the plugin runs without optimization. Therefore text is wrapped in a single token.

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
