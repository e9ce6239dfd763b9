/// What an import does if a setting can't have its value in the document.
public enum SettingsImportRefusals: Hashable, Sendable {
  /// Throws ``SettingsError/Code/importRefused`` and changes nothing.
  case fail
  /// Leaves out the refused settings, and sets the others: all of them, or none.
  ///
  /// ``SettingsImportReport/refused`` lists the settings that were left out.
  case skip
}
