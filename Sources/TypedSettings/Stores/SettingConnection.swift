/// How a record reaches the value of its key.
package protocol SettingConnection: AnyObject, Sendable {
  /// The store behind the connection.
  var store: any SettingsStore { get }

  /// The value now, asked from the store if it is not known.
  func load(_ live: LiveValue) -> LiveValue.Snapshot

  /// Changes the value.
  ///
  /// - Returns: The revision of the change, or `nil` if the value was held already or is another one by now.
  func write(_ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin) throws -> SettingsRevision?

  /// Changes the value if it is the expected one.
  ///
  /// - Returns: Whether the value was the expected one.
  func exchange(_ expected: SettingsValue?, for value: SettingsValue?, of live: LiveValue) throws -> Bool

  /// Forgets what is known of the value, where the store is what knows it.
  func forget(_ live: LiveValue)
}

/// A store whose keys have live values: records share them and write to them, without a look-up in between.
package protocol LiveSettingsStore: SettingsStore, SettingConnection {
  /// The live value of a key.
  func liveValue(forKey key: SettingsKey) -> LiveValue
}
