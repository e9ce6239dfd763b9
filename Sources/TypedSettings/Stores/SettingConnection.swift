/// A connection through which a record reads and writes the value of its key.
package protocol SettingConnection: AnyObject, Sendable {
  /// The store behind the connection.
  var store: any SettingsStore { get }

  /// Returns the current value, which it reads from the store if it isn't cached.
  func load(_ live: LiveValue) -> LiveValue.Snapshot

  /// Sets or removes the value.
  ///
  /// - Parameters:
  ///   - value: The value, or `nil` to remove the key.
  ///   - live: The live value of the key.
  ///   - origin: The origin of the change.
  ///   - onCommit: A closure that receives the revision number after the commit, before observers are notified.
  /// - Returns: The revision of the change, or `nil` if the key already had the value or has since changed again.
  /// - Throws: The error of the store.
  func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) throws -> SettingsRevision?

  /// Replaces the value if it's the expected one.
  ///
  /// - Returns: `true` if the key had the expected value.
  func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void
  ) throws -> Bool

  /// Discards the cached value, unless the live value is the store's own.
  func invalidate(_ live: LiveValue)

  /// Returns a Boolean value that indicates whether the store's format represents two values in the same way.
  func isSame(_ left: SettingsValue?, _ right: SettingsValue?, of live: LiveValue) -> Bool

  /// A Boolean value that indicates whether the domain's values are of a newer version than the record's group.
  var holdsNewerVersion: Bool { get }

  /// The store whose values have a version; in a layered store, the store of the writable layer.
  var versionedStore: any SettingsStore { get }

  /// The version of the domain's values that the setting's group requires, or `nil` if the group has none.
  var domainVersion: DomainVersion? { get }

  /// The error that every write of a value throws, or `nil` if values can be written.
  var refusal: SettingsError? { get }

  /// The older names of the key, in order of precedence.
  var aliases: [SettingsKey] { get }

  /// Updates the connection after a batch of the store has written the value.
  func didWrite(_ value: SettingsValue, to live: LiveValue)

  /// Returns the value that each layer of the store holds for the setting.
  func layers(of live: LiveValue) -> [SettingsLayerValue]

  /// A Boolean value that indicates whether the current value can come from a layer other than the writable one.
  ///
  /// If it's `true`, a write of the current value can still change the store.
  var hasLayers: Bool { get }

  /// Moves a value that is stored only under an older name to the key, and removes the values of older names.
  ///
  /// The setting's value stays the same, so observers aren't notified.
  ///
  /// - Returns: `true` if a value was moved.
  func adoptAliases(of live: LiveValue) throws -> Bool
}

extension SettingConnection {
  /// Sets or removes the value, for a caller without a cache of its own.
  @discardableResult
  package func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin
  ) throws -> SettingsRevision? {
    try write(value, to: live, origin: origin) { _ in }
  }

  /// Returns `true` if the values are equal.
  package func isSame(_ left: SettingsValue?, _ right: SettingsValue?, of live: LiveValue) -> Bool { left == right }

  /// Returns the store of the connection.
  package var versionedStore: any SettingsStore { store }

  /// Returns the store's layers for the key.
  package func layers(of live: LiveValue) -> [SettingsLayerValue] { store.layers(forKey: live.key) }

  /// Returns `false`.
  package var hasLayers: Bool { false }

  /// Returns `false`.
  package var holdsNewerVersion: Bool { false }

  /// Returns `nil`.
  package var domainVersion: DomainVersion? { nil }

  /// Returns `nil`.
  package var refusal: SettingsError? { nil }

  /// Returns an empty array.
  package var aliases: [SettingsKey] { [] }

  /// Does nothing, which is correct if the live value is the store's own.
  package func didWrite(_ value: SettingsValue, to live: LiveValue) {}

  /// Returns `false`.
  package func adoptAliases(of live: LiveValue) -> Bool { false }
}

/// A store whose records share the live value of a key and write to it without a lookup.
package protocol LiveSettingsStore: SettingsStore, SettingConnection {
  /// Returns the live value of a key.
  func liveValue(forKey key: SettingsKey) -> LiveValue
}

/// A connection to a store that refuses the values of a setting.
///
/// Existing values can be read and removed.
final class RefusingConnection: SettingConnection {
  private let connection: any SettingConnection
  private let reason: SettingsError

  init(_ connection: any SettingConnection, refusal: SettingsError) {
    self.connection = connection
    reason = refusal
  }

  var store: any SettingsStore { connection.store }

  var versionedStore: any SettingsStore { connection.versionedStore }

  var hasLayers: Bool { connection.hasLayers }

  var holdsNewerVersion: Bool { connection.holdsNewerVersion }

  var domainVersion: DomainVersion? { connection.domainVersion }

  var refusal: SettingsError? { reason }

  var aliases: [SettingsKey] { connection.aliases }

  func didWrite(_ value: SettingsValue, to live: LiveValue) { connection.didWrite(value, to: live) }

  func load(_ live: LiveValue) -> LiveValue.Snapshot { connection.load(live) }

  func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) throws -> SettingsRevision? {
    if value != nil { throw reason }
    return try connection.write(nil, to: live, origin: origin, onCommit: onCommit)
  }

  func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void
  ) throws -> Bool {
    if value != nil { throw reason }
    return try connection.compareExchange(expected: expected, desired: nil, of: live, onCommit: onCommit)
  }

  func invalidate(_ live: LiveValue) { connection.invalidate(live) }

  func isSame(_ left: SettingsValue?, _ right: SettingsValue?, of live: LiveValue) -> Bool {
    connection.isSame(left, right, of: live)
  }

  func adoptAliases(of live: LiveValue) throws -> Bool { throw reason }

  func layers(of live: LiveValue) -> [SettingsLayerValue] { connection.layers(of: live) }
}

extension SettingsError {
  /// Returns the error for a secret setting in a store that keeps plain text.
  static func secretRefused(_ key: SettingsKey, by store: String, insteadUse example: String) -> SettingsError {
    SettingsError(
      .secretRefused, key: key, found: "a secret setting in \(store), which keeps plain text",
      advice: "nothing was written; create the group with '\(example)', or store secrets separately with "
        + "'RoutingSettingsStore([.traits([.secret], to: vault)], default: store)'")
  }
}
