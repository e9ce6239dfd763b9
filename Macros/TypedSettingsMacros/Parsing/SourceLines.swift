import SwiftSyntax
import SwiftSyntaxMacros

/// Finds the lines and columns of a declaration in the user's file.
///
/// The context knows every location, but builds three syntax trees for each answer; here it is asked once.
struct SourceLines {
  /// Ends the effect of a directive.
  static let reset = "#sourceLocation()\n"

  /// A line and a column, both counted from 1.
  struct Place {
    let line: Int
    let column: Int
  }

  /// The path of the file, as a literal.
  private let file: String
  private let first: Place
  private let start: Int
  private let newlines: [Int]

  /// Returns `nil` if the compiler doesn't know where the declaration is, or if no directive can name its file.
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

  /// Reports errors in the code that follows at the line where a setting is declared.
  func directive(for pref: PrefDeclaration) -> String { directive(at: pref.binding) }

  /// Reports errors in the code that follows at the line of a part of the declaration.
  func directive(at node: some SyntaxProtocol) -> String { directive(line: place(of: node).line) }

  func directive(line: Int) -> String { "#sourceLocation(file: \(file), line: \(line))\n" }

  /// Blanks that move a short piece of code to the column of a part of the declaration.
  func padding(to node: some SyntaxProtocol, less width: Int = 0) -> String {
    String(repeating: " ", count: max(0, place(of: node).column - 1 - width))
  }

  /// The place at which a part of the declaration begins.
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

  /// The literal with which a directive names a file.
  ///
  /// A directive takes neither a raw literal, which the compiler uses for paths with quotes and backslashes, nor
  /// escapes.
  ///
  /// - Parameter literal: The literal of the compiler.
  /// - Returns: The literal, or `nil` if there is none for the path.
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
      // Windows takes slashes too. Elsewhere a backslash is part of a name.
      guard path.hasPrefix("\\\\") || path.dropFirst().first == ":" else { return nil }
      path = String(path.map { $0 == "\\" ? "/" : $0 })
    }
    if path.contains("\"\"\"") || path.contains(where: \.isNewline) { return nil }
    return path.contains("\"") ? "\"\"\"\n\(path)\n\"\"\"" : "\"\(path)\""
  }

  /// A text without escaped quotes and backslashes; `nil` if it has other escapes.
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
