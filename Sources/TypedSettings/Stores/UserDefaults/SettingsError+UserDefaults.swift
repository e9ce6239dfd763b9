#if canImport(Darwin) || UserDefaults
  extension SettingsError {
    static func notSaved(_ suite: SuiteName) -> SettingsError {
      SettingsError(
        .notSaved, found: "UserDefaults could not save the suite '\(suite.text)'",
        advice: "the changes are kept in memory, and saved with the next attempt that succeeds")
    }

    static func notSaved(_ suite: SuiteName, because error: SettingsError) -> SettingsError {
      SettingsError(
        .notSaved, found: "the suite '\(suite.text)' was not saved: \(error.found)", advice: error.advice,
        underlying: error)
    }

    static func corruptDefaults(_ path: String, _ underlying: SettingsError?) -> SettingsError {
      SettingsError(
        .fileCorrupt, found: "'\(path)' is no property list\(underlying.map { ": \($0.found)" } ?? "")",
        advice: "repair or remove the file; until then the last values are served and nothing is written",
        underlying: underlying)
    }
  }
#endif
