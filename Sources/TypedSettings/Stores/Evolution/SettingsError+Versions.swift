extension SettingsError {
  /// The values of a domain could not be brought to a version.
  static func migrationFailed(
    _ key: SettingsKey, found: String, advice: String, underlying: (any Error)? = nil
  ) -> SettingsError {
    SettingsError(.migrationFailed, key: key, found: found, advice: advice, underlying: underlying)
  }

  /// A group is older than the values of its domain.
  static func newerVersion(_ key: SettingsKey, than version: Int, found: String? = nil) -> SettingsError {
    SettingsError(
      .newerVersion, key: key, found: found ?? "values of a newer version than \(version)",
      advice: "the stored version is kept, and nothing is migrated")
  }

  /// A migration has made a group of its own domain and writes to it.
  static func isBeingMigrated(_ key: SettingsKey) -> SettingsError {
    .migrationFailed(
      key, found: "a write while the values are being migrated", advice: "change the values that the migration is given"
    )
  }
}
