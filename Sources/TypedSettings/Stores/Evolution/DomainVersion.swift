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
