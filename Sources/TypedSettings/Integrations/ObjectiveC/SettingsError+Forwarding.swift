extension SettingsError.Code {
  /// No setting answers to a name; nothing was changed.
  public static let unknownName = SettingsError.Code(rawValue: "unknownName")
}

extension SettingsError {
  /// A name that no setting answers to; it is left out of the text, because it may come from anywhere.
  static var unknownName: SettingsError {
    SettingsError(
      .unknownName, found: "a name that no setting answers to",
      advice: "use the name of a property; 'ambiguities' lists the names that several have")
  }
}
