/// The changes of several settings that have not been seen: at most one for each.
final class PendingChanges: Sendable {
  private let changes = LockedState<[Int: SettingsChange]>([:])

  /// Adds a change to those of a setting that have not been seen.
  func add(_ change: SettingsChange, of setting: Int) {
    changes.withLock { changes in
      let first = changes[setting] ?? change
      changes[setting] = SettingsChange(
        key: change.key, oldValue: first.oldValue, value: change.value, revision: change.revision,
        origin: change.origin)
    }
  }

  /// Takes the change that was made first.
  func popFirst() -> (setting: Int, change: SettingsChange)? {
    changes.withLock { changes in
      let first = changes.min { ($0.value.revision ?? .initial) < ($1.value.revision ?? .initial) }
      guard let (setting, change) = first else { return nil }
      changes[setting] = nil
      return (setting, change)
    }
  }
}
