public import TypedSettings

/// A store that records the calls of its methods, and forwards them to another store.
///
/// Settings use this store in the same way as any custom store. An exchange is recorded as a write.
public final class RecordingSettingsStore: SettingsStore {
  /// A call of a store's method.
  public enum Operation: Hashable, Sendable {
    /// A read of a key's value.
    case read(SettingsKey)
    /// A write of a key's value; `nil` removes the value.
    case write(SettingsKey, SettingsValue?)
    /// The addition of an observer of a key.
    case observe(SettingsKey)
    /// The removal of an observer of a key.
    case removeObserver(SettingsKey)
  }

  private let base: any SettingsStore
  private let recorded = LockedState<[Operation]>([])

  /// Creates a store.
  ///
  /// - Parameter base: The underlying store; by default, a new in-memory store.
  public init(_ base: any SettingsStore = InMemorySettingsStore()) { self.base = base }

  /// The recorded operations, in order.
  public var operations: [Operation] { recorded.withLock { $0 } }

  /// Removes the recorded operations.
  ///
  /// - Returns: The removed operations.
  @discardableResult
  public func removeOperations() -> [Operation] {
    recorded.withLock { operations in
      defer { operations = [] }
      return operations
    }
  }

  /// Returns the value of a key in the underlying store.
  public func value(forKey key: SettingsKey) -> SettingsValue? {
    record(.read(key))
    return base.value(forKey: key)
  }

  /// Sets or removes the value of a key in the underlying store.
  ///
  /// - Throws: The error of the underlying store.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    record(.write(key, value))
    try base.set(value, forKey: key)
  }

  /// Adds an observer to the underlying store.
  ///
  /// - Returns: A token to pass to ``removeObserver(_:)``.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    record(.observe(key))
    return base.observe(key, onChange: onChange)
  }

  /// Removes an observer from the underlying store.
  public func removeObserver(_ token: SettingsObservationToken) {
    record(.removeObserver(token.key))
    base.removeObserver(token)
  }

  /// Replaces the value of a key in the underlying store if the key has the expected value.
  ///
  /// - Returns: `true` if the key had the expected value.
  /// - Throws: The error of the underlying store.
  public func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool {
    record(.write(key, value))
    return try base.compareExchange(expected: expected, desired: value, forKey: key)
  }

  /// Sets or removes the values of several keys in the underlying store.
  ///
  /// The call is recorded as one write for each key, sorted by key.
  ///
  /// - Throws: The error of the underlying store.
  public func set(_ values: [SettingsKey: SettingsValue?]) throws {
    let writes = values.sorted { ($0.key.domain, $0.key.name) < ($1.key.domain, $1.key.name) }
    for (key, value) in writes { record(.write(key, value)) }
    try base.set(values)
  }

  /// Returns the keys of a domain that have a value in the underlying store.
  public func keys(inDomain domain: String) -> [SettingsKey]? { base.keys(inDomain: domain) }

  /// Returns a Boolean value that indicates whether the underlying store can write a key.
  public func isWritable(_ key: SettingsKey) -> Bool { base.isWritable(key) }

  /// Returns the reason why the underlying store refuses the values of a setting, or `nil` if it accepts them.
  public func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    base.refusal(forKey: key, traits: traits)
  }

  /// Prepares the underlying store for a setting.
  public func prepare(for setting: SettingDeclaration) { base.prepare(for: setting) }

  /// Returns the value that each layer of the underlying store holds for a key.
  public func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] { base.layers(forKey: key) }

  /// Makes the changes of the underlying store durable.
  ///
  /// - Throws: The error of the underlying store.
  public func flush() throws {
    try base.flush()
  }

  private func record(_ operation: Operation) { recorded.withLock { $0.append(operation) } }
}
