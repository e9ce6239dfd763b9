/// A connection for a setting whose group has a version.
///
/// Creating the connection migrates the values of the domain to that version. The first write stores the version.
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

  func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void
  ) throws -> Bool {
    if !domain.isMarked(version) {
      guard connection.load(live).value == expected else { return false }
      if expected == value { return true }
      try domain.mark(version, in: versionedStore)
    }
    return try connection.compareExchange(expected: expected, desired: value, of: live, onCommit: onCommit)
  }

  func invalidate(_ live: LiveValue) { connection.invalidate(live) }

  func isSame(_ left: SettingsValue?, _ right: SettingsValue?, of live: LiveValue) -> Bool {
    connection.isSame(left, right, of: live)
  }

  func adoptAliases(of live: LiveValue) throws -> Bool {
    try domain.checkMigration(version)
    if !domain.isMarked(version), store.value(forKey: live.key) == nil, connection.load(live).value != nil {
      try domain.mark(version, in: versionedStore)
    }
    return try connection.adoptAliases(of: live)
  }
}

/// The version that a group requires of its domain's values.
package struct DomainVersion: Sendable {
  let domain: VersionedDomain
  /// The version number.
  package let number: Int
  /// The store that holds the version.
  package let store: any SettingsStore

  /// Throws an error if the migration of the store's values failed, in which case nothing may be written.
  package func checkMigration() throws(SettingsError) { try domain.checkMigration(number) }

  /// Returns the version mark that a batch has to write, or `nil` if none is necessary.
  package func mark() throws(SettingsError) -> VersionMark? { try domain.mark(forBatchOf: number, in: store) }

  /// Updates the status after a batch has written the mark.
  package func confirmMark() { domain.confirmMark(number) }

  /// Updates the status after a batch wasn't written, because another process may have written the mark.
  package func invalidateMark() { domain.invalidateMark(number) }

  /// Migrates values from another source to the version; the mark among the values is their current version.
  ///
  /// - Parameter values: The values by name.
  /// - Returns: The migrated values, including the mark if there is one.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/newerVersion`` or ``SettingsError/Code/migrationFailed``.
  package func migrated(_ values: [String: SettingsValue]) throws(SettingsError) -> [String: SettingsValue] {
    let keyed = values.map { (SettingsKey(domain: domain.name, name: $0.key), $0.value) }
    let copy = InMemorySettingsStore(Dictionary(uniqueKeysWithValues: keyed))
    let migrations = domain.state.withLock { $0.migrations[number] } ?? []
    let run = MigrationRun(version: number, versionKey: domain.versionKey, store: copy)
    switch MigrationLock.withLock({ run.outcome(of: migrations).status }) {
    case .failed(let error): throw error
    case .newer: throw .newerVersion(domain.versionKey, than: number)
    case .current, .unmarked: break
    }
    return (copy.keys(inDomain: domain.name) ?? []).reduce(into: [:]) { migrated, key in
      migrated[key.name] = copy.value(forKey: key)
    }
  }
}

/// A version of a domain's values that isn't written yet.
package struct VersionMark: Sendable {
  /// The key of the domain's version.
  package let key: SettingsKey
  /// The stored version, or `nil` if there is none.
  package let found: SettingsValue?
  /// The version to write.
  package let value: SettingsValue
}
