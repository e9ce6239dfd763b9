import TypedSettings

/// A store whose writes take effect in memory and are never saved.
final class UnsavingStore: ForwardingStore {
  let base = InMemorySettingsStore()

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    base.set(value, forKey: key)
    throw SettingsError(.notSaved, key: key, found: "a full disk", advice: "make room")
  }
}
