/// The version that a group requires of its domain's values.
package struct DomainVersion: Sendable {
  let domain: VersionedDomain
  /// The version number.
  package let number: Int
  /// The store that holds the version.
  package let store: any SettingsStore

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
    self.domain.open(number, in: store, migrations: migrations)
  }

  /// The versions that the declared migrations produce, in order.
  package var migratedVersions: [Int] {
    let migrations = domain.state.withLock { $0.migrations[number] } ?? []
    return Set(migrations.map(\.version)).sorted()
  }

  /// A Boolean value that indicates whether the domain's values are of a newer version.
  package var isOlderThanValues: Bool { domain.isNewer(than: number) }

  /// A Boolean value that indicates whether a value can be written without storing the version first.
  var isMarked: Bool { domain.isMarked(number) }

  /// Stores the version, before the first write to the domain.
  ///
  /// - Throws: The error of the migration or of the store. Nothing may be written then.
  func writeMark() throws { try domain.mark(number, in: store) }

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

  /// Throws an error if the migration of the store's values failed, in which case nothing may be written.
  package func checkMigration() throws(SettingsError) { try domain.checkMigration(number) }

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

/// A version of a domain's values that isn't written yet.
package struct VersionMark: Sendable {
  /// The key of the domain's version.
  package let key: SettingsKey
  /// The stored version, or `nil` if there is none.
  package let found: SettingsValue?
  /// The version to write.
  package let value: SettingsValue
}

/// The version marks that a batch has to write together with its values.
struct DomainMarks {
  private let marks: [(version: DomainVersion, mark: VersionMark)]

  /// Finds the marks, and migrates the values of domains whose version isn't known.
  ///
  /// - Parameter versions: The versions of the changed settings.
  /// - Throws: The error of a migration. Nothing may be written then.
  init(of versions: [DomainVersion]) throws(SettingsError) {
    var marks: [(DomainVersion, VersionMark)] = []
    for version in Self.highest(versions) {
      if let mark = try version.mark() { marks.append((version, mark)) }
    }
    self.marks = marks
  }

  /// Selects the marks to write.
  ///
  /// - Parameter found: The version of each changed setting, and its mark if one is necessary.
  init(_ found: [(version: DomainVersion, mark: VersionMark?)]) {
    let numbers = Self.highest(found.map(\.version)).map { (ObjectIdentifier($0.domain), $0.number) }
    let highest = Dictionary(uniqueKeysWithValues: numbers)
    var selected: [ObjectIdentifier: (DomainVersion, VersionMark)] = [:]
    for (version, mark) in found where version.number == highest[ObjectIdentifier(version.domain)] {
      if let mark { selected[ObjectIdentifier(version.domain)] = (version, mark) }
    }
    marks = Array(selected.values)
  }

  /// Returns the highest version of each domain: the values of all its settings are of that version.
  private static func highest(_ versions: [DomainVersion]) -> [DomainVersion] {
    let highest = versions.map { (ObjectIdentifier($0.domain), $0) }
    return Array(Dictionary(highest) { $0.number < $1.number ? $1 : $0 }.values)
  }

  /// Adds the marks to a batch.
  ///
  /// Add them first: if the batch needs several calls, a value without a mark would be migrated again.
  func add(to batch: inout SettingsBatch) {
    for (version, mark) in marks {
      batch.change(mark.key, to: mark.value, in: version.store)
      batch.expect(mark.found, forKey: mark.key, in: version.store)
    }
  }

  /// Updates the state of the domains after the batch was written.
  func confirm() { for (version, _) in marks { version.confirmMark() } }

  /// Updates the state of the domains after the batch wasn't written, because a store has other values by now.
  func invalidate() { for (version, _) in marks { version.invalidateMark() } }
}
