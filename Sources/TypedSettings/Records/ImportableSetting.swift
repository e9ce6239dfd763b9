/// A setting whose value can be written together with those of others.
package protocol ImportableSetting: LinkedSetting {
  /// What is to be stored for a value that comes from a document.
  ///
  /// - Parameters:
  ///   - imported: The value as it is in the document.
  ///   - current: What the store holds.
  ///   - format: The format of the document.
  /// - Returns: The value in the form of today, with all that `current` must not lose.
  /// - Throws: ``SettingsError`` when not all of `imported` can be read, or ``SettingsError/Code/newerVersion`` when it
  ///   would replace what a newer version wrote.
  func importedForm(
    of imported: SettingsValue, over current: SettingsValue?, in format: DocumentFormat
  ) throws(SettingsError) -> SettingsValue

  /// Whether two stored values mean the same to the setting's type, whatever their forms.
  func isSameMeaning(_ left: SettingsValue, _ right: SettingsValue) -> Bool
}
