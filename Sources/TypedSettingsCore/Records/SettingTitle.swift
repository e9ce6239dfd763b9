/// The titles of settings that have no title of their own.
package enum SettingTitle {
  /// Returns the words of an identifier: "Session Length" for `sessionLength`, "Use HTTP Server" for `useHTTPServer`.
  package static func words(of name: String) -> String {
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
}

extension Setting {
  /// The title of the setting in a form: the attribute, or else the words of the name.
  package var formTitle: String { self.title ?? SettingTitle.words(of: name) }
}
