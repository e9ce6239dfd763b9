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
