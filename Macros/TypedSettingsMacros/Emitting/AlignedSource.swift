import SwiftSyntax

/// Emitted source in which each piece of the user's code keeps its line and its column.
///
/// The compiler reports an error in emitted code at the emitted column. Therefore the code before the first piece is
/// emitted on the preceding lines. Each piece is padded to its original column unless the code before it is too long.
/// Source without pieces has no error to report, and so needs no directive.
struct AlignedSource {
  private let lines: SourceLines?
  private let indentation: String
  /// The lines before the first piece.
  private var preceding: [String]
  /// All lines, from the first piece on.
  private var aligned = ""
  /// The line and the column after `aligned`; `nil` before the first piece.
  private var place: SourceLines.Place?

  /// Creates an empty declaration.
  ///
  /// - Parameters:
  ///   - lines: The lines of the user's file; `nil` if no piece needs to be aligned.
  ///   - indentation: The spaces before each line that precedes the first piece.
  init(lines: SourceLines?, indentation: String = "") {
    self.lines = lines
    self.indentation = indentation
    preceding = [indentation]
  }

  /// Appends code without alignment.
  mutating func append(_ code: String) {
    if let place {
      aligned += code
      self.place = place.advanced(over: code)
    } else {
      preceding[preceding.count - 1] += code
    }
  }

  /// Starts an argument on a line of its own, or on the same line if a piece of the user's code precedes it.
  ///
  /// - Parameters:
  ///   - separator: The separator from the previous argument.
  ///   - code: The start of the argument.
  mutating func appendArgument(after separator: String = ",", _ code: String = "") {
    append(separator)
    if place == nil {
      preceding.append(indentation + "  ")
    } else {
      append(" ")
    }
    append(code)
  }

  /// Appends code at the line and column of a node in the user's file.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - width: The number of columns by which the code starts before the node.
  ///   - code: The code; the source of the node by default.
  mutating func append(at node: some SyntaxProtocol, less width: Int = 0, _ code: String? = nil) {
    let code = code ?? node.trimmedDescription
    guard let lines else { return append(code) }
    let target = lines.place(of: node)
    var (line, column) = place.map { ($0.line, $0.column) } ?? startAligning(at: target.line)
    if target.line > line {
      breakLine(times: target.line - line)
      line = target.line
      column = 1
    }
    if target.line == line, target.column - width > column {
      aligned += String(repeating: " ", count: target.column - width - column)
      column = target.column - width
    }
    aligned += code
    place = SourceLines.Place(line: line, column: column).advanced(over: code)
  }

  /// Starts the first piece at a line, and puts a directive before the lines that precede it.
  private mutating func startAligning(at line: Int) -> (line: Int, column: Int) {
    // The piece takes the place of the line that was started for it.
    if preceding.last?.allSatisfy({ $0 == " " }) == true { preceding.removeLast() }
    // Too few lines of the file precede the piece.
    if line <= precedingLineCount { preceding = [indentation + joinedLines] }
    let isFirst = line == 1
    // The lines of a type can follow the piece in the file, and there is no line before the first one.
    let directive = lines?.directive(line: isFirst ? line : max(1, line - precedingLineCount)) ?? ""
    aligned = directive + preceding.joined(separator: "\n")
    preceding = []
    // In the first line of a file, the piece follows the code before it.
    if isFirst { return (line, .max / 2) }
    breakLine(times: 1)
    return (line, 1)
  }

  /// The number of lines before the first piece, including those of expressions with several lines.
  private var precedingLineCount: Int { preceding.reduce(preceding.count) { $0 + $1.lineBreaks } }

  /// The lines before the first piece as one line, except for expressions with several lines.
  private var joinedLines: String {
    var joined = ""
    for line in preceding {
      let code = line.drop { $0 == " " }
      joined += (joined.isEmpty || joined.hasSuffix("(") ? "" : " ") + code
    }
    return joined
  }

  private mutating func breakLine(times count: Int) {
    if aligned.utf8.last == UInt8(ascii: " ") { aligned.removeLast() }
    aligned += String(repeating: "\n", count: count)
  }

  /// The complete lines of the source, with a directive that ends the effect of the first one.
  var terminated: String {
    place == nil ? preceding.joined(separator: "\n") + "\n" : aligned + "\n" + SourceLines.reset
  }
}

extension String {
  fileprivate var lineBreaks: Int { utf8.count { $0 == UInt8(ascii: "\n") } }
}

extension SourceLines.Place {
  /// Returns the place after some code that starts at this place.
  fileprivate func advanced(over code: String) -> SourceLines.Place {
    let bytes = code.utf8
    guard let newline = bytes.lastIndex(of: UInt8(ascii: "\n")) else {
      return SourceLines.Place(line: line, column: column + bytes.count)
    }
    return SourceLines.Place(
      line: line + code.lineBreaks, column: bytes.distance(from: newline, to: bytes.endIndex))
  }
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
