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
