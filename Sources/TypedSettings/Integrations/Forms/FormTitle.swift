/// Titles for people, made of the names in a program.
enum FormTitle {
  /// The words of a name: `sessionLength` is "Session Length", `useHTTPServer` is "Use HTTP Server".
  static func words(of name: String) -> String {
    let characters = Array(name)
    var title = ""
    for (index, character) in characters.enumerated() {
      guard index > 0 else {
        title += character.uppercased()
        continue
      }
      let previous = characters[index - 1]
      let endsAbbreviation = previous.isUppercase && characters.dropFirst(index + 1).first?.isLowercase ?? false
      if character.isUppercase, endsAbbreviation || !previous.isUppercase { title += " " }
      title.append(character)
    }
    return title
  }

  /// What a value describes itself as, or else the words of its name.
  static func title<Value>(of value: Value) -> String {
    if let value = value as? any CustomStringConvertible { return value.description }
    return words(of: "\(value)")
  }
}
