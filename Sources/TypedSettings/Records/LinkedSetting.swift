/// A setting whose key in the store can be observed.
package protocol LinkedSetting: Setting {
  /// The connection between the setting and its key in the store.
  var link: SettingLink { get }

  /// Returns whether two stored forms represent the same value; `nil` represents the default.
  func isSame(_ left: SettingsValue?, _ right: SettingsValue?) -> Bool
}

/// A setting whose value can be imported from a document, together with those of others.
package protocol ImportableSetting: LinkedSetting {
  /// Returns the form to store for a value from a document.
  ///
  /// - Parameters:
  ///   - imported: The value as it is in the document.
  ///   - current: The value that the store holds.
  ///   - format: The format of the document.
  /// - Returns: The value in its current form, including the parts of `current` that must be preserved.
  /// - Throws: ``SettingsError`` if a part of `imported` can't be read, or ``SettingsError/Code/newerVersion`` if it
  ///   would replace a value written by a newer version.
  func importedForm(
    of imported: SettingsValue, over current: SettingsValue?, in format: DocumentFormat
  ) throws(SettingsError) -> SettingsValue

  /// Returns whether two stored values decode to the same value, whatever their forms.
  func areEquivalent(_ left: SettingsValue, _ right: SettingsValue) -> Bool
}

/// A setting that can check a value without storing it.
package protocol CheckingSetting: Setting {
  /// Returns the reasons why a stored form, or a part of it, can't be decoded; empty if all of it can.
  func issues(of stored: SettingsValue) -> [SettingsError]
}
