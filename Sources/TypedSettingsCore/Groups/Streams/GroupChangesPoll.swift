/// A run that produces the changes of several settings in revision order.
///
/// Changes of one setting that haven't been consumed are coalesced.
final class GroupChangesPoll: StreamPoll {
  private let settings: [(name: String, setting: any LinkedSetting)]
  private let observations: [SettingObservation]
  private let queue: PendingChanges
  /// The next change, unless an earlier one arrives.
  private var candidate: PendingChange?
  /// A revision before which every change has been received.
  ///
  /// It's kept, because determining it takes time in proportion to the number of settings.
  private var receivedLimit = SettingsRevision.initial

  init(of settings: [(name: String, setting: any Setting)], _ signal: StreamSignal) {
    let linked = settings.compactMap { name, setting in (setting as? any LinkedSetting).map { (name, $0) } }
    let queue = PendingChanges(settings: linked.count)
    observations = linked.enumerated().map { index, entry in
      entry.1.link.observe { change in
        queue.add(change, of: index)
        signal.raise()
      }
    }
    self.settings = linked
    self.queue = queue
  }

  func next(isolation: isolated (any Actor)?) async -> SettingsGroupChange? {
    while let next = candidate ?? queue.popFirst() {
      candidate = next
      if next.revision >= receivedLimit { receivedLimit = findReceivedLimit() }
      // An earlier change is committed but not delivered yet; its delivery requests another poll.
      if next.revision >= receivedLimit { return nil }
      // All earlier changes are in the queue now.
      let earliest = queue.popFirst(before: next.revision)
      if earliest == nil { candidate = nil }
      if let element = element(of: earliest ?? next) { return element }
    }
    return nil
  }

  /// Returns a revision before which every change is in the queue or has been consumed.
  private func findReceivedLimit() -> SettingsRevision {
    // In a store with live values, each change with a smaller revision is committed, or its writer holds the lock of
    // the live value until it is.
    var limit = SettingsRevision.next()
    for (index, observation) in observations.enumerated() {
      // Few settings have a change that's being delivered; only those are looked up in the queue.
      guard observation.firstPendingRevision(after: .initial, before: limit) != nil else { continue }
      let received = queue.latestRevision(of: index)
      limit = observation.firstPendingRevision(after: received, before: limit) ?? limit
    }
    return limit
  }

  /// Returns the element for a change, or `nil` if the setting reads both values as the same one.
  private func element(of pending: PendingChange) -> SettingsGroupChange? {
    let (name, setting) = settings[pending.setting]
    if setting.isSame(pending.change.oldValue, pending.change.newValue) { return nil }
    return SettingsGroupChange(
      name: name, setting: setting, oldValue: pending.change.oldValue, newValue: pending.change.newValue,
      origin: pending.change.origin)
  }
}

/// A change that hasn't been consumed.
private struct PendingChange: Sendable {
  /// The index of the setting.
  let setting: Int
  let change: SettingsChange
  let revision: SettingsRevision
}

/// The changes of several settings that haven't been consumed, at most one for each setting.
private final class PendingChanges: Sendable {
  private struct State {
    var changes = ChangeHeap()
    /// The latest revision received for each setting, by index.
    var latestRevisions: [SettingsRevision]
  }

  private let state: LockedState<State>

  init(settings count: Int) {
    state = LockedState(State(latestRevisions: [SettingsRevision](repeating: .initial, count: count)))
  }

  /// Returns the latest revision received for a setting.
  func latestRevision(of setting: Int) -> SettingsRevision { state.withLock { $0.latestRevisions[setting] } }

  /// Adds a change, coalesced with a previous one of the setting.
  ///
  /// A change that undoes the previous one leaves none.
  func add(_ change: SettingsChange, of setting: Int) {
    // Only a notification before a change has no revision.
    guard let revision = change.revision else { return }
    state.withLock { state in
      let oldValue = (state.changes.change(of: setting) ?? change).oldValue
      let coalesced = SettingsChange(
        key: change.key, oldValue: oldValue, newValue: change.newValue, revision: revision, origin: change.origin)
      if oldValue == change.newValue {
        state.changes.remove(setting)
      } else {
        state.changes.insert(PendingChange(setting: setting, change: coalesced, revision: revision))
      }
      state.latestRevisions[setting] = revision
    }
  }

  /// Removes and returns the earliest change, if it precedes the given revision.
  func popFirst(before limit: SettingsRevision? = nil) -> PendingChange? {
    state.withLock { state in
      guard let first = state.changes.first, limit.map({ first.revision < $0 }) ?? true else { return nil }
      state.changes.removeFirst()
      return first
    }
  }
}

/// A binary heap of changes of different settings, which finds the earliest without a search.
private struct ChangeHeap: Sendable {
  private var changes: [PendingChange] = []
  /// The index of each setting's change.
  private var indices: [Int: Int] = [:]

  /// The earliest change, or `nil` if there is none.
  var first: PendingChange? { changes.first }

  /// Returns the change of a setting, or `nil` if it has none.
  func change(of setting: Int) -> SettingsChange? { indices[setting].map { changes[$0].change } }

  /// Inserts a change, which replaces an earlier one of its setting.
  mutating func insert(_ change: PendingChange) {
    if let index = indices[change.setting] {
      changes[index] = change
      moveDown(from: index)
    } else {
      changes.append(change)
      indices[change.setting] = changes.endIndex - 1
      moveUp(from: changes.endIndex - 1)
    }
  }

  /// Removes the earliest change; there must be one.
  mutating func removeFirst() { remove(at: 0) }

  /// Removes the change of a setting, if it has one.
  mutating func remove(_ setting: Int) {
    if let index = indices[setting] { remove(at: index) }
  }

  private mutating func remove(at index: Int) {
    exchange(index, changes.endIndex - 1)
    indices[changes.removeLast().setting] = nil
    guard index < changes.endIndex else { return }
    moveDown(from: index)
    moveUp(from: index)
  }

  private mutating func moveUp(from start: Int) {
    var child = start
    while child > 0, changes[child].revision < changes[(child - 1) / 2].revision {
      exchange(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func moveDown(from start: Int) {
    var parent = start
    while let child = earlierChild(of: parent), changes[child].revision < changes[parent].revision {
      exchange(child, parent)
      parent = child
    }
  }

  private func earlierChild(of parent: Int) -> Int? {
    let (left, right) = (2 * parent + 1, 2 * parent + 2)
    if right < changes.endIndex, changes[right].revision < changes[left].revision { return right }
    return left < changes.endIndex ? left : nil
  }

  private mutating func exchange(_ left: Int, _ right: Int) {
    changes.swapAt(left, right)
    indices[changes[left].setting] = left
    indices[changes[right].setting] = right
  }
}
