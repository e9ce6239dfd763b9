import TypedSettings

/// A store that forwards its reads and observers to a base store.
protocol ForwardingStore: SettingsStore {
  associatedtype Base: SettingsStore

  var base: Base { get }
}

extension ForwardingStore {
  func value(forKey key: SettingsKey) -> SettingsValue? { base.value(forKey: key) }

  func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    base.observe(key, onChange: onChange)
  }

  func removeObserver(_ token: SettingsObservationToken) { base.removeObserver(token) }
}

/// A store that also forwards the writes of single keys, and the list of keys.
protocol ForwardingWritableStore: ForwardingStore {}

extension ForwardingWritableStore {
  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws { try base.set(value, forKey: key) }

  func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool { try base.compareExchange(expected: expected, desired: value, forKey: key) }

  func keys(inDomain domain: String) -> [SettingsKey]? { base.keys(inDomain: domain) }
}
