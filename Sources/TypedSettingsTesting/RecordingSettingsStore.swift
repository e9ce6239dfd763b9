public import TypedSettings

/// A store that writes down what is asked of it, and lets another store do the work.
///
/// Records reach it by the same way as a store written by anybody else. An exchange counts as a write.
public final class RecordingSettingsStore: SettingsStore {
  /// One call of a store's method.
  public enum Operation: Hashable, Sendable {
    /// The value of a key was asked for.
    case read(SettingsKey)
    /// A key was given a value; `nil` removes it.
    case write(SettingsKey, SettingsValue?)
    /// An observer was added to a key.
    case observe(SettingsKey)
    /// An observer was removed from a key.
    case removeObserver(SettingsKey)
  }

  private let base: any SettingsStore
  private let recorded = LockedState<[Operation]>([])

  /// Makes a store.
  ///
  /// - Parameter base: The store that does the work; a fresh one in memory where it is left out.
  public init(_ base: any SettingsStore = InMemorySettingsStore()) { self.base = base }

  /// What was asked so far, in order.
  public var operations: [Operation] { recorded.withLock { $0 } }

  /// Forgets what was asked so far.
  ///
  /// - Returns: What is forgotten.
  @discardableResult
  public func removeOperations() -> [Operation] {
    recorded.withLock { operations in
      defer { operations = [] }
      return operations
    }
  }

  /// The value of a key, as the underlying store has it.
  public func value(forKey key: SettingsKey) -> SettingsValue? {
    record(.read(key))
    return base.value(forKey: key)
  }

  /// Changes the value of a key in the underlying store.
  ///
  /// - Throws: What the underlying store throws.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    record(.write(key, value))
    try base.set(value, forKey: key)
  }

  /// Adds an observer to the underlying store.
  ///
  /// - Returns: What ``removeObserver(_:)`` takes.
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

  /// Changes the value of a key in the underlying store if it still is the expected one.
  ///
  /// - Returns: Whether the value was the expected one.
  /// - Throws: What the underlying store throws.
  public func exchange(_ expected: SettingsValue?, for value: SettingsValue?, forKey key: SettingsKey) throws -> Bool {
    record(.write(key, value))
    return try base.exchange(expected, for: value, forKey: key)
  }

  /// Changes several keys in the underlying store; recorded as one write for each, in the order of the keys.
  ///
  /// - Throws: What the underlying store throws.
  public func set(_ values: [SettingsKey: SettingsValue?]) throws {
    let writes = values.sorted { ($0.key.domain, $0.key.name) < ($1.key.domain, $1.key.name) }
    for (key, value) in writes { record(.write(key, value)) }
    try base.set(values)
  }

  /// The keys of a domain that have a value in the underlying store.
  public func keys(inDomain domain: String) -> [SettingsKey]? { base.keys(inDomain: domain) }

  /// Whether the underlying store can write a key.
  public func isWritable(_ key: SettingsKey) -> Bool { base.isWritable(key) }

  /// Why the underlying store must not be given the values of a setting.
  public func refusal(ofKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    base.refusal(ofKey: key, traits: traits)
  }

  /// Prepares the underlying store for a setting.
  public func prepare(for setting: SettingDeclaration) { base.prepare(for: setting) }

  /// What each layer of the underlying store holds for a key.
  public func layers(forKey key: SettingsKey) -> [SettingsLayerValue] { base.layers(forKey: key) }

  /// Makes the changes of the underlying store durable.
  ///
  /// - Throws: What the underlying store throws.
  public func flush() throws {
    try base.flush()
  }

  private func record(_ operation: Operation) { recorded.withLock { $0.append(operation) } }
}
