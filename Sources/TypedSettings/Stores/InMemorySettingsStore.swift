/// A store that keeps its values as long as it lives.
///
/// The store of tests, of previews, and of programs whose settings end with the process.
public final class InMemorySettingsStore: SettingsStore {
  /// The live values by domain and name; in two steps, so that a table entry does not repeat the domain.
  private let domains = LockedState<[String: LiveValueSet]>([:])
  private let probe = TrackingProbe.make()

  /// Makes a store.
  ///
  /// - Parameter values: What the store holds from the start.
  public init(_ values: [SettingsKey: SettingsValue] = [:]) {
    for (key, value) in values { liveValue(forKey: key).commit(value, origin: .local) }
  }

  /// The value of a key; `nil` if it has none.
  public func value(forKey key: SettingsKey) -> SettingsValue? {
    existingValue(forKey: key)?.snapshot?.value
  }

  /// Changes the value of a key, or removes it.
  ///
  /// Never fails.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) {
    liveValue(forKey: key).commit(value, origin: value == nil ? .reset : .local)
  }

  /// Adds an observer of later changes of a key.
  ///
  /// - Parameters:
  ///   - key: The key to observe.
  ///   - onChange: Called once for each change, in the order of the commits, outside every lock.
  /// - Returns: What ``removeObserver(_:)`` takes.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    liveValue(forKey: key).observe(onChange)
  }

  /// Removes an observer; an unknown token is left alone.
  public func removeObserver(_ token: SettingsObservationToken) {
    existingValue(forKey: token.key)?.removeObserver(token)
  }

  /// Changes the value of a key if it still is the expected one, as one atomic step.
  ///
  /// - Returns: Whether the value was the expected one.
  public func exchange(_ expected: SettingsValue?, for value: SettingsValue?, forKey key: SettingsKey) -> Bool {
    exchange(expected, for: value, of: liveValue(forKey: key))
  }

  /// The keys of a domain that have a value, in no particular order.
  public func keys(inDomain domain: String) -> [SettingsKey]? {
    (domains.withLock { $0[domain] }?.values ?? []).filter { $0.snapshot?.value != nil }.map(\.key)
  }

  /// The number of observers of all keys together, streams included.
  package var observerCount: Int {
    domains.withLock { $0 }.values.flatMap(\.values).reduce(0) { $0 + $1.observerCount }
  }

  private func existingValue(forKey key: SettingsKey) -> LiveValue? {
    domains.withLock { $0[key.domain]?.existingValue(forKey: key) }
  }
}

extension InMemorySettingsStore: LiveSettingsStore {
  package var store: any SettingsStore { self }

  package func liveValue(forKey key: SettingsKey) -> LiveValue {
    domains.withLock { $0[key.domain, default: LiveValueSet(probe: probe)].value(forKey: key) }
  }

  package func load(_ live: LiveValue) -> LiveValue.Snapshot {
    live.snapshot ?? LiveValue.Snapshot(value: nil, revision: .initial)
  }

  package func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) -> SettingsRevision? {
    live.commit(value, origin: origin, onCommit: onCommit)
  }

  package func exchange(
    _ expected: SettingsValue?, for value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void = { _ in }
  ) -> Bool {
    live.exchange(expected, for: value, origin: value == nil ? .reset : .local, onCommit: onCommit)
  }

  package func forget(_ live: LiveValue) {}
}
