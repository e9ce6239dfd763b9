package import TypedSettingsCore

/// A store whose values only their source changes: a write throws, unless it would change nothing.
package protocol ReadOnlyLiveStore: LiveSettingsStore {}

extension ReadOnlyLiveStore {
  package func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) throws -> SettingsRevision? {
    if live.holds(value) { return nil }
    try set(value, forKey: live.key)
    return nil
  }

  package func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void
  ) throws -> Bool {
    guard live.holds(expected) else { return false }
    if !live.holds(value) { try set(value, forKey: live.key) }
    return true
  }
}
