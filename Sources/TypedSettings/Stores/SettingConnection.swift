/// How a record reaches the value of its key.
package protocol SettingConnection: AnyObject, Sendable {
  /// The store behind the connection.
  var store: any SettingsStore { get }

  /// The value now, asked from the store if it is not known.
  func load(_ live: LiveValue) -> LiveValue.Snapshot

  /// Changes the value.
  ///
  /// - Parameters:
  ///   - value: The value; `nil` removes the key.
  ///   - live: The live value of the key.
  ///   - origin: Where the change comes from.
  ///   - onCommit: Called with the number of the revision when the value is in place, before observers are notified.
  /// - Returns: The revision of the change, or `nil` if the value was held already or is another one by now.
  /// - Throws: The error of the store.
  func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) throws -> SettingsRevision?

  /// Changes the value if it is the expected one.
  ///
  /// - Returns: Whether the value was the expected one.
  func exchange(
    _ expected: SettingsValue?, for value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void
  ) throws -> Bool

  /// Forgets what is known of the value, where the store is what knows it.
  func forget(_ live: LiveValue)

  /// Whether two values are the same to the store, whose medium may have fewer kinds of them.
  func isSame(_ left: SettingsValue?, _ right: SettingsValue?, of live: LiveValue) -> Bool

  /// Whether the domain's values are of a newer version than the group of the record.
  var holdsNewerVersion: Bool { get }

  /// The store whose values have a version: of several layers, the one that takes writes.
  var versionedStore: any SettingsStore { get }

  /// The version that the values of the domain are to have; `nil` where the setting's group has none.
  var domainVersion: DomainVersion? { get }

  /// What every write of a value throws; `nil` where values may be written.
  var refusal: SettingsError? { get }

  /// The older names of the key, the one that counts first first.
  var aliases: [SettingsKey] { get }

  /// Takes notice of a value that was written together with others, in a batch of the store.
  func didWrite(_ value: SettingsValue, to live: LiveValue)

  /// What each layer of the store holds for the setting.
  func layers(of live: LiveValue) -> [SettingsLayerValue]

  /// Whether a write of the present value may still be one, because the value can come from another layer.
  var hasLayers: Bool { get }

  /// Moves a value that is present only under an older name to the key, and removes what older names still hold.
  ///
  /// The value stays the same, so nobody hears of a change.
  ///
  /// - Returns: Whether a value was moved.
  func adoptAliases(of live: LiveValue) throws -> Bool
}

extension SettingConnection {
  /// Changes the value, for a caller that keeps no value of its own.
  @discardableResult
  package func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin
  ) throws -> SettingsRevision? {
    try write(value, to: live, origin: origin) { _ in }
  }

  /// Says that only equal values are the same.
  package func isSame(_ left: SettingsValue?, _ right: SettingsValue?, of live: LiveValue) -> Bool { left == right }

  /// Says that the store has versions itself.
  package var versionedStore: any SettingsStore { store }

  /// Asks the store under the key alone.
  package func layers(of live: LiveValue) -> [SettingsLayerValue] { store.layers(forKey: live.key) }

  /// Says that the value is the store's own.
  package var hasLayers: Bool { false }

  /// Says that no version is known.
  package var holdsNewerVersion: Bool { false }

  /// Says that the group has no version.
  package var domainVersion: DomainVersion? { nil }

  /// Says that values may be written.
  package var refusal: SettingsError? { nil }

  /// Says that there are no older names.
  package var aliases: [SettingsKey] { [] }

  /// Does nothing, which is right where the store has the live value.
  package func didWrite(_ value: SettingsValue, to live: LiveValue) {}

  /// Says that there are no older names.
  package func adoptAliases(of live: LiveValue) -> Bool { false }
}

/// A store whose keys have live values: records share them and write to them, without a look-up in between.
package protocol LiveSettingsStore: SettingsStore, SettingConnection {
  /// The live value of a key.
  func liveValue(forKey key: SettingsKey) -> LiveValue
}

/// The connection to a store that must not be given the values of a setting.
///
/// What the store holds nevertheless is read; only removing it is allowed.
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

  func exchange(
    _ expected: SettingsValue?, for value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void
  ) throws -> Bool {
    if value != nil { throw reason }
    return try connection.exchange(expected, for: nil, of: live, onCommit: onCommit)
  }

  func forget(_ live: LiveValue) { connection.forget(live) }

  func isSame(_ left: SettingsValue?, _ right: SettingsValue?, of live: LiveValue) -> Bool {
    connection.isSame(left, right, of: live)
  }

  func adoptAliases(of live: LiveValue) throws -> Bool { throw reason }

  func layers(of live: LiveValue) -> [SettingsLayerValue] { connection.layers(of: live) }
}

extension SettingsError {
  /// A secret in a store that keeps plain text.
  static func secretRefused(_ key: SettingsKey, by store: String, unlike example: String) -> SettingsError {
    SettingsError(
      .secretRefused, key: key, found: "a secret setting in \(store), which keeps plain text",
      advice: "nothing was written; make the group on '\(example)', or keep secrets apart with "
        + "'RoutingSettingsStore([.traits([.secret], to: vault)], otherwise: store)'")
  }
}
