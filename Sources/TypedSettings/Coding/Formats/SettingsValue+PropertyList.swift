extension SettingsValue {
  /// The text that stands for ``null``: property lists have no null, and `PropertyListEncoder` writes this for `nil`.
  static let nullInPropertyLists = "$null"

  /// The value with ``null`` for the text that stands for it.
  var withNull: SettingsValue {
    if case .string(let text) = self, text.isNullInPropertyLists { .null } else { self }
  }
}

extension String {
  /// Whether this is the text that stands for null in a property list.
  ///
  /// By its bytes: to compare it as Unicode takes a time that grows with the square of a run of combining marks.
  var isNullInPropertyLists: Bool { utf8.elementsEqual(SettingsValue.nullInPropertyLists.utf8) }
}
