extension ImportableSetting {
  /// Why a stored value doesn't belong into a document, or `nil` if the setting itself could import it.
  ///
  /// What a newer version of the program stored is exported as it is, since that version reads the document.
  func refusal(ofExported value: SettingsValue, in format: DocumentFormat) -> SettingsError? {
    if link.connection.holdsNewerVersion { return nil }
    do throws(SettingsError) { _ = try importedForm(of: value, over: nil, in: format) } catch {
      return error.replacing(advice: "the setting is left out of the export; assign it or reset it")
    }
    return nil
  }
}
