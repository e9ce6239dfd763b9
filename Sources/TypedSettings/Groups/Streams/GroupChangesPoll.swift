/// A run that produces the changes of several settings in revision order.
///
/// Changes of one setting that haven't been consumed are coalesced.
final class GroupChangesPoll: StreamPoll {
  private let settings: [(name: String, setting: any LinkedSetting)]
  private let observations: [SettingObservation]
  private let queue: PendingChanges
  /// The next change, unless an earlier one arrives.
  private var candidate: PendingChanges.Element?

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
    guard let next = candidate ?? queue.popFirst() else { return nil }
    candidate = next
    // An earlier change may be committed but not delivered yet; its delivery requests another poll.
    let latest = zip(observations, queue.latestRevisions)
    if latest.contains(where: { $0.hasPendingChange(after: $1, before: next.revision) }) {
      return nil
    }
    // All earlier changes are in the queue now.
    if let earlier = queue.popFirst(before: next.revision) { return element(of: earlier) }
    candidate = nil
    return element(of: next)
  }

  private func element(of pending: PendingChanges.Element) -> SettingsGroupChange {
    let (name, setting) = settings[pending.setting]
    return SettingsGroupChange(
      name: name, setting: setting, oldValue: pending.change.oldValue, newValue: pending.change.newValue,
      origin: pending.change.origin)
  }
}

/// The changes of several settings that haven't been consumed, at most one for each setting.
private final class PendingChanges: Sendable {
  /// A change with the index of its setting and its revision.
  typealias Element = (setting: Int, change: SettingsChange, revision: SettingsRevision)

  private struct State {
    var changes: [Int: Element] = [:]
    /// The latest revision received for each setting, by index.
    var latestRevisions: [SettingsRevision]
  }

  private let state: LockedState<State>

  init(settings count: Int) {
    state = LockedState(State(latestRevisions: [SettingsRevision](repeating: .initial, count: count)))
  }

  /// The latest revision received for each setting.
  var latestRevisions: [SettingsRevision] { state.withLock { $0.latestRevisions } }

  /// Adds a change, coalesced with a previous one of the setting.
  func add(_ change: SettingsChange, of setting: Int) {
    // Only a notification before a change has no revision.
    guard let revision = change.revision else { return }
    state.withLock { state in
      let oldValue = (state.changes[setting]?.change ?? change).oldValue
      let coalesced = SettingsChange(
        key: change.key, oldValue: oldValue, newValue: change.newValue, revision: revision, origin: change.origin)
      state.changes[setting] = (setting, coalesced, revision)
      state.latestRevisions[setting] = revision
    }
  }

  /// Removes and returns the earliest change, if it precedes the given revision.
  func popFirst(before limit: SettingsRevision? = nil) -> Element? {
    state.withLock { state in
      let first = state.changes.values.min { $0.revision < $1.revision }
      guard let first, limit.map({ first.revision < $0 }) ?? true else { return nil }
      state.changes[first.setting] = nil
      return first
    }
  }
}
