public import TypedSettings

/// A store that records the calls of its methods, and forwards them to another store.
///
/// Layers and routes of the other store apply as usual, and the calls for all of them are recorded together. An
/// exchange is recorded as a write.
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

  /// The recorded operations, which the wrappers of layers and routes share.
  private final class Recording: Sendable {
    let operations = LockedState<[Operation]>([])
  }

  package let base: any SettingsStore
  private let recording: Recording
  private let wrappers = StoreWrappers<RecordingSettingsStore>()

  /// Creates a store.
  ///
  /// - Parameter base: The underlying store; by default, a new in-memory store.
  public init(_ base: any SettingsStore = InMemorySettingsStore()) {
    self.base = base
    recording = Recording()
  }

  private init(_ base: any SettingsStore, sharing recording: Recording) {
    self.base = base
    self.recording = recording
  }

  /// The recorded operations, in order.
  public var operations: [Operation] { recording.operations.withLock { $0 } }

  /// Removes the recorded operations.
  ///
  /// - Returns: The removed operations.
  @discardableResult
  public func removeOperations() -> [Operation] {
    recording.operations.withLock { operations in
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
    record(values)
    try base.set(values)
  }

  /// Returns the keys of a domain that have a value in the underlying store.
  public func keys(inDomain domain: String) -> [SettingsKey]? { base.keys(inDomain: domain) }

  /// Returns a Boolean value that indicates whether the underlying store can write a key.
  public func isWritable(_ key: SettingsKey) -> Bool { base.isWritable(key) }

  /// Returns a Boolean value that indicates whether the base store has persisted the value of a key.
  public func isSaved(_ key: SettingsKey) -> Bool { base.isSaved(key) }

  /// Returns a store that holds the values of a setting in the underlying store, and whose calls are recorded here.
  public func store(forKey key: SettingsKey, traits: SettingsTrait) -> any SettingsStore {
    wrapper(of: base.store(forKey: key, traits: traits))
  }

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

  private func record(_ operation: Operation) { recording.operations.withLock { $0.append(operation) } }

  private func record(_ values: [SettingsKey: SettingsValue?]) {
    let writes = values.sorted { ($0.key.domain, $0.key.name) < ($1.key.domain, $1.key.name) }
    for (key, value) in writes { record(.write(key, value)) }
  }
}

extension RecordingSettingsStore: WrappingSettingsStore {
  package func wrapper(of store: any SettingsStore) -> any SettingsStore {
    if store === base { return self }
    return wrappers.wrapper(of: store) { RecordingSettingsStore(store, sharing: recording) }
  }

  package func adoptAliases(ofKey key: SettingsKey) throws -> Bool {
    try resolvingBase?.adoptAliases(ofKey: key) ?? false
  }

  package func flush(domains: Set<String>) throws { try flushBase(domains: domains) }

  package func set(
    _ values: [SettingsKey: SettingsValue?], ifUnchanged expected: [SettingsKey: SettingsValue?]
  ) throws -> Bool {
    record(values)
    return try setBase(values, ifUnchanged: expected)
  }
}
