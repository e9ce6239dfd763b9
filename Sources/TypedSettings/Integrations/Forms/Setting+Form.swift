extension Setting {
  /// The title of the setting in a form: the attribute, or else the words of the name.
  var formTitle: String { self.title ?? FormTitle.words(of: name) }

  /// The first paragraph of the documentation, on one line.
  var documentationSummary: String? {
    guard let text = self.documentation else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.allSatisfy(\.isWhitespace) }
    return lines.isEmpty ? nil : lines.joined(separator: " ")
  }
}
