/// Observers of keys in other stores, several of which stand for one.
final class CombinedObservers: Sendable {
  private struct Part: Sendable {
    let store: any SettingsStore
    let token: SettingsObservationToken
  }

  private let parts = LockedState<[SettingsObservationToken: [Part]]>([:])

  /// Observes keys in other stores.
  ///
  /// - Parameters:
  ///   - key: The key that the observer is told to be for.
  ///   - sources: What to observe.
  ///   - onChange: Called with each change, and the number of its source.
  /// - Returns: What ``remove(_:)`` takes.
  func observe(
    _ key: SettingsKey, in sources: [(store: any SettingsStore, key: SettingsKey)],
    onChange: @escaping @Sendable (_ change: SettingsChange, _ source: Int) -> Void
  ) -> SettingsObservationToken {
    let token = SettingsObservationToken(key: key)
    let new = sources.enumerated().map { number, source in
      Part(store: source.store, token: source.store.observe(source.key) { onChange($0, number) })
    }
    parts.withLock { $0[token] = new }
    return token
  }

  /// Removes an observer; an unknown token is left alone.
  func remove(_ token: SettingsObservationToken) {
    for part in parts.withLock({ $0.removeValue(forKey: token) ?? [] }) { part.store.removeObserver(part.token) }
  }
}
