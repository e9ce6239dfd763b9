import SwiftSyntax

/// Emitted source in which each piece of the user's code is on its line of the user's file.
///
/// The compiler reports an error in emitted code at the line that a directive states. One directive serves several
/// declarations if their lines are close: the source then has the same line breaks as the file.
struct MirroredSource {
  private let lines: SourceLines?
  /// The emitted code.
  private(set) var text = ""
  /// The line of the file at the end of the text; `nil` where no directive applies.
  private var line: Int?
  private var indentation = ""

  /// Creates an empty source.
  ///
  /// - Parameter lines: The lines of the user's file; `nil` if no piece can be located.
  init(lines: SourceLines?) { self.lines = lines }

  /// Starts a line of code.
  ///
  /// - Parameters:
  ///   - node: The node at which errors in the line are reported; `nil` if no error can be.
  ///   - indentation: The number of spaces before the line.
  mutating func startLine(at node: (any SyntaxProtocol)? = nil, indentation: Int = 2) {
    self.indentation = String(repeating: " ", count: indentation)
    if let node, let lines {
      let target = lines.place(of: node).line
      if let line, line <= target, target - line <= Self.greatestGap {
        append(String(repeating: "\n", count: target - line))
      } else {
        text += lines.directive(line: target)
        line = target
      }
    }
    text += self.indentation
  }

  /// Starts lines of code that end before a node.
  ///
  /// - Parameters:
  ///   - node: The node at which the line after them is located.
  ///   - count: The number of the lines.
  mutating func startRun(at node: some SyntaxProtocol, linesBefore count: Int) {
    guard let lines else { return }
    let first = max(1, lines.place(of: node).line - count)
    text += lines.directive(line: first)
    line = first
  }

  /// Ends the line of code.
  mutating func endLine() { append("\n") }

  /// Appends a line of code without errors.
  mutating func appendLine(_ code: String, indentation: Int = 2) {
    startLine(indentation: indentation)
    append(code)
    endLine()
  }

  /// Appends code without errors.
  mutating func append(_ code: String) {
    text += code
    if let line { self.line = line + code.lineBreaks }
  }

  /// Appends code, in the line of the user's file that a node starts in.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - code: The code; the source of the node by default.
  mutating func append(at node: some SyntaxProtocol, _ code: String? = nil) {
    breakLine(before: node)
    append(code ?? node.trimmedDescription)
  }

  /// Ends the current line if a node starts in a later one.
  mutating func breakLine(before node: some SyntaxProtocol) {
    guard let lines, let line else { return }
    let count = lines.place(of: node).line - line
    if count > 0 { breakLine(times: count) }
  }

  /// Continues an expression in the next line.
  mutating func breakLine() { breakLine(times: 1) }

  private mutating func breakLine(times count: Int) {
    while text.utf8.last == UInt8(ascii: " ") { text.removeLast() }
    append(String(repeating: "\n", count: count))
    text += indentation + "  "
  }

  /// Returns whether the file has another line between the current one and a node.
  func hasSpace(before node: (any SyntaxProtocol)?) -> Bool {
    guard let lines, let line, let node else { return true }
    let target = lines.place(of: node).line
    return target > line + 1 || target < line
  }

  /// The number of characters in the current line.
  var column: Int { text.utf8.reversed().prefix { $0 != UInt8(ascii: "\n") }.count }

  /// Ends the effect of the directive, so that the following code has its own lines.
  mutating func endLocation() {
    if line != nil { text += SourceLines.reset }
    line = nil
  }

  /// The greatest number of empty lines that take the place of a directive.
  private static let greatestGap = 4
}

extension String {
  fileprivate var lineBreaks: Int { utf8.count { $0 == UInt8(ascii: "\n") } }
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
