public import TypedSettingsCore

/// A store that records the calls of its methods, and forwards them to another store.
///
/// Layers and routes of the other store apply as usual, and the calls for all of them are recorded together. An
/// exchange is recorded as a write.
public final class RecordingSettingsStore: WrappingSettingsStore {
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

  /// The underlying store.
  public let base: any SettingsStore
  private let recording: Recording

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

  /// Changes several keys of the underlying store as one step.
  ///
  /// The call is recorded as one write for each key, sorted by key.
  ///
  /// - Returns: `true` if the keys had the expected values.
  /// - Throws: The error of the underlying store.
  public func commit(_ changes: SettingsChanges) throws -> Bool {
    for (key, value) in changes.values.sorted(by: { ($0.key.domain, $0.key.name) < ($1.key.domain, $1.key.name) }) {
      record(.write(key, value))
    }
    return try base.commit(changes)
  }

  /// Returns a store over another one, whose calls are recorded here.
  public func wrapping(_ store: any SettingsStore) -> any SettingsStore {
    RecordingSettingsStore(store, sharing: recording)
  }

  private func record(_ operation: Operation) { recording.operations.withLock { $0.append(operation) } }
}
