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
