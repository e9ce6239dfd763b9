import TypedSettings

/// A store of four methods, as in the documentation of `SettingsStore`: its changes have no numbers.
final class DictionaryStore: SettingsStore {
  private let values = LockedState<[SettingsKey: SettingsValue]>([:])
  private let observers = LockedState<[SettingsObservationToken: @Sendable (SettingsChange) -> Void]>([:])

  var observerCount: Int { observers.withLock { $0.count } }

  func value(forKey key: SettingsKey) -> SettingsValue? { values.withLock { $0[key] } }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) {
    let old = values.withLock { values in
      defer { values[key] = value }
      return values[key]
    }
    guard old != value else { return }
    let change = SettingsChange(key: key, oldValue: old, newValue: value)
    for (token, observer) in observers.withLock({ $0 }) where token.key == key { observer(change) }
  }

  func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    let token = SettingsObservationToken(key: key)
    observers.withLock { $0[token] = onChange }
    return token
  }

  func removeObserver(_ token: SettingsObservationToken) { observers.withLock { _ = $0.removeValue(forKey: token) } }
}
