/// Changes to several keys, applied to all of their stores or to none.
///
/// A batch that sets values of a versioned domain also stores the version, unless it's stored already, in one step with
/// the values.
///
/// Only a batch stores the version of a domain. The first write of a setting, the move of a value from an older name,
/// drafts, imports and synchronization are batches, so none of them stores a version without a value, or a value
/// without its version.
package struct SettingsBatch {
  private struct Part {
    let store: any SettingsStore
    var changes: SettingsChanges

    /// A Boolean value that indicates whether the part stores versions without values.
    var isVersion: Bool { changes.values.keys.allSatisfy(\.isVersion) }
  }

  /// The scope of a single call to a store.
  private struct Scope: Hashable {
    let store: ObjectIdentifier
    /// The domain, if a batch of the store is limited to one.
    let domain: String?

    init(_ key: SettingsKey, in store: any SettingsStore) {
      self.store = ObjectIdentifier(store)
      domain = store.atomicity == .domain ? key.domain : nil
    }
  }

  /// The version that the values of a domain have after the batch.
  private struct Requirement {
    var version: DomainVersion
    /// The relation of the stored values to the version when the batch was prepared; `nil` during their migration.
    var status: VersionedDomain.Status?
    /// A Boolean value that indicates whether the batch changes values of the domain.
    var isUsed = false
    /// The store of the first value that the batch sets, or `nil` if it sets none.
    var store: (any SettingsStore)?
  }

  /// The parts, in the order of their first keys.
  private var parts: [Part] = []
  private var indices: [Scope: Int] = [:]
  private var requirements: [ObjectIdentifier: Requirement] = [:]

  /// The origin of the changes.
  private let origin: SettingsChange.Origin

  /// Creates an empty batch.
  ///
  /// - Parameter origin: The origin of its changes.
  package init(origin: SettingsChange.Origin = .local) { self.origin = origin }

  /// Migrates the values of a domain if they're of an earlier version.
  ///
  /// Call this method before you read the values that the batch depends on. The batch fails if another writer stores a
  /// version after this call. If several versions of a domain are passed, the highest one applies.
  package mutating func prepare(_ version: DomainVersion?) {
    guard let version else { return }
    let domain = ObjectIdentifier(version.domain)
    var requirement = requirements[domain] ?? Requirement(version: version)
    if requirements[domain] != nil, requirement.version.number >= version.number { return }
    requirement.version = version
    requirement.status = version.prepare()
    requirements[domain] = requirement
  }

  /// Adds a change.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The new value, or `nil` to remove the key.
  ///   - store: The store of the key.
  ///   - version: The version of the value.
  package mutating func change(
    _ key: SettingsKey, to value: SettingsValue?, in store: any SettingsStore, version: DomainVersion? = nil
  ) {
    parts[index(of: key, in: store)].changes.values.updateValue(value, forKey: key)
    guard let version else { return }
    prepare(version)
    let domain = ObjectIdentifier(version.domain)
    requirements[domain]?.isUsed = true
    // A draft stores the version when it's applied.
    if value != nil, !store.isDraft, requirements[domain]?.store == nil { requirements[domain]?.store = store }
  }

  /// Makes the batch depend on the value of a key.
  package mutating func expect(_ value: SettingsValue?, forKey key: SettingsKey, in store: any SettingsStore) {
    parts[index(of: key, in: store)].changes.expected.updateValue(value, forKey: key)
  }

  /// Adds the changes and the expected values of a store.
  package mutating func add(_ changes: SettingsChanges, in store: any SettingsStore) {
    for (key, value) in changes.expected { expect(value, forKey: key, in: store) }
    for (key, value) in changes.values { change(key, to: value, in: store) }
  }

  private mutating func index(of key: SettingsKey, in store: any SettingsStore) -> Int {
    let scope = Scope(key, in: store)
    if let index = indices[scope] { return index }
    indices[scope] = parts.endIndex
    parts.append(Part(store: store, changes: SettingsChanges([:], origin: origin)))
    return parts.endIndex - 1
  }

  /// Writes the changes, with one call to each store.
  ///
  /// For a store that can't compare and change atomically, the comparison comes first. If a store fails, the changes in
  /// the stores before it are rolled back.
  ///
  /// - Returns: `true` if the keys had the expected values; otherwise, nothing was changed.
  /// - Throws: The error of a store or of a migration, or one that lists all locked keys. Nothing was changed, unless
  ///   it's ``SettingsError/Code/notSaved``.
  package func write() throws -> Bool {
    var batch = self
    let marked = try batch.addVersions()
    do {
      let isDone = try batch.writeParts()
      for version in marked { if isDone { version.confirmMark() } else { version.invalidateMark() } }
      return isDone
    } catch {
      if SettingsError.isUnsavedChange(error) { for version in marked { version.confirmMark() } }
      throw error
    }
  }

  /// Adds the versions that have to be stored with the values.
  ///
  /// - Returns: The added versions.
  /// - Throws: The error of a migration.
  private mutating func addVersions() throws(SettingsError) -> [DomainVersion] {
    var added: [DomainVersion] = []
    for (version, found, store) in try missingVersions() {
      let key = version.key
      // In one step with the value, if the store of the value writes the version where it's read.
      let target = store.writeTarget(forKey: key) === version.store ? store : version.store
      change(key, to: version.number.settingsValue, in: target)
      expect(found, forKey: key, in: target)
      added.append(version)
    }
    return added
  }

  /// Returns the versions that have to be stored, each with the stored version and the store of a value.
  private func missingVersions() throws(SettingsError) -> [(DomainVersion, SettingsValue?, any SettingsStore)] {
    var missing: [(DomainVersion, SettingsValue?, any SettingsStore)] = []
    for requirement in requirements.values.inOrder({ $0.version.key.domain < $1.version.key.domain }) {
      guard requirement.isUsed else { continue }
      let found = try requirement.version.storedMark(in: requirement.status)
      if let found, let store = requirement.store { missing.append((requirement.version, found, store)) }
    }
    return missing
  }

  private func writeParts() throws -> Bool {
    guard parts.allSatisfy({ $0.store.hasExpectedValues($0.changes) }) else { return false }
    try Self.check(parts.flatMap { part in part.changes.values.keys.compactMap { part.store.lockError(forKey: $0) } })
    var written: [(part: Part, former: [SettingsKey: SettingsValue?])] = []
    func restore() {
      for (part, former) in written { part.store.restore(former, replacing: part.changes.values) }
    }
    var unsaved: (any Error)?
    // Versions of their own first: a value without a version would be migrated again.
    for part in parts.filter(\.isVersion) + parts.filter({ !$0.isVersion }) where !part.changes.values.isEmpty {
      let former = Dictionary(
        uniqueKeysWithValues: part.changes.values.keys.map { ($0, part.store.ownValue(forKey: $0)) })
      do {
        guard try part.store.commit(part.changes) else {
          restore()
          return false
        }
      } catch  where SettingsError.isUnsavedChange(error) {
        unsaved = unsaved ?? error
      } catch {
        restore()
        throw error
      }
      written.append((part, former))
    }
    if let unsaved { throw unsaved }
    return true
  }

  /// Throws an error that lists the refusals of a batch, such as for locked keys, in the order of the keys, if
  /// there are any.
  package static func check(_ refusals: [SettingsError]) throws(SettingsError) {
    if refusals.isEmpty { return }
    let sorted = refusals.inOrder { left, right in
      (left.key?.domain ?? "", left.key?.name ?? "") < (right.key?.domain ?? "", right.key?.name ?? "")
    }
    throw .refused(sorted, in: "a batch")
  }

}
