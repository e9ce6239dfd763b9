/// What a file store holds in memory: the values, the live ones of the keys that somebody has asked for, and which keys
/// the document does not have yet.
///
/// Nothing here waits for a disk.
final class FileContents: Sendable {
  typealias Change = (key: SettingsKey, value: SettingsValue?)

  /// The number of the record of a change that could not be written.
  static let unwritten = UInt64.max

  private let state = LockedState(State())
  private let probe = TrackingProbe.make()

  /// Runs a body that has the state to itself, with every value in its place.
  @inline(__always)
  private func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      state.settle()
      return body(&state)
    }
  }

  func value(forKey key: SettingsKey) -> SettingsValue? { withState { $0.tree[key] } }

  func keys(inDomain domain: String) -> [SettingsKey] {
    (withState { $0.tree.domains[domain] } ?? [:]).keys.map { SettingsKey(domain: domain, name: $0) }
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
      (state.live[key.domain]?[key.name].map { [$0] } ?? []) + (state.twins[key] ?? [])
    }
  }

  /// Takes live values in that were made while nobody could find the file, and puts their values in place.
  ///
  /// - Returns: What tells of them.
  func adopt(_ values: [LiveValue]) -> [LiveValue.Staged] {
    withState { state in
      values.compactMap { live in
        if state.live[live.key.domain]?[live.key.name] == nil {
          state.live[live.key.domain, default: [:]][live.key.name] = live
        } else {
          state.twins[live.key, default: []].append(live)
        }
        return live.stage(state.tree[live.key], origin: .external)
      }
    }
  }

  func hasRoom(for key: SettingsKey, _ layout: DocumentLayout) -> Bool {
    // It is a question of what is beside the settings, so that the last values need no place for it.
    state.withLock { $0.tree.hasRoom(for: key, layout) }
  }

  /// The values for a document, and what else is in it.
  func snapshot() -> DocumentTree { withState { $0.tree } }

  /// A Boolean value that indicates whether there is nothing at all.
  var isEmpty: Bool { withState { $0.tree.domains.isEmpty && $0.tree.others.isEmpty } }

  /// A Boolean value that indicates whether the document lacks anything.
  var isFolded: Bool { withState { $0.unfolded.isEmpty } }

  /// Returns whether the document lacks a change of one of some keys.
  func isUnfolded(anyOf keys: Set<SettingsKey>) -> Bool {
    !keys.isEmpty && withState { state in keys.contains { state.unfolded[$0] != nil } }
  }

  /// The values that are in the journal and not in the document, and the numbers of their records.
  func unfoldedChanges() -> [(change: Change, number: UInt64)] {
    withState { state in
      state.unfolded.compactMap { key, unfolded -> (change: Change, number: UInt64)? in
        if unfolded.number == Self.unwritten { return nil }
        return (change: (key: key, value: state.tree[key]), number: unfolded.number)
      }
    }
  }

  /// The number of the last record of a key whose value the document lacks; `nil` if it has that.
  func number(ofKey key: SettingsKey) -> UInt64? { withState { $0.unfolded[key]?.number } }
}

// MARK: Changing the values

extension FileContents {
  /// Puts values in place.
  ///
  /// - Parameters:
  ///   - changes: The values by key.
  ///   - number: The number of the record that holds them.
  ///   - origin: Where they come from; a removal that somebody in this process asks for is a reset.
  /// - Returns: What tells of them.
  func apply(_ changes: [Change], number: UInt64, origin: SettingsChange.Origin) -> [LiveValue.Staged] {
    withState { state in
      var staged: [LiveValue.Staged] = []
      for change in changes {
        state.put(change, number)
        let origin = SettingsChange.Origin(of: change.value, in: origin)
        let live = state.live[change.key.domain]?[change.key.name]
        if let told = live?.stage(change.value, origin: origin) { staged.append(told) }
        if !state.twins.isEmpty { staged += Self.stageTwins(change, origin, in: state) }
      }
      return staged
    }
  }

  /// Puts a live value in place, as ``apply(_:number:origin:)`` does, without looking for it.
  ///
  /// - Returns: The revision of the change; `nil` if the value was held already.
  func apply(
    _ value: SettingsValue?, to live: LiveValue, number: UInt64, origin: SettingsChange.Origin,
    staging staged: inout FileEffects.Staged
  ) -> SettingsRevision? {
    state.withLock { state in
      state.put(value, of: live, number)
      let told = live.stage(value, origin: origin)
      if let told { staged.append(told) }
      if !state.twins.isEmpty {
        let first = state.live[live.key.domain]?[live.key.name]
        if let told = first?.stage(value, origin: origin) { staged.append(told) }
        staged += Self.stageTwins((live.key, value), origin, in: state)
      }
      return told?.revision
    }
  }

  /// Puts a value in the further live values of its key.
  private static func stageTwins(
    _ change: Change, _ origin: SettingsChange.Origin, in state: borrowing State
  ) -> [LiveValue.Staged] {
    (state.twins[change.key] ?? []).compactMap { $0.stage(change.value, origin: origin) }
  }

  /// Takes note that changes which could not be written are in a record now.
  func wrote(_ keys: some Sequence<SettingsKey>, _ number: UInt64) {
    withState { state in
      for key in keys { state.unfolded[key]?.number = number }
    }
  }

  /// Takes note that a document holds all values up to a record.
  ///
  /// With the document, where it is known, later edits of other keys are no conflicts.
  func folded(upTo number: UInt64, in document: DocumentTree? = nil) {
    withState { state in
      for (key, unfolded) in state.unfolded {
        if unfolded.number <= number {
          state.unfolded[key] = nil
        } else if let document {
          state.unfolded[key] = State.Unfolded(number: unfolded.number, documentValue: document[key])
        }
      }
    }
  }

  /// Puts another document in place of the present one, and the values that were not in that over it.
  ///
  /// - Parameters:
  ///   - tree: What the document holds.
  ///   - format: Its format: what is the same in it is no change.
  /// - Returns: What tells of the changes, and the keys for which the document had something else, which is left out.
  func replaceDocument(
    with tree: DocumentTree, format: DocumentFormat
  ) -> (staged: [LiveValue.Staged], conflicts: [SettingsKey]) {
    withState { state in
      var tree = tree
      var conflicts: [SettingsKey] = []
      for (key, unfolded) in state.unfolded {
        let (found, value) = (tree[key], state.tree[key])
        if !format.isSame(found, unfolded.documentValue), !format.isSame(found, value) { conflicts.append(key) }
        state.unfolded[key] = State.Unfolded(number: unfolded.number, documentValue: found)
        tree[key] = value
      }
      return (Self.replace(with: tree, format, in: &state), conflicts)
    }
  }

  /// Begins anew with a document and with changes that it does not hold.
  ///
  /// - Parameters:
  ///   - document: What the document holds.
  ///   - format: Its format: what is the same in it is no change.
  ///   - changes: The last changes of keys.
  ///   - number: The number of the last record that the document holds.
  ///   - unwritten: Changes that could not be written.
  /// - Returns: What tells of the changes.
  func load(
    _ document: DocumentTree, format: DocumentFormat, changes: [SettingsKey: JournalHistory.Change],
    after number: UInt64, unwritten: [Change]
  ) -> [LiveValue.Staged] {
    withState { state in
      var tree = document
      state.unfolded = [:]
      for (key, change) in changes where change.number > number {
        state.unfolded[key] = State.Unfolded(number: change.number, documentValue: document[key])
        tree[key] = change.value
      }
      for (key, value) in unwritten {
        state.unfolded[key] = State.Unfolded(number: Self.unwritten, documentValue: document[key])
        tree[key] = value
      }
      return Self.replace(with: tree, format, in: &state)
    }
  }

  private static func replace(
    with tree: DocumentTree, _ format: DocumentFormat, in state: inout State
  ) -> [LiveValue.Staged] {
    let old = state.tree
    state.tree = tree
    let all = state.live.values.flatMap(\.values) + state.twins.values.joined()
    return all.compactMap { live in
      let (present, value) = (old[live.key], tree[live.key])
      // Where the document has only another form of a value, whoever has seen the value keeps it.
      if present != value, format.isSame(present, value) {
        state.tree[live.key] = present
        return nil
      }
      return live.stage(value, origin: .external)
    }
  }
}
