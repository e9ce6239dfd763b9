import TypedSettings

/// A store whose notifications the test sends, in any order.
final class ManualStore: SettingsStore {
  private struct State {
    var values: [SettingsKey: SettingsValue] = [:]
    var observers: [SettingsObservationToken: @Sendable (SettingsChange) -> Void] = [:]
    var interruption: (@Sendable () -> Void)?
  }

  private let state = LockedState(State())

  /// Runs a function once, between reading the next answer and returning it.
  func interruptNextRead(_ interruption: @escaping @Sendable () -> Void) {
    state.withLock { $0.interruption = interruption }
  }

  func value(forKey key: SettingsKey) -> SettingsValue? {
    let (answer, interruption) = state.withLock { state in
      defer { state.interruption = nil }
      return (state.values[key], state.interruption)
    }
    interruption?()
    return answer
  }

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
    for observer in state.withLock({ $0.observers.values }) { observer(change) }
  }
}
