/// A registry of observers that each observe several keys in other stores.
final class CombinedObservers: Sendable {
  private struct Part: Sendable {
    let store: any SettingsStore
    let token: SettingsObservationToken
  }

  private let parts = LockedState<[SettingsObservationToken: [Part]]>([:])

  /// Adds an observer of keys in other stores.
  ///
  /// - Parameters:
  ///   - key: The key of the returned token.
  ///   - sources: The stores and keys to observe.
  ///   - onChange: A closure that receives each change and the index of its source.
  /// - Returns: A token to pass to ``remove(_:)``.
  func observe(
    _ key: SettingsKey, in sources: [(store: any SettingsStore, key: SettingsKey)],
    onChange: @escaping @Sendable (_ change: SettingsChange, _ source: Int) -> Void
  ) -> SettingsObservationToken {
    let token = SettingsObservationToken(key: key)
    let new = sources.enumerated().map { index, source in
      Part(store: source.store, token: source.store.observe(source.key) { onChange($0, index) })
    }
    parts.withLock { $0[token] = new }
    return token
  }

  /// Removes an observer, or does nothing if the token is unknown.
  func remove(_ token: SettingsObservationToken) {
    for part in parts.withLock({ $0.removeValue(forKey: token) ?? [] }) { part.store.removeObserver(part.token) }
  }
}

extension CombinedObservers {
  /// Adds an observer of a value that a store derives from values in other stores.
  ///
  /// A change in another store doesn't determine the derived value, so the value is read again. The observer receives
  /// it without a revision: it may also be notified of a change that doesn't affect the value.
  ///
  /// - Parameters:
  ///   - key: The key of the derived value.
  ///   - store: The store that derives the value; it isn't retained.
  ///   - sources: The stores and keys that the value is derived from.
  ///   - isForwarded: A closure that returns whether a change of a source is also the change of the derived value, with
  ///     its revision. By default, no change is.
  ///   - onChange: A closure that receives each change.
  /// - Returns: A token to pass to ``remove(_:)``.
  func observeValue<Store: SettingsStore>(
    ofKey key: SettingsKey, in store: Store, derivedFrom sources: [(store: any SettingsStore, key: SettingsKey)],
    forwarding isForwarded: @escaping @Sendable (_ change: SettingsChange, _ source: Int) -> Bool = { _, _ in false },
    onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    observe(key, in: sources) { [weak store] change, source in
      if isForwarded(change, source) { return onChange(change) }
      guard let store else { return }
      onChange(SettingsChange(key: key, newValue: store.value(forKey: key), origin: change.origin))
    }
  }
}
