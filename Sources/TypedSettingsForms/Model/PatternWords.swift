/// The meaning of simple regular expressions in words.
enum PatternWords {
  /// Returns a sentence for a text that an expression matches as a whole, such as "Must be 2 to 8 lowercase letters".
  ///
  /// - Parameter pattern: The source of the expression.
  /// - Returns: The sentence; `nil` for anything but one set of characters and the number of them.
  static func sentence(for pattern: String) -> String? {
    var rest = pattern[...]
    if rest.first == "^" { rest.removeFirst() }
    if rest.last == "$" { rest.removeLast() }
    guard let characters = characters(&rest), let count = count(rest) else { return nil }
    return "Must be \(count)\(characters)"
  }

  /// Removes a set of characters from the start of an expression, and returns its words.
  private static func characters(_ rest: inout Substring) -> String? {
    for (escape, words) in [("\\d", "digits"), ("\\w", "letters, digits and “_”")] where rest.hasPrefix(escape) {
      rest = rest.dropFirst(2)
      return words
    }
    guard rest.first == "[", let end = rest.firstIndex(of: "]"), !rest.hasPrefix("[^") else { return nil }
    var set = rest[rest.index(after: rest.startIndex)..<end]
    rest = rest[rest.index(after: end)...]
    var words: [String] = []
    let ranges = [
      ("A-Za-z", "letters"), ("a-zA-Z", "letters"), ("a-z", "lowercase letters"), ("A-Z", "capital letters"),
      ("0-9", "digits"), ("\\d", "digits"),
    ]
    while let first = set.first {
      if let (range, word) = ranges.first(where: { set.hasPrefix($0.0) }) {
        words.append(word)
        set = set.dropFirst(range.count)
      } else if first == "\\" {
        guard let escaped = set.dropFirst().first, !escaped.isLetter, !escaped.isNumber else { return nil }
        words.append("“\(escaped)”")
        set = set.dropFirst(2)
      } else {
        // Another range, or a part of a set that Swift combines.
        let isRange = set.dropFirst().first == "-" && set.count > 2
        if isRange || first == "[" || first == "&" { return nil }
        words.append(first == " " ? "spaces" : "“\(first)”")
        set = set.dropFirst()
      }
    }
    guard let last = words.popLast() else { return nil }
    return words.isEmpty ? last : "\(words.joined(separator: ", ")) and \(last)"
  }

  /// Returns the words before the characters for the end of an expression, which states how many there are.
  private static func count(_ quantifier: Substring) -> String? {
    switch quantifier {
    case "+": return ""
    case "*": return "empty, or "
    case "": return "one of: "
    default:
      guard quantifier.first == "{", quantifier.last == "}" else { return nil }
      let bounds = quantifier.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
      guard let minimum = Int(bounds[0]) else { return nil }
      if bounds.count == 1 { return "\(minimum) " }
      if bounds[1].isEmpty { return "at least \(minimum) " }
      guard bounds.count == 2, let maximum = Int(bounds[1]) else { return nil }
      return minimum == 0 ? "at most \(maximum) " : "\(minimum) to \(maximum) "
    }
  }
}
