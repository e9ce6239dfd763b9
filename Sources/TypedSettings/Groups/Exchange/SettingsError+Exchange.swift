extension SettingsError.Code {
  /// A document contains values that can't be imported; nothing was changed.
  public static let importRefused = Self(rawValue: "importRefused")
}

extension SettingsError {
  static func importRefused(_ reasons: [SettingsError], first: SettingDifference) -> SettingsError {
    SettingsError(
      .importRefused, key: first.key,
      found: "\(reasons.count) of the settings cannot be imported, the first of them '\(first.name)'",
      advice: "see 'reasons', and 'diff(importing:)' for all settings; nothing was changed",
      underlying: reasons.first, reasons: reasons)
  }

  static func notAnExport(_ found: String) -> SettingsError {
    SettingsError(.malformed, found: found, advice: "import what 'export()' has made; nothing was changed")
  }

  static var newerExport: SettingsError {
    SettingsError(
      .newerVersion, found: "exported settings of a newer format than \(ExportDocument.version)",
      advice: "update the program; nothing was changed")
  }

  /// Returns an error for values in a document that are newer than their group.
  static func newerValues(_ key: SettingsKey) -> SettingsError {
    SettingsError(
      .newerVersion, key: key, found: "exported values of a newer version than the group's",
      advice: "update the program; nothing was changed")
  }

  static func importNotMigrated(_ error: SettingsError) -> SettingsError {
    SettingsError(
      .migrationFailed, key: error.key, found: "exported values of an older version that could not be migrated",
      advice: "see 'underlying'; nothing was changed", underlying: error)
  }

  static func differentVersions(_ key: SettingsKey) -> SettingsError {
    SettingsError(
      .migrationFailed, key: key, found: "values of different versions in the stores of one domain",
      advice: "let the groups of a domain have one version")
  }

  /// Returns the error with advice for a value in a document.
  func inImport() -> SettingsError {
    replacing(advice: "correct the document, or leave the setting out of it")
  }

  static func notImportable(_ key: SettingsKey, _ type: Any.Type) -> SettingsError {
    SettingsError(
      .importRefused, key: key, found: "a setting that is a '\(type)'", advice: "let it be a 'SettingRecord'")
  }

  /// Returns an error thrown by a store; it has no key, because the batch has several.
  static func importFailed(_ error: any Error) -> SettingsError {
    error as? SettingsError
      ?? SettingsError(
        .storeFailed, found: "the store threw '\(type(of: error))'",
        advice: "see 'underlying'; the settings keep their values", underlying: error)
  }

  /// An error for values that other writers change repeatedly.
  static var restlessStore: SettingsError {
    SettingsError(
      .storeUnavailable, found: "a store whose values others changed each time they were about to be imported",
      advice: "import again; nothing was changed")
  }
}
