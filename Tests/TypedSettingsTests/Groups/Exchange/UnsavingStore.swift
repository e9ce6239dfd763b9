import TypedSettings

/// A store whose writes take effect in memory and are never saved.
final class UnsavingStore: SettingsStore {
  private let base = InMemorySettingsStore()

  func value(forKey key: SettingsKey) -> SettingsValue? { base.value(forKey: key) }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    base.set(value, forKey: key)
    throw SettingsError(.notSaved, key: key, found: "a full disk", advice: "make room")
  }

  func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    base.observe(key, onChange: onChange)
  }

  func removeObserver(_ token: SettingsObservationToken) { base.removeObserver(token) }
}
