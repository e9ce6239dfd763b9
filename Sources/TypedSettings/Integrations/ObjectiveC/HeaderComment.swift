/// Text as a comment of C, each line of which ends where the text's line ends.
struct HeaderComment {
  private let text: String

  init(_ text: String) { self.text = text }

  /// The lines, each after a mark such as `///`.
  func lines(_ mark: String) -> String {
    text.split(omittingEmptySubsequences: false) { $0.isNewline }
      .map { line in
        let line = Self.closed(line)
        return line.isEmpty ? mark : "\(mark) \(line)"
      }
      .joined(separator: "\n")
  }

  /// The line without what would draw the next one into the comment, and without characters that no source may hold.
  private static func closed(_ line: Substring) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in line.unicodeScalars where scalar == "\t" || scalar.properties.generalCategory != .control {
      scalars.append(scalar)
    }
    while let last = scalars.last, last.properties.isWhitespace { scalars.removeLast() }
    let text = String(scalars)
    // A backslash at the end joins two lines, and so does the older spelling of one with question marks.
    if text.hasSuffix("\\") { return text.dropLast() + "&#92;" }
    if text.hasSuffix("??/") { return text.dropLast() + "&#47;" }
    return text
  }
}
