internal import TypedSettingsCore
internal import TypedSettingsFormats

/// The contents of a file store in memory.
///
/// These are the values, the live values of the keys in use, and the changes that the document lacks. Nothing here
/// waits for the disk.
final class FileContents: Sendable {
  typealias Change = (key: SettingsKey, value: SettingsValue?)

  /// The record number of a change that couldn't be written.
  static let unwritten = UInt64.max

  private let state = LockedState(State())
  private let probe = TrackingProbe.make()

  /// Runs a closure with exclusive access to the state, after all values are stored in the tree.
  @inline(__always)
  private func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      state.storeRecent()
      return body(&state)
    }
  }

  func value(forKey key: SettingsKey) -> SettingsValue? { withState { $0.tree.cachingValue(forKey: key) } }

  func keys(inDomain domain: String) -> [SettingsKey] {
    withState { $0.tree }.names(inDomain: domain).map { SettingsKey(domain: domain, name: $0) }
  }

  func liveValue(forKey key: SettingsKey) -> LiveValue {
    withState { state in
      if let live = state.live[key.domain]?[key.name] { return live }
      let live = LiveValue(key: key, value: state.tree[key], probe: probe)
      state.live[key.domain, default: [:]][key.name] = live
      return live
    }
  }

  func existingLiveValues(forKey key: SettingsKey) -> [LiveValue] {
    withState { state in
      (state.live[key.domain]?[key.name].map { [$0] } ?? []) + (state.duplicates[key] ?? [])
    }
  }

  /// Gives the values of keys new revisions, after they couldn't be saved.
  func renewRevisions(of keys: [SettingsKey]) {
    for live in keys.flatMap(existingLiveValues) { live.renewRevision() }
  }

  /// Adds live values that were created while the file couldn't be opened, and sets their values.
  ///
  /// - Returns: The changes for their observers.
  func adopt(_ values: [LiveValue]) -> [LiveValue.Staged] {
    withState { state in
      values.compactMap { live in
        if state.live[live.key.domain]?[live.key.name] == nil {
          state.live[live.key.domain, default: [:]][live.key.name] = live
        } else {
          state.duplicates[live.key, default: []].append(live)
        }
        return live.stage(state.tree[live.key], origin: .external)
      }
    }
  }

  func hasRoom(for key: SettingsKey, _ layout: DocumentLayout) -> Bool {
    // This concerns only the members that aren't settings, so the recent values aren't needed.
    state.withLock { $0.tree.hasRoom(for: key, layout) }
  }

  /// Returns the value that the document has in the place of a domain's settings; `nil` if there's none.
  func valueInPlace(ofDomain domain: String) -> SettingsValue? {
    state.withLock { $0.tree.valueInPlace(ofDomain: domain) }
  }

  /// Returns the values and the other members for a document.
  func snapshot() -> DocumentTree { withState { $0.tree } }

  /// Returns the values for a document, and the keys whose values the present document may lack.
  ///
  /// - Parameter schema: A schema to refer to, unless the document refers to one.
  /// - Returns: The values and the keys.
  func snapshotWithChanges(referringTo schema: String?) -> (tree: DocumentTree, changed: [SettingsKey]) {
    withState { state in
      if let schema, state.tree.others[DocumentTree.schemaName] == nil {
        state.tree.others[DocumentTree.schemaName] = .string(schema)
      }
      return (state.tree, Array(Set(state.uncheckpointed.keys).union(state.unconfirmed)))
    }
  }

  /// A Boolean value that indicates whether there are no values and no other members.
  var isEmpty: Bool { withState { $0.tree.isEmpty } }

  /// A Boolean value that indicates whether the document contains all changes.
  var isCheckpointed: Bool { withState { $0.uncheckpointed.isEmpty } }

  /// Returns whether the document lacks a change to any of the keys.
  func hasUncheckpointed(anyOf keys: Set<SettingsKey>) -> Bool {
    !keys.isEmpty && withState { state in keys.contains { state.uncheckpointed[$0] != nil } }
  }

  /// Returns the changes in the journal that the document lacks, and the numbers of their records.
  func uncheckpointedChanges() -> [(change: Change, number: UInt64)] {
    withState { state in
      state.uncheckpointed.compactMap { key, uncheckpointed -> (change: Change, number: UInt64)? in
        if uncheckpointed.number == Self.unwritten { return nil }
        return (change: (key: key, value: state.tree[key]), number: uncheckpointed.number)
      }
    }
  }

  /// Returns the values that the document lacks, with everything that a merge needs.
  func replicatedValues() -> [ReplicatedValue] {
    withState { state in
      state.uncheckpointed.map { key, uncheckpointed in ReplicatedValue(key, state.tree[key], uncheckpointed) }
    }
  }

  /// Returns a value that isn't in the journal; `nil` if there is none.
  func unwrittenValue(ofKey key: SettingsKey) -> ReplicatedValue? {
    withState { state in
      guard let uncheckpointed = state.uncheckpointed[key], uncheckpointed.number == Self.unwritten else { return nil }
      return ReplicatedValue(key, state.tree[key], uncheckpointed)
    }
  }

  /// Forgets which values the document lacks, because they stay in the journal of another document.
  func forgetReplica() { withState { _ = $0.removeUncheckpointed(upTo: Self.unwritten - 1) } }

  /// Records that the journal has another value of a key whose value isn't in the journal.
  func noteRecord(_ number: UInt64, of change: Change) { withState { $0.noteRecord(number, of: change) } }

  /// The memory for reading the values in the journals that the document lacks.
  var uncheckpointedMemory: Int { withState { $0.uncheckpointedMemory } }

  /// Returns how much more memory reading the journals takes with some changes.
  func additionalMemory(of changes: [Change]) -> Int {
    withState { state in
      let replaced = changes.reduce(0) { $0 + (state.uncheckpointed[$1.key]?.memory ?? 0) }
      return max(0, JournalBudget.memory(of: changes) - replaced)
    }
  }

  /// Returns the number of the record with a key's value if the document lacks it; otherwise `nil`.
  func number(ofKey key: SettingsKey) -> UInt64? { withState { $0.uncheckpointed[key]?.number } }

  /// Returns the number of a key's last record in the journal; `nil` if the document contains it.
  func lastRecord(ofKey key: SettingsKey) -> UInt64? { withState { $0.uncheckpointed[key]?.lastRecord } }
}

// MARK: Changing the values

extension FileContents {
  /// Applies changes.
  ///
  /// - Parameters:
  ///   - changes: The values by key.
  ///   - number: The number of the record that contains them.
  ///   - origin: The origin of the changes; a removal by this process is a reset.
  /// - Returns: The changes for observers.
  func apply(_ changes: [Change], number: UInt64, origin: SettingsChange.Origin) -> [LiveValue.Staged] {
    withState { state in
      var staged: [LiveValue.Staged] = []
      for change in changes {
        state.put(change, number)
        let origin = origin.forChange(to: change.value)
        let live = state.live[change.key.domain]?[change.key.name]
        if let change = live?.stage(change.value, origin: origin) { staged.append(change) }
        if !state.duplicates.isEmpty { staged += Self.stageDuplicates(change, origin, in: state) }
      }
      return staged
    }
  }

  /// Applies a change to a live value, as ``apply(_:number:origin:)`` does, without looking up its key.
  ///
  /// - Returns: The revision of the change; `nil` if the value is the current one.
  func apply(
    _ value: SettingsValue?, to live: LiveValue, number: UInt64, origin: SettingsChange.Origin,
    staging staged: inout FileEffects.Staged
  ) -> SettingsRevision? {
    state.withLock { state in
      state.put(value, of: live, number)
      let (revision, change) = live.stageForObservers(value, origin: origin)
      if let change { staged.append(change) }
      if !state.duplicates.isEmpty {
        let first = state.live[live.key.domain]?[live.key.name]
        if let change = first?.stage(value, origin: origin) { staged.append(change) }
        staged += Self.stageDuplicates((live.key, value), origin, in: state)
      }
      return revision
    }
  }

  /// Stages a change in the further live values of its key.
  private static func stageDuplicates(
    _ change: Change, _ origin: SettingsChange.Origin, in state: borrowing State
  ) -> [LiveValue.Staged] {
    (state.duplicates[change.key] ?? []).compactMap { $0.stage(change.value, origin: origin) }
  }

  /// Assigns the number of their new record to changes that couldn't be written before.
  func assignNumber(_ number: UInt64, to keys: some Sequence<SettingsKey>) {
    withState { state in
      for key in keys { state.assignNumber(number, to: key) }
    }
  }

  /// Records that this process has put a document in place, whose values become the base for detecting conflicts.
  ///
  /// Its changes count as those that the document lacks until ``markCheckpointed(upTo:isRead:format:)`` is called.
  func didPlace(_ document: DocumentTree) {
    withState { state in
      state.unconfirmed = state.unconfirmed.filter { state.tree[$0] != document[$0] }
      state.setDocument(document)
    }
  }

  /// Records that a document contains all changes up to a record.
  ///
  /// - Parameters:
  ///   - number: The number of the record.
  ///   - isRead: Whether this process has read or written the document.
  ///   - format: The format of the document, in which values are compared.
  /// - Returns: `false` if the document that was read last has another value of one of these keys.
  func markCheckpointed(upTo number: UInt64, isRead: Bool, format: DocumentFormat) -> Bool {
    withState { state in
      let confirmed = state.removeUncheckpointed(upTo: number)
      if !isRead { state.unconfirmed.formUnion(confirmed.keys) }
      return confirmed.allSatisfy { format.isSame(state.tree[$0.key], $0.value.documentValue) }
    }
  }

  /// Replaces the document, and applies the changes that the former document lacked to the new one.
  ///
  /// - Parameters:
  ///   - document: The contents of the document.
  ///   - format: The format of the document, in which values are compared.
  /// - Returns: The changes for observers, and the keys whose edited values in the document were overridden.
  func replaceDocument(
    with document: DocumentTree, format: DocumentFormat
  ) -> (staged: [LiveValue.Staged], conflicts: [SettingsKey]) {
    withState { state in
      var tree = document
      var conflicts: [SettingsKey] = []
      state.unconfirmed = []
      for (key, uncheckpointed) in state.uncheckpointed {
        let (found, value) = (document[key], state.tree[key])
        let isEdited = !format.isSame(found, uncheckpointed.documentValue) && !format.isSame(found, value)
        // Another value in the place of the domain is overridden, too.
        if isEdited || value != nil && document.valueInPlace(ofDomain: key.domain) != nil { conflicts.append(key) }
        tree[key] = value
      }
      state.setDocument(document)
      return (Self.replace(with: tree, format, in: &state), conflicts)
    }
  }

  /// Replaces all values with the values of a document and the changes that it lacks.
  ///
  /// - Parameters:
  ///   - document: The contents of the document.
  ///   - format: The format of the document, in which values are compared.
  ///   - changes: The last change to each key.
  ///   - number: The number of the last record that the document contains.
  ///   - checkpointed: The number of the last record that no longer counts if the document is edited.
  ///   - unwritten: The values that aren't in the journal.
  /// - Returns: The changes for observers.
  func load(
    _ document: DocumentTree, format: DocumentFormat, changes: [SettingsKey: JournalHistory.Change],
    after number: UInt64, checkpointed: UInt64, unwritten: [ReplicatedValue]
  ) -> [LiveValue.Staged] {
    withState { state in
      var tree = document
      _ = state.removeUncheckpointed(upTo: .max)
      state.unconfirmed = []
      for (key, change) in changes where change.number > checkpointed {
        let uncheckpointed = State.Uncheckpointed(
          (key, change.value), number: change.number, documentValue: document[key],
          before: document[key])
        state.setUncheckpointed(uncheckpointed, forKey: key)
        if change.number > number { tree[key] = change.value }
      }
      for entry in unwritten {
        let uncheckpointed = State.Uncheckpointed(
          (entry.key, entry.value), number: Self.unwritten, lastRecord: changes[entry.key]?.number,
          formerRecord: entry.number, documentValue: document[entry.key],
          // The value in the journal, or the one before the log was interrupted, which another process may write again.
          before: changes[entry.key] == nil ? entry.before : tree[entry.key])
        state.setUncheckpointed(uncheckpointed, forKey: entry.key)
        tree[entry.key] = entry.value
      }
      return Self.replace(with: tree, format, in: &state)
    }
  }

  private static func replace(
    with tree: DocumentTree, _ format: DocumentFormat, in state: inout State
  ) -> [LiveValue.Staged] {
    let old = state.tree
    state.tree = tree
    var all = state.live.values.flatMap(\.values) + state.duplicates.values.joined()
    // The values of another version are migrated before other observers are notified.
    _ = all.partition { $0.key.name != SettingsMigration.versionKeyName }
    return all.compactMap { live in
      if tree.hasSameText(forKey: live.key, as: old) { return nil }
      let (present, value) = (old[live.key], tree[live.key])
      // If the document has the same value in another form, the current form stays.
      if present != value, format.isSame(present, value) {
        state.tree[live.key] = present
        return nil
      }
      if live.key.name == SettingsMigration.versionKeyName, value == nil, present == nil,
        !old.hasValues(inDomain: live.key.domain), tree.hasValues(inDomain: live.key.domain)
      {
        // The first values of a domain may be of version 0.
        return live.stageUnchanged(origin: .external)
      }
      return live.stage(value, origin: .external)
    }
  }
}
