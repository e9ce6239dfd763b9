extension SettingsError {
  /// A key that every reader would refuse.
  static var unwritableKey: SettingsError {
    SettingsError(
      .unencodable, found: "a dictionary key with more than 30 combining marks in a row",
      advice: "use a shorter key; nothing was written")
  }

  /// A text that XML cannot hold, not even escaped.
  static var unwritableText: SettingsError {
    SettingsError(
      .unencodable, found: "a text with a character that XML 1.0 forbids, such as U+0000 or U+FFFE",
      advice: "store it as data, or in another format; nothing was written")
  }
}
