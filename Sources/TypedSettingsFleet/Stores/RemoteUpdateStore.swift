package import TypedSettingsCore

/// The entries of the keys in a transaction that the engine has refused.
package struct RemoteConflict: Sendable {
  /// The revision that the entries belong to.
  package let revision: Int64
  private let entries: [String: RemoteTable.Entry?]
  /// The history of the values in memory when the engine answered.
  private let history: String?

  /// Creates the entries of a conflict, or returns `nil` if the engine hasn't returned any.
  package init?(revision: Int64, current: [String: RemoteEntry?]?, history: String?) {
    guard let current else { return nil }
    self.revision = revision
    self.history = history
    entries = current.mapValues { $0.map { RemoteTable.Entry(value: $0.value, revision: $0.revision) } }
  }

  /// Returns the entry of a key, unless the table is as new.
  fileprivate func entry(of key: RemoteKey, unlessIn table: RemoteTable) -> RemoteTable.Entry?? {
    guard let position = table.position, position.revision < revision, position.history == history else { return nil }
    return entries[key.text]
  }
}

/// The store of one attempt of an update: it reads the values of a remote store, and collects the changes.
///
/// Each value that is read becomes a condition of the transaction. So a transaction is committed only if all of them
/// are unchanged.
package final class RemoteUpdateStore: SettingsStore {
  private struct State {
    /// The entry of each key when it was first read; `nil` for a key without a value.
    var seen: [SettingsKey: RemoteTable.Entry?] = [:]
    var writes: [SettingsKey: SettingsValue?] = [:]
    /// The history that the entries belong to.
    var history: String?
  }

  private let state = LockedState(State())
  private let core: RemoteCore
  private let conflict: RemoteConflict?

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - core: The values in memory.
  ///   - conflict: The entries that the engine returned with its refusal of the attempt before.
  package init(_ core: RemoteCore, after conflict: RemoteConflict? = nil) {
    self.core = core
    self.conflict = conflict
  }

  package func value(forKey key: SettingsKey) -> SettingsValue? {
    let engineKey = RemoteKey(of: key)
    let entry = state.withLock { state -> RemoteTable.Entry? in
      if let known = state.seen[key] { return known }
      let (entry, history) = core.state.withLock { state in
        let table = state.replica.table
        if let newer = conflict?.entry(of: engineKey, unlessIn: table) { return (newer, table.position?.history) }
        return (table.entries[engineKey], table.position?.history)
      }
      if state.seen.isEmpty { state.history = history }
      state.seen.updateValue(entry, forKey: key)
      return entry
    }
    if let write = state.withLock({ $0.writes[key] }) { return write }
    guard let entry, RemoteValue.issue(of: engineKey, entry.value, limits: core.options.limits) == nil else {
      return nil
    }
    return RemoteValue.value(of: entry.value)
  }

  package func set(_ value: SettingsValue?, forKey key: SettingsKey) {
    _ = self.value(forKey: key)
    state.withLock { _ = $0.writes.updateValue(value, forKey: key) }
  }

  package func commit(_ changes: SettingsChanges) -> Bool {
    guard hasExpectedValues(changes) else { return false }
    for (key, value) in changes.values { set(value, forKey: key) }
    return true
  }

  package var atomicity: SettingsAtomicity { .store }

  package func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken { SettingsObservationToken(key: key) }

  package func removeObserver(_ token: SettingsObservationToken) {}

  package func keys(inDomain domain: String) -> [SettingsKey]? {
    core.table.settings(inDomain: domain, limits: core.options.limits)
  }

  package func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    core.options.refusal(forKey: key, traits: traits)
  }

  /// Checks that the store holds the settings of a group.
  ///
  /// An update of an existing group would assign the settings in their own store, and send nothing.
  ///
  /// - Throws: `SettingsError` with `SettingsError.Code.outsideDraft` if other stores hold all of them.
  func check(_ group: some SettingsGroup) throws(SettingsError) {
    let settings = storedSettings(of: group)
    guard let first = settings.first, settings.allSatisfy({ $0.store !== self }) else { return }
    throw SettingsError(
      .outsideDraft, key: first.key, found: "an update of a group that another store holds",
      advice: "pass the type of the group, or an expression that creates a new one; nothing was changed")
  }

  /// Checks that an update has changed no transient setting, and no setting of a nested group that another store holds.
  ///
  /// A transient value would be lost with the group of the update. The transaction would write a value to another store
  /// before the engine commits the other changes, and again in each attempt.
  ///
  /// - Parameters:
  ///   - base: The group that the changes apply to.
  ///   - draft: The group that the closure of the update has changed.
  /// - Throws: `SettingsError` with `SettingsError.reasons` of the code `SettingsError.Code.outsideDraft`.
  func checkChanges(of base: some SettingsGroup, in draft: some SettingsGroup) throws(SettingsError) {
    let others = base.allSettings.map(\.setting).filter { $0.traits.contains(.transient) || $0.store !== self }
    if others.isEmpty { return }
    let stored = Dictionary(others.map { ($0.key, $0.store.layers(forKey: $0.key)) }) { first, _ in first }
    let changed = draft.allSettings.map(\.setting).filter { setting in
      guard let layers = stored[setting.key] else { return false }
      let drafted = setting.store.layers(forKey: setting.key)
      // The store itself can have a layer with this name.
      return drafted != layers && drafted.contains { $0.layer == "draft" }
    }
    let refusals = changed.map { setting in
      let kind = setting.traits.contains(.transient) ? "a transient setting" : "a setting that another store holds"
      return SettingsError(
        .outsideDraft, key: setting.key, found: "an update of \(kind)",
        advice: "assign the setting outside the update; nothing was changed")
    }
    if !refusals.isEmpty { throw .refused(refusals, in: "an update") }
  }

  private func storedSettings(of group: some SettingsGroup) -> [any Setting] {
    group.allSettings.map(\.setting).filter { !$0.traits.contains(.transient) }
  }

  /// A Boolean value that indicates whether all values that were read still equal the values of the remote store.
  package var isCurrent: Bool {
    let seen = state.withLock { $0.seen }
    let known = seen.map { (key: RemoteKey(of: $0.key), entry: $0.value) }
    return core.state.withLock { state in known.allSatisfy { state.replica.table.entries[$0.key] == $0.entry } }
  }

  /// Returns the transaction of the changes, or `nil` if no value was read or changed.
  ///
  /// Without changes, the transaction has conditions only, so that the engine confirms the values. Those in memory may
  /// be out of date.
  ///
  /// - Throws: `SettingsError` if a value can't be encoded, or if programs would ignore the changes because of the
  ///   limits.
  package func makeTransaction() throws(SettingsError) -> RemoteTransaction? {
    let (seen, writes, history) = state.withLock { ($0.seen, $0.writes, $0.history) }
    if seen.isEmpty { return nil }
    let limits = core.options.limits
    var transaction = RemoteTransaction(history: history)
    for (key, entry) in seen { transaction.conditions[RemoteKey(of: key).text] = entry?.revision ?? 0 }
    var bytes: [RemoteKey: [UInt8]?] = [:]
    for (key, value) in writes {
      do throws(SettingsError) {
        let written = try value.map { value throws(SettingsError) in
          try RemoteValue.bytes(of: value, forKey: RemoteKey(of: key), limits: limits)
        }
        // Data and dates are read as text, so that an equal value is another form of what was read.
        if written == seen[key]??.value { continue }
        bytes.updateValue(written, forKey: RemoteKey(of: key))
        transaction.writes.updateValue(written, forKey: RemoteKey(of: key).text)
      } catch {
        throw error.at(key)
      }
    }
    try core.table.extent(after: bytes, limits: limits)
    return transaction
  }
}
