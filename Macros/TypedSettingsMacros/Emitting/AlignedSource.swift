import SwiftSyntax

/// Emitted source in which every piece of the user's code keeps its line and its column.
///
/// The compiler reports an error in what a macro emits at the emitted column. So the code in front of the first piece
/// goes on the line before it, and each piece is moved to where the user wrote it, unless the code before it is too
/// long.
struct AlignedSource {
  private(set) var text: String
  private let lines: SourceLines?
  private var line: Int
  private var column: Int

  /// Begins a declaration.
  ///
  /// - Parameters:
  ///   - first: The first of the user's pieces.
  ///   - lines: Knows the places; `nil` if nothing can be aligned.
  init(before first: some SyntaxProtocol, lines: SourceLines?) {
    let start = lines?.place(of: first).line ?? 0
    self.lines = lines
    line = max(1, start - 1)
    // There is no line before the first.
    column = start > 1 ? 1 : .max / 2
    text = lines?.directive(line: line) ?? ""
  }

  /// Appends code on one line.
  mutating func append(_ code: String) {
    text += code
    if lines != nil { column += code.utf8.count }
  }

  /// Appends code at the place of a part of the user's declaration.
  ///
  /// - Parameters:
  ///   - node: The part.
  ///   - width: The number of columns in front of the part that the code begins with.
  ///   - code: The code; the source of the part if it is left out.
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

  /// The whole source, with which the effect of its directive ends.
  var ended: String { text + (lines == nil ? "\n" : "\n" + SourceLines.reset) }
}
