/// The version that a group requires of its domain's values.
package struct DomainVersion: Sendable {
  let domain: VersionedDomain
  /// The version number.
  package let number: Int
  /// The store that holds the version.
  package let store: any SettingsStore

  /// The observation of the stored version, which lasts as long as groups of the domain.
  private let observation: VersionObservation

  /// Creates the required version, and migrates the values of the domain to it.
  ///
  /// - Parameters:
  ///   - number: The version number.
  ///   - domain: The name of the domain.
  ///   - store: The store that holds the version.
  ///   - migrations: The migrations to the version; evaluated once for each store and domain.
  init(_ number: Int, of domain: String, in store: any SettingsStore, migrations: () -> [SettingsMigration]) {
    self.domain = VersionedDomain.named(domain, in: store)
    self.number = number
    self.store = store
    observation = self.domain.open(number, in: store, migrations: migrations)
  }

  /// The key that stores the version.
  var key: SettingsKey { domain.versionKey }

  /// The versions that the declared migrations produce, in order.
  package var migratedVersions: [Int] {
    let migrations = domain.state.withLock { $0.migrations[number] } ?? []
    return Set(migrations.map(\.version)).sorted()
  }

  /// A Boolean value that indicates whether the domain's values are of a newer version.
  package var isOlderThanValues: Bool { domain.isNewer(than: number) }

  /// A Boolean value that indicates whether a value can be written without the version.
  var isMarked: Bool { domain.isMarked(number) }

  /// Throws an error if the migration of the store's values failed, in which case nothing may be written.
  package func checkMigration() throws(SettingsError) { try domain.checkMigration(number) }

  /// Migrates the values if they may be of an earlier version.
  ///
  /// - Returns: The relation of the values to the version, or `nil` if the current thread is migrating them.
  func prepare() -> VersionedDomain.Status? { domain.preparedStatus(of: number, in: store) }

  /// Returns the stored version that a write of a value has to replace, which is `nil` if none is stored.
  ///
  /// - Parameter status: The result of ``prepare()``.
  /// - Returns: The stored version; no value if a write doesn't have to store the version.
  /// - Throws: The error of the migration. Nothing may be written then.
  func storedMark(in status: VersionedDomain.Status?) throws(SettingsError) -> SettingsValue?? {
    switch status {
    case .current?, .newer?: return nil
    case .unmarked(let found)?: return .some(found)
    case .failed(let error)?: throw error
    case nil: throw .isBeingMigrated(key)
    }
  }

  /// Updates the status after a batch has stored the version.
  func confirmMark() { domain.confirmMark(number) }

  /// Updates the status after a batch wasn't written, because another process may have stored the version.
  func invalidateMark() { domain.invalidateMark(number) }

  /// Migrates values from another source to the version; the mark among the values is their current version.
  ///
  /// - Parameter values: The values by name.
  /// - Returns: The migrated values, including the mark if there is one.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/newerVersion`` or ``SettingsError/Code/migrationFailed``.
  package func migrated(_ values: [String: SettingsValue]) throws(SettingsError) -> [String: SettingsValue] {
    try declared.migrated(values)
  }

  /// The version without the store.
  var declared: DeclaredVersion { DeclaredVersion(number: number, domain: domain) }
}

/// A version of a domain's values and the migrations to it.
///
/// Unlike ``DomainVersion``, it doesn't retain the store that holds the values, so that the store can keep it.
package struct DeclaredVersion: Sendable {
  /// The version number.
  package let number: Int
  fileprivate let domain: VersionedDomain

  /// Creates the version of a domain in a store, without migrating the values.
  init(_ number: Int, of domain: String, in store: any SettingsStore) {
    self.init(number: number, domain: VersionedDomain.named(domain, in: store))
  }

  fileprivate init(number: Int, domain: VersionedDomain) {
    self.number = number
    self.domain = domain
  }

  /// Throws an error if the migration of the store's values failed, in which case nothing may be written.
  package func checkMigration() throws(SettingsError) { try domain.checkMigration(number) }

  /// Migrates the values of another store to the version, and stores it there.
  ///
  /// Values that are written before the version is known there would be migrated again.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/migrationFailed``, or the error of the store.
  func migrate(_ store: any SettingsStore) throws(SettingsError) {
    let migrations = domain.state.withLock { $0.migrations[number] } ?? []
    let version = DomainVersion(number, of: domain.name, in: store, migrations: { migrations })
    for _ in Contention.attempts {
      guard let found = try version.storedMark(in: version.prepare()), store.isWritable(version.key) else { return }
      let mark = SettingsChanges([version.key: number.settingsValue], ifUnchanged: [version.key: found])
      do { if try store.commit(mark) { return version.confirmMark() } } catch {
        throw .wrapping(error, key: version.key)
      }
      version.invalidateMark()
    }
    throw .contended("a migration")
  }

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
    switch run.outcome(of: migrations).status {
    case .failed(let error): throw error
    case .newer: throw .newerVersion(domain.versionKey, than: number)
    case .current, .unmarked: break
    }
    return (copy.keys(inDomain: domain.name) ?? []).reduce(into: [:]) { migrated, key in
      migrated[key.name] = copy.value(forKey: key)
    }
  }
}
