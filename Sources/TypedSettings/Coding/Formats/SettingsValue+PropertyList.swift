extension SettingsValue {
  /// The value with ``null`` for the text that stands for it: property lists have no null, and `PropertyListEncoder`
  /// writes this one for `nil`.
  var withNull: SettingsValue {
    if case .string("$null") = self { .null } else { self }
  }
}
