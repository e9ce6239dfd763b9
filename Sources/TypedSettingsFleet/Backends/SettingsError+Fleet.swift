public import TypedSettingsCore

extension SettingsError.Code {
  /// The engine can't be reached, or didn't answer in time; nothing was written.
  public static let remoteUnavailable = Self(rawValue: "remoteUnavailable")
  /// The engine refused a request, for example because the user may not read or write the keys; or a store can't be
  /// made, because its endpoints, its prefix or its certificates can't be used.
  public static let remoteRefused = Self(rawValue: "remoteRefused")
  /// The engine sent an answer that isn't understood.
  public static let remoteMalformed = Self(rawValue: "remoteMalformed")
  /// The engine sent more than ``RemoteLimits`` allow.
  public static let remoteTooLarge = Self(rawValue: "remoteTooLarge")
  /// The engine received a transaction, and it's unknown whether it was committed.
  public static let remoteOutcomeUnknown = Self(rawValue: "remoteOutcomeUnknown")
  /// Other programs changed the settings of an update each time it was tried; nothing was written.
  public static let remoteConflict = Self(rawValue: "remoteConflict")
  /// The engine has lost the data that the last known values come from, or was replaced by another one.
  public static let remoteReset = Self(rawValue: "remoteReset")
  /// The cache of a fleet's settings can't be used, or belongs to another engine or prefix.
  public static let remoteCacheUnusable = Self(rawValue: "remoteCacheUnusable")
}

extension SettingsError {
  /// Returns the error for an engine that can't be reached.
  package static func remoteUnavailable(_ found: String, underlying: (any Error)? = nil) -> SettingsError {
    SettingsError(
      .remoteUnavailable, found: found, advice: "the store connects again; the last known values are used until then",
      underlying: underlying)
  }

  /// Returns the error for an answer that isn't understood.
  package static func remoteMalformed(_ found: String, underlying: (any Error)? = nil) -> SettingsError {
    SettingsError(
      .remoteMalformed, found: found, advice: "check that the endpoint is the intended engine", underlying: underlying)
  }

  /// Returns the error for an answer that exceeds a limit.
  package static func remoteTooLarge(_ found: String) -> SettingsError {
    SettingsError(.remoteTooLarge, found: found, advice: "store fewer or smaller values, or raise the limit")
  }

  /// Returns the error for an engine that has lost its data.
  package static func remoteReset(_ found: String) -> SettingsError {
    SettingsError(
      .remoteReset, found: found,
      advice: "restore the engine's data; if the loss is intended, call 'acceptReset()', or remove the cache and "
        + "restart; the last known values are used until then")
  }

  /// Returns the error for a transaction that may have been committed.
  package static func remoteOutcomeUnknown(_ found: String, underlying: (any Error)? = nil) -> SettingsError {
    SettingsError(
      .remoteOutcomeUnknown, found: found, advice: "read the settings again before repeating the change",
      underlying: underlying)
  }
}
