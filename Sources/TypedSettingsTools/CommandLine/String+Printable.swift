extension String {
  /// Returns the text with escape sequences instead of the characters that control a terminal.
  ///
  /// Stored names and values can contain any characters, such as those that move the cursor and erase a line.
  ///
  /// - Parameter keepsLines: A Boolean value that indicates whether line feeds and tabs stay as they are.
  /// - Returns: The text.
  func printable(keepsLines: Bool) -> String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control where keepsLines && (scalar == "\n" || scalar == "\t"): text.unicodeScalars.append(scalar)
      case .control, .lineSeparator, .paragraphSeparator: text += scalar.escaped(asASCII: true)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
