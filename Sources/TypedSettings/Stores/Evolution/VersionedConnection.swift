/// The connection of a setting whose group has a version.
///
/// Making one brings the values of the domain to that version; the first write marks them with it.
final class VersionedConnection: SettingConnection {
  private let connection: any SettingConnection
  private let domain: VersionedDomain
  private let version: Int

  init(
    _ connection: any SettingConnection, domain: String, version: Int, migrations: () -> [SettingsMigration]
  ) {
    self.connection = connection
    self.version = version
    self.domain = VersionedDomain.named(domain, in: connection.versionedStore)
    self.domain.open(version, in: connection.versionedStore, migrations: migrations)
  }

  var store: any SettingsStore { connection.store }

  var versionedStore: any SettingsStore { connection.versionedStore }

  var hasLayers: Bool { connection.hasLayers }

  func layers(of live: LiveValue) -> [SettingsLayerValue] { connection.layers(of: live) }

  var holdsNewerVersion: Bool { domain.isNewer(than: version) }

  var domainVersion: DomainVersion? { DomainVersion(domain: domain, number: version, store: versionedStore) }

  var refusal: SettingsError? { connection.refusal }

  var aliases: [SettingsKey] { connection.aliases }

  func didWrite(_ value: SettingsValue, to live: LiveValue) { connection.didWrite(value, to: live) }

  func load(_ live: LiveValue) -> LiveValue.Snapshot { connection.load(live) }

  func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) throws -> SettingsRevision? {
    if !domain.isMarked(version) {
      if !hasLayers, connection.load(live).value == value { return nil }
      try domain.mark(version, in: versionedStore)
    }
    return try connection.write(value, to: live, origin: origin, onCommit: onCommit)
  }

  func exchange(
    _ expected: SettingsValue?, for value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void
  ) throws -> Bool {
    if !domain.isMarked(version) {
      guard connection.load(live).value == expected else { return false }
      if expected == value { return true }
      try domain.mark(version, in: versionedStore)
    }
    return try connection.exchange(expected, for: value, of: live, onCommit: onCommit)
  }

  func forget(_ live: LiveValue) { connection.forget(live) }

  func isSame(_ left: SettingsValue?, _ right: SettingsValue?, of live: LiveValue) -> Bool {
    connection.isSame(left, right, of: live)
  }

  func adoptAliases(of live: LiveValue) throws -> Bool {
    try domain.refuseIfFailed(version)
    if !domain.isMarked(version), store.value(forKey: live.key) == nil, connection.load(live).value != nil {
      try domain.mark(version, in: versionedStore)
    }
    return try connection.adoptAliases(of: live)
  }
}
