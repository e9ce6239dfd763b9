internal import TypedSettingsCore
internal import TypedSettingsFiles
internal import TypedSettingsFormats
internal import TypedSettingsForms

extension SettingsSchema {
  /// Returns a reference of all settings in Markdown: a table for each section, in declaration order.
  ///
  /// - Parameter title: The heading of the reference.
  /// - Returns: The text, which ends with a line feed.
  public func markdown(title: String = "Settings") -> String {
    var text = "# \(title)\n"
    var sections: [(name: String?, entries: [Entry])] = []
    for entry in entries {
      if let index = sections.firstIndex(where: { $0.name == entry.section }) {
        sections[index].entries.append(entry)
      } else {
        sections.append((entry.section, [entry]))
      }
    }
    for (name, entries) in sections {
      if let name { text += "\n## \(name)\n" }
      text += "\n| Name | Key | Type | Default | Description |\n|---|---|---|---|---|\n"
      for entry in entries { text += entry.row }
    }
    return text
  }
}

extension SettingsSchema.Entry {
  fileprivate var row: String {
    let cells = [
      Self.code(name), Self.code("\(key)"), Self.escaped(form.summary), defaultText, description,
    ]
    return "| \(cells.joined(separator: " | ")) |\n"
  }

  private var defaultText: String {
    if traits.contains(.secret) { return "(secret)" }
    return defaultValue.map { Self.code(name(of: $0) ?? $0.excerpt) } ?? ""
  }

  /// The documentation, the constraint, and remarks, as one line.
  private var description: String {
    var parts: [String] = []
    if let text = documentation ?? title {
      parts.append(Self.escaped(text.split(whereSeparator: \.isNewline).joined(separator: " ")))
    }
    if let choices {
      parts.append("One of \(choices.map { Self.code(text(of: $0)) }.joined(separator: ", ")).")
    } else if let constraint {
      parts.append("\(Self.escaped(constraint.message(about: "the value").capitalizedFirst)).")
    }
    let names = traitNames.filter { $0 != "secret" }
    if traits.contains(.secret) { parts.append("Secret.") }
    if !names.isEmpty { parts.append("Traits: \(names.joined(separator: ", ")).") }
    if !aliases.isEmpty { parts.append("Formerly \(aliases.map(Self.code).joined(separator: ", ")).") }
    if let deprecation { parts.append("**Deprecated:** \(Self.escaped(deprecation)).") }
    return parts.joined(separator: " ")
  }

  /// Returns text as code that can't end a cell of a table.
  private static func code(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let escaped = line.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
    return line.contains("`") ? "`` \(escaped) ``" : "`\(escaped)`"
  }

  private static func escaped(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }
}
