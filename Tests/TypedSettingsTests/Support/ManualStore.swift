import TypedSettings

/// A store whose notifications a test sends itself, in whatever order it likes.
final class ManualStore: SettingsStore {
  private struct State {
    var values: [SettingsKey: SettingsValue] = [:]
    var observers: [SettingsObservationToken: @Sendable (SettingsChange) -> Void] = [:]
  }

  private let state = LockedState(State())

  func value(forKey key: SettingsKey) -> SettingsValue? { state.withLock { $0.values[key] } }
  func set(_ value: SettingsValue?, forKey key: SettingsKey) { state.withLock { $0.values[key] = value } }

  func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    let token = SettingsObservationToken(key: key)
    state.withLock { $0.observers[token] = onChange }
    return token
  }

  func removeObserver(_ token: SettingsObservationToken) { state.withLock { $0.observers[token] = nil } }

  func notify(_ change: SettingsChange) {
    for tell in state.withLock({ $0.observers.values }) { tell(change) }
  }
}
