import Synchronization
public import TypedSettings

/// A store in memory that implements the four required methods, and nothing else.
public final class DictionaryStore: SettingsStore {
  private struct State {
    var values: [SettingsKey: SettingsValue] = [:]
    var observers: [SettingsObservationToken: @Sendable (SettingsChange) -> Void] = [:]
  }

  private let state = Mutex(State())

  /// Creates an empty store.
  public init() {}

  /// Returns the value of a key, or `nil` if it has none.
  public func value(forKey key: SettingsKey) -> SettingsValue? { state.withLock { $0.values[key] } }

  /// Sets or removes the value of a key.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) {
    let notifications = state.withLock { state -> [() -> Void] in
      let oldValue = state.values[key]
      if oldValue == value { return [] }
      state.values[key] = value
      // The revision is drawn under the lock, so that revisions have the order of the changes.
      let change = SettingsChange(
        key: key, oldValue: oldValue, newValue: value, revision: .next(), origin: value == nil ? .reset : .local)
      return state.observers.filter { $0.key.key == key }.map { _, onChange in { onChange(change) } }
    }
    // Without the lock, because an observer may use the store.
    for notify in notifications { notify() }
  }

  /// Adds an observer of later changes to a key.
  ///
  /// - Returns: A token to pass to ``removeObserver(_:)``.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    let token = SettingsObservationToken(key: key)
    state.withLock { $0.observers[token] = onChange }
    return token
  }

  /// Removes an observer, or does nothing if the token is unknown.
  public func removeObserver(_ token: SettingsObservationToken) {
    // Returned by the closure, so that the observer is released without the lock.
    _ = state.withLock { $0.observers.removeValue(forKey: token) }
  }
}
