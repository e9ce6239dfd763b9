import SwiftSyntax
import SwiftSyntaxMacros

/// The lines and columns of a declaration in the user's file.
///
/// The macro expansion context creates three syntax trees for each location, so that it's queried only once.
struct SourceLines {
  /// The directive that ends the effect of another one.
  static let reset = "#sourceLocation()\n"

  /// A line and a column, both counted from 1.
  struct Place {
    let line: Int
    let column: Int
  }

  /// The path of the file as a string literal.
  private let file: String
  private let first: Place
  private let start: Int
  private let newlines: [Int]

  /// Returns `nil` if the location of the declaration is unknown, or if a directive can't name its file.
  init?(of declaration: some SyntaxProtocol, in context: some MacroExpansionContext) {
    guard
      let location = context.location(of: declaration, at: .beforeLeadingTrivia, filePathMode: .filePath),
      let line = Int(location.line.trimmedDescription), let column = Int(location.column.trimmedDescription),
      let file = Self.directiveLiteral(for: location.file.trimmedDescription)
    else { return nil }
    self.file = file
    first = Place(line: line, column: column)
    start = declaration.position.utf8Offset
    newlines = declaration.syntaxTextBytes.indices(of: UInt8(ascii: "\n"))
  }

  /// Returns a directive that reports errors in the following code at the line of a node.
  func directive(at node: some SyntaxProtocol) -> String { directive(line: place(of: node).line) }

  func directive(line: Int) -> String { "#sourceLocation(file: \(file), line: \(line))\n" }

  /// Returns a short statement, aligned with a node, after a directive that reports its errors at that node.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - node: The node.
  ///   - width: The number of columns of the statement before the part that is aligned with the node.
  /// - Returns: The lines of the directive and the statement.
  func located(_ statement: String, at node: some SyntaxProtocol, less width: Int = 0) -> String {
    let place = place(of: node)
    let indentation = String(repeating: " ", count: max(2, place.column - 1 - width))
    return directive(line: place.line) + indentation + statement + "\n"
  }

  /// Returns the number of spaces before code that makes the rest of it start at the column of a node.
  func padding(before code: String, at node: some SyntaxProtocol) -> Int {
    max(0, place(of: node).column - 1 - code.utf8.count)
  }

  /// Returns the number of spaces before the line that a declaration starts in.
  func indentation(of declaration: some SyntaxProtocol) -> Int { min(place(of: declaration).column - 1, 8) }

  /// Returns the number of spaces before code that makes the rest of it start at the column of a node.
  ///
  /// - Parameters:
  ///   - code: The start of the code.
  ///   - node: The node.
  /// - Returns: The number, at most 8, so that the code looks like that of a user.
  func indentation(aligning code: String, with node: some SyntaxProtocol) -> Int {
    min(padding(before: code, at: node), 8)
  }

  /// Returns the line and the column at which a node starts.
  func place(of node: some SyntaxProtocol) -> Place {
    let offset = node.positionAfterSkippingLeadingTrivia.utf8Offset - start
    var low = 0
    var high = newlines.count
    while low < high {
      let middle = (low + high) / 2
      if newlines[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return Place(line: first.line + low, column: low == 0 ? first.column + offset : offset - newlines[low - 1])
  }

  /// Returns the literal that names a file in a directive.
  ///
  /// A directive supports neither escapes nor raw literals, which the compiler uses for paths with quotes and
  /// backslashes.
  ///
  /// - Parameter literal: The literal from the compiler.
  /// - Returns: The literal, or `nil` if the path can't be written in a directive.
  static func directiveLiteral(for literal: String) -> String? {
    let hashes = literal.prefix { $0 == "#" }
    let quoted = literal.dropFirst(hashes.count).dropLast(hashes.count)
    guard quoted.count > 2, quoted.first == "\"", quoted.last == "\"" else { return nil }
    var path = String(quoted.dropFirst().dropLast())
    if path.contains("\\" + hashes) {
      guard hashes.isEmpty, let unescaped = unescaped(path) else { return nil }
      path = unescaped
    }
    if path.contains("\\") {
      // Windows accepts slashes too. On other systems a backslash is part of a name.
      guard path.hasPrefix("\\\\") || path.dropFirst().first == ":" else { return nil }
      path = String(path.map { $0 == "\\" ? "/" : $0 })
    }
    if path.contains("\"\"\"") || path.contains(where: \.isNewline) { return nil }
    return path.contains("\"") ? "\"\"\"\n\(path)\n\"\"\"" : "\"\(path)\""
  }

  /// Returns a text with its escaped quotes and backslashes replaced; `nil` if it has other escapes.
  private static func unescaped(_ text: String) -> String? {
    var result = ""
    var isEscaped = false
    for character in text {
      if isEscaped {
        guard character == "\\" || character == "\"" else { return nil }
        result.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        result.append(character)
      }
    }
    return result
  }
}

extension [UInt8] {
  fileprivate func indices(of byte: UInt8) -> [Int] {
    var found: [Int] = []
    for index in indices where self[index] == byte { found.append(index) }
    return found
  }
}
