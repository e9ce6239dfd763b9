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

/// The version that a group gives to the values of its domain, and what brings values to it.
package struct DomainVersion: Sendable {
  let domain: VersionedDomain
  /// The version.
  package let number: Int
  /// The store that has the mark.
  package let store: any SettingsStore

  /// Throws if the store's values could not be brought to the version, so that nothing may be written.
  package func refuseIfFailed() throws(SettingsError) { try domain.refuseIfFailed(number) }

  /// What marks the store's values as those of the version, for a batch; `nil` if there is no need to.
  package func mark() throws(SettingsError) -> VersionMark? { try domain.mark(forBatchOf: number, in: store) }

  /// Takes notice of a mark that a batch has written.
  package func didMark() { domain.didMark(number) }

  /// Takes notice of a batch that was not written, because somebody else may have marked the values.
  package func didMissMark() { domain.didMissMark(number) }

  /// Brings values that do not come from the store to the version; the mark among them says of which one they are.
  ///
  /// - Parameter values: The values by their names.
  /// - Returns: The values of the version, the mark among them if there is one.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/newerVersion`` or ``SettingsError/Code/migrationFailed``.
  package func migrated(_ values: [String: SettingsValue]) throws(SettingsError) -> [String: SettingsValue] {
    let keyed = values.map { (SettingsKey(domain: domain.name, name: $0.key), $0.value) }
    let copy = InMemorySettingsStore(Dictionary(uniqueKeysWithValues: keyed))
    let migrations = domain.state.withLock { $0.migrations[number] } ?? []
    let run = MigrationRun(version: number, versionKey: domain.versionKey, store: copy)
    switch MigrationTurn.take({ run.outcome(of: migrations).standing }) {
    case .failed(let error): throw error
    case .newer: throw .newerVersion(domain.versionKey, than: number)
    case .current, .unmarked: break
    }
    return (copy.keys(inDomain: domain.name) ?? []).reduce(into: [:]) { migrated, key in
      migrated[key.name] = copy.value(forKey: key)
    }
  }
}

/// What says of which version the values of a domain are, before it is written.
package struct VersionMark: Sendable {
  /// The key of the domain's version.
  package let key: SettingsKey
  /// What is in the place of the mark; `nil` for nothing.
  package let found: SettingsValue?
  /// The mark.
  package let value: SettingsValue
}
