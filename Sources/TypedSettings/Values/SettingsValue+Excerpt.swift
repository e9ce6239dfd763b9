extension SettingsValue {
  /// The number of characters of a value that an error shows.
  package static let excerptLength = 60

  /// The beginning of the value's description, for errors.
  ///
  /// Takes a time that doesn't grow with the value.
  package var excerpt: String {
    var text = ""
    write(to: &text)
    guard text.count > Self.excerptLength else { return text }
    return text.prefix(Self.excerptLength) + "…"
  }

  /// Appends the description up to where it's long enough.
  private func write(to text: inout String) {
    switch self {
    case .null, .bool, .integer, .unsigned, .double, .data, .date: text += description
    case .string(let value): text += value.beginning.debugDescription
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if text.unicodeScalars.count > Self.excerptLength { return }
        if index > 0 { text += ", " }
        value.write(to: &text)
      }
      text += "]"
    case .dictionary(let values):
      if let numberText {
        text += numberText.beginning
        return
      }
      text += "{"
      for (index, entry) in values.sortedForExcerpt.enumerated() {
        if text.unicodeScalars.count > Self.excerptLength { return }
        if index > 0 { text += ", " }
        text += entry.key.beginning.debugDescription + ": "
        entry.value.write(to: &text)
      }
      text += "}"
    }
  }
}

extension String {
  /// So much of the text that an excerpt is cut after it.
  fileprivate var beginning: String {
    String(String.UnicodeScalarView(unicodeScalars.prefix(SettingsValue.excerptLength + 1)))
  }
}

extension [String: SettingsValue] {
  /// The entries in the order of their keys, if there are so few that an excerpt shows them all.
  fileprivate var sortedForExcerpt: [(key: String, value: SettingsValue)] {
    count <= SettingsValue.excerptLength ? sorted { $0.key < $1.key } : Array(prefix(SettingsValue.excerptLength))
  }
}
