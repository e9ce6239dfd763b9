public import TypedSettingsCore

extension SettingsError.Code {
  /// A document contains values that can't be imported; nothing was changed.
  public static let importRefused = Self(rawValue: "importRefused")
}

extension SettingsError {
  /// Returns the error for an import that some settings refuse.
  static func importRefused(_ reasons: [SettingsError], count: Int, first: SettingDifference) -> SettingsError {
    // Not the first of all reasons, because the reasons of rules about several settings come last and have no key.
    let reason: SettingsError? = if case .refused(let error) = first.outcome { error.reasons.first } else { nil }
    return SettingsError(
      .importRefused, key: first.key,
      found: "\(count) of the settings can't be imported\(count == 1 ? ":" : ", starting with") '\(first.name)'"
        + (reason.map { " (\($0.found))" } ?? ""),
      advice: "see 'reasons', and 'diff(importing:)' for all settings; nothing was changed",
      underlying: reasons.first, reasons: reasons)
  }

  /// Returns the error for data that isn't an exported document.
  static func notAnExport(_ found: String) -> SettingsError {
    SettingsError(.malformed, found: found, advice: "import an exported document; nothing was changed")
  }

  /// The error for a document whose format is newer than this version of the library.
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

  /// Returns the error for older values in a document that couldn't be migrated.
  static func importNotMigrated(_ error: SettingsError) -> SettingsError {
    SettingsError(
      .migrationFailed, key: error.key,
      found: "exported values of an older version that couldn't be migrated: \(error.found)",
      advice: "correct the migration or the document; nothing was changed", underlying: error)
  }

  /// Returns the error for an export from stores whose values have different versions.
  static func differentVersions(_ key: SettingsKey) -> SettingsError {
    SettingsError(
      .migrationFailed, key: key, found: "values of different versions in the stores of one domain",
      advice: "declare the same version for all groups of a domain")
  }

  /// Returns the error with advice for a value in a document.
  func inImport() -> SettingsError {
    replacing(advice: "correct the value in the document, or remove it")
  }

  /// Returns whether two declarations of a setting refuse a value for the same reason.
  func isSameRefusal(as other: SettingsError) -> Bool {
    code == other.code && key == other.key && codingPath == other.codingPath && found == other.found
  }

  /// Returns the error for a setting of a type that doesn't support imports.
  static func notImportable(_ key: SettingsKey, _ type: Any.Type) -> SettingsError {
    SettingsError(
      .importRefused, key: key, found: "a setting that is a '\(type)'", advice: "declare it as a 'SettingRecord'")
  }

  /// Returns an error thrown by a store; it has no key, because the batch has several.
  static func importFailed(_ error: any Error) -> SettingsError {
    error as? SettingsError
      ?? SettingsError(
        .storeFailed, found: "the store threw '\(type(of: error))'",
        advice: "see 'underlying'; the settings keep their values", underlying: error)
  }

  /// An error for values that other writers change repeatedly.
  static var contendedStore: SettingsError {
    SettingsError(
      .storeUnavailable, found: "a store whose values changed during every attempt to import",
      advice: "import again; nothing was changed")
  }
}
