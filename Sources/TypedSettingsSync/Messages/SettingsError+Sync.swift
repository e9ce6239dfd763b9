public import TypedSettingsCore

extension SettingsError.Code {
  /// A message of another replica, or a saved state, isn't valid; nothing was applied.
  public static let malformedSyncMessage = Self(rawValue: "malformedSyncMessage")
  /// A message or a value exceeds the limits of the format or of the transport; it wasn't applied or sent.
  public static let syncMessageTooLarge = Self(rawValue: "syncMessageTooLarge")
  /// A message or a saved state has a newer format than this version of the library; nothing was applied.
  public static let newerSyncMessage = Self(rawValue: "newerSyncMessage")
  /// The settings belong to another account than the program or another device; nothing of it is applied.
  public static let otherSyncAccount = Self(rawValue: "otherSyncAccount")
  /// Two devices have changed a setting, and neither had seen the change of the other one.
  public static let syncConflict = Self(rawValue: "syncConflict")
  /// A received value can't be applied and is kept apart, or a setting can't be synchronized.
  public static let syncRefused = Self(rawValue: "syncRefused")
  /// The saved state of synchronization is corrupt or missing; the settings are kept, and join the group again.
  public static let syncStateLost = Self(rawValue: "syncStateLost")
  /// A transport failed; the exchange is tried again.
  public static let syncTransportFailed = Self(rawValue: "syncTransportFailed")
}

extension SettingsError {
  static func malformedMessage(_ problem: String) -> SettingsError {
    SettingsError(
      .malformedSyncMessage, found: "a message with \(problem)", advice: "nothing was applied; check the transport")
  }

  static var truncatedMessage: SettingsError { .malformedMessage("too few bytes") }

  static func messageTooLarge(_ size: String) -> SettingsError {
    SettingsError(
      .syncMessageTooLarge, found: "a message with \(size)", advice: "nothing was applied or sent; synchronize less")
  }

  static func newerMessage(_ version: UInt8) -> SettingsError {
    SettingsError(
      .newerSyncMessage, found: "a message of format \(version)", advice: "update the program; nothing was applied")
  }

  static var newerParts: SettingsError {
    SettingsError(
      .newerSyncMessage, found: "a saved state with parts of a newer format",
      advice: "update the program; nothing was applied")
  }

  static func valueTooLarge(_ size: Int, maximum: Int) -> SettingsError {
    SettingsError(
      .syncMessageTooLarge,
      found: "a value of about \(size) bytes, which doesn't fit into a message of at most \(maximum)",
      advice: "keep less data in the setting; until then it isn't sent, and other settings are")
  }

  /// Returns the error for an entry that isn't kept, because it's one of too many that the program doesn't declare.
  static func tooManyUndeclared(_ key: SettingsKey) -> SettingsError {
    SettingsError(
      .syncMessageTooLarge, key: key, found: "a received value of one of too many settings that aren't declared",
      advice: "it's ignored; update the program, or use another group for other settings")
  }

  /// Returns the error for an entry that no device can have written.
  static func implausibleTime(_ key: SettingsKey) -> SettingsError {
    SettingsError(
      .malformedSyncMessage, key: key, found: "a received value with a time that's a thousand years ahead",
      advice: "it's ignored; correct the clock of the device that sends it, or don't connect with that device")
  }

  static var storeUnreadable: SettingsError {
    SettingsError(
      .storeUnavailable, found: "a setting whose store can't be read",
      advice: "see the store's report; until it can be read, the setting is neither sent nor changed")
  }
}
