/// Changes to several keys, applied to all of their stores or to none.
package struct SettingsBatch {
  private struct Part {
    let store: any SettingsStore
    var changes: [SettingsKey: SettingsValue?] = [:]
    var expected: [SettingsKey: SettingsValue?] = [:]
  }

  /// The scope of a single call to a store.
  private struct Scope: Hashable {
    let store: ObjectIdentifier
    /// The domain, if a batch of the store is limited to one.
    let domain: String?

    init(_ key: SettingsKey, in store: any SettingsStore) {
      self.store = ObjectIdentifier(store)
      domain = (store as? any ConditionalBatchStore)?.keepsDomainsApart ?? false ? key.domain : nil
    }
  }

  /// The parts, in the order of their first keys.
  private var parts: [Part] = []
  private var indices: [Scope: Int] = [:]

  package init() {}

  /// Adds a change.
  package mutating func change(_ key: SettingsKey, to value: SettingsValue?, in store: any SettingsStore) {
    parts[index(of: key, in: store)].changes.updateValue(value, forKey: key)
  }

  /// Makes the batch depend on the value of a key.
  package mutating func expect(_ value: SettingsValue?, forKey key: SettingsKey, in store: any SettingsStore) {
    parts[index(of: key, in: store)].expected.updateValue(value, forKey: key)
  }

  private mutating func index(of key: SettingsKey, in store: any SettingsStore) -> Int {
    let scope = Scope(key, in: store)
    if let index = indices[scope] { return index }
    indices[scope] = parts.endIndex
    parts.append(Part(store: store))
    return parts.endIndex - 1
  }

  /// Writes the changes, with one call to each store.
  ///
  /// For a store that can't compare and change atomically, the comparison comes first. If a store fails, the changes in
  /// the stores before it are rolled back.
  ///
  /// - Returns: `true` if the keys had the expected values; otherwise, nothing was changed.
  /// - Throws: The error of a store, or one that lists all locked keys. Nothing was changed, unless it's
  ///   ``SettingsError/Code/notSaved``.
  package func write() throws -> Bool {
    guard parts.allSatisfy(Self.isExpected) else { return false }
    try Self.check(parts.flatMap { part in part.changes.keys.compactMap { part.store.lockError(forKey: $0) } })
    var written: [(part: Part, old: [SettingsKey: SettingsValue?])] = []
    var unsaved: (any Error)?
    for part in parts where !part.changes.isEmpty {
      let old = Dictionary(
        uniqueKeysWithValues: part.changes.keys.map { ($0, part.store.ownValue(forKey: $0)) })
      do {
        guard try Self.write(part) else {
          for (part, old) in written { Self.restore(old, in: part) }
          return false
        }
      } catch  where SettingsError.isUnsavedChange(error) {
        unsaved = unsaved ?? error
      } catch {
        // A store without a batch operation may have written some of the values.
        for (part, old) in written + [(part, old)] { Self.restore(old, in: part) }
        throw error
      }
      written.append((part, old))
    }
    if let unsaved { throw unsaved }
    return true
  }

  /// Throws an error that lists the refusals of a batch, such as those of locked keys, in the order of the keys, if
  /// there are any.
  static func check(_ refusals: [SettingsError]) throws(SettingsError) {
    if refusals.isEmpty { return }
    let sorted = refusals.sorted { left, right in
      (left.key?.domain ?? "", left.key?.name ?? "") < (right.key?.domain ?? "", right.key?.name ?? "")
    }
    throw .refused(sorted, in: "a batch")
  }

  private static func isExpected(_ part: Part) -> Bool {
    part.expected.allSatisfy { part.store.value(forKey: $0.key) == $0.value }
  }

  private static func write(_ part: Part) throws -> Bool {
    if let store = part.store as? any ConditionalBatchStore {
      return try store.set(part.changes, ifUnchanged: part.expected)
    }
    try part.store.set(part.changes)
    return true
  }

  /// Restores the old values of keys that haven't been changed again since.
  ///
  /// The versions of domains stay: they match the stored values, and other writes may already depend on them.
  private static func restore(_ old: [SettingsKey: SettingsValue?], in part: Part) {
    for (key, value) in part.changes where key.name != SettingsMigration.versionKeyName {
      let (store, old) = (part.store, old[key] ?? nil)
      guard store.ownValue(forKey: key) == value else { continue }
      let effective = store.value(forKey: key)
      do {
        // Another layer may have the same value, which doesn't replace that of the writable one.
        if effective == old {
          try store.set(old, forKey: key)
        } else {
          _ = try store.compareExchange(expected: effective, desired: old, forKey: key)
        }
      } catch {
        SettingsDiagnostics.report(.wrapping(error, key: key))
      }
    }
  }
}

/// A store that can atomically change several keys on the condition that keys have expected values.
package protocol ConditionalBatchStore: SettingsStore {
  /// A Boolean value that indicates whether a batch is limited to the keys of a single domain.
  var keepsDomainsApart: Bool { get }

  /// A Boolean value that indicates whether no other write can occur between the comparison and the changes.
  var comparesAtomically: Bool { get }

  /// Atomically changes several keys if all keys have the expected values.
  ///
  /// - Returns: `true` if all keys had the expected values; otherwise, nothing was changed.
  func set(
    _ values: [SettingsKey: SettingsValue?], ifUnchanged expected: [SettingsKey: SettingsValue?]
  ) throws -> Bool
}

extension ConditionalBatchStore {
  /// Returns `false`.
  package var keepsDomainsApart: Bool { false }

  /// Returns `true`.
  package var comparesAtomically: Bool { true }
}

/// The steps of one write, any of which may change the value in memory but fail to persist it.
///
/// Such a step doesn't prevent later steps from running, because its change is in place. Its error is thrown at the
/// end.
struct UnsavedSteps<Failure: Error> {
  private var error: Failure?

  /// Runs a step.
  ///
  /// - Throws: The error of the step, unless it means that the change is in place but not saved.
  mutating func run(_ step: () throws(Failure) -> Void) throws(Failure) {
    do throws(Failure) { try step() } catch {
      guard SettingsError.isUnsavedChange(error) else { throw error }
      if self.error == nil { self.error = error }
    }
  }

  /// Throws the first error of a step whose change isn't saved.
  func finish() throws(Failure) {
    if let error { throw error }
  }
}
