/// Gives the changes of settings one by one in the order of their revisions, those of one setting together as far as
/// nobody has seen them.
final class GroupChangesPoll: StreamPoll {
  private let settings: [(name: String, setting: any LinkedSetting)]
  private let observations: [SettingObservation]
  private let queue: PendingChanges
  /// What comes next unless an earlier change comes in between.
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
    // Whoever makes an earlier change may not have told of it yet; it calls for another poll when it does.
    if zip(observations, queue.heard).contains(where: { $0.isOwed(after: $1, before: next.revision) }) { return nil }
    // Now all earlier ones are in the queue.
    if let earlier = queue.popFirst(before: next.revision) { return element(of: earlier) }
    candidate = nil
    return element(of: next)
  }

  private func element(of pending: PendingChanges.Element) -> SettingsGroupChange {
    let (name, setting) = settings[pending.setting]
    return SettingsGroupChange(
      name: name, setting: setting, oldValue: pending.change.oldValue, newValue: pending.change.value,
      origin: pending.change.origin)
  }
}

/// The changes of several settings that have not been seen: at most one for each.
final class PendingChanges: Sendable {
  /// A change, and the place of its setting.
  typealias Element = (setting: Int, change: SettingsChange, revision: SettingsRevision)

  private struct State {
    var changes: [Int: Element] = [:]
    /// The revisions that were heard last, by the places of the settings.
    var heard: [SettingsRevision]
  }

  private let state: LockedState<State>

  init(settings count: Int) {
    state = LockedState(State(heard: [SettingsRevision](repeating: .initial, count: count)))
  }

  /// What has been heard last of each setting.
  var heard: [SettingsRevision] { state.withLock { $0.heard } }

  /// Adds a change to those of a setting that have not been seen.
  func add(_ change: SettingsChange, of setting: Int) {
    // Only an announcement has no revision.
    guard let revision = change.revision else { return }
    state.withLock { state in
      let oldValue = (state.changes[setting]?.change ?? change).oldValue
      let whole = SettingsChange(
        key: change.key, oldValue: oldValue, value: change.value, revision: revision, origin: change.origin)
      state.changes[setting] = (setting, whole, revision)
      state.heard[setting] = revision
    }
  }

  /// Takes the change that was made first, if it was made before a revision.
  func popFirst(before limit: SettingsRevision? = nil) -> Element? {
    state.withLock { state in
      let first = state.changes.values.min { $0.revision < $1.revision }
      guard let first, limit.map({ first.revision < $0 }) ?? true else { return nil }
      state.changes[first.setting] = nil
      return first
    }
  }
}
