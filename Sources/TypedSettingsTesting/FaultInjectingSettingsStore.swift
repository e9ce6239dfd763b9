public import TypedSettings

/// A store that fails when it is told to, for tests of what happens then.
///
/// ```swift
/// let store = FaultInjectingSettingsStore()
/// let settings = TimerSettings.make(alternateStore: store)
/// store.failWrites(with: CocoaError(.fileWriteOutOfSpace))
/// ```
public final class FaultInjectingSettingsStore: SettingsStore {
  private let base: any SettingsStore
  private let writeError = LockedState<(any Error)?>(nil)

  /// Makes a store.
  ///
  /// - Parameter base: The store that does the work; a fresh one in memory where it is left out.
  public init(_ base: any SettingsStore = InMemorySettingsStore()) { self.base = base }

  /// Lets every later write fail, until ``succeed()``.
  ///
  /// - Parameter error: What the writes throw.
  public func failWrites(with error: any Error) { writeError.withLock { $0 = error } }

  /// Lets later writes succeed again.
  public func succeed() { writeError.withLock { $0 = nil } }

  /// The value of a key, as the underlying store has it.
  public func value(forKey key: SettingsKey) -> SettingsValue? { base.value(forKey: key) }

  /// Changes the value of a key in the underlying store, unless writes are to fail.
  ///
  /// - Throws: The error of ``failWrites(with:)``, or what the underlying store throws.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    try failIfTold()
    try base.set(value, forKey: key)
  }

  /// Adds an observer to the underlying store.
  ///
  /// - Returns: What ``removeObserver(_:)`` takes.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    base.observe(key, onChange: onChange)
  }

  /// Removes an observer from the underlying store.
  public func removeObserver(_ token: SettingsObservationToken) { base.removeObserver(token) }

  /// Changes the value of a key in the underlying store if it still is the expected one.
  ///
  /// - Returns: Whether the value was the expected one.
  /// - Throws: The error of ``failWrites(with:)``, or what the underlying store throws.
  public func exchange(_ expected: SettingsValue?, for value: SettingsValue?, forKey key: SettingsKey) throws -> Bool {
    try failIfTold()
    return try base.exchange(expected, for: value, forKey: key)
  }

  /// Changes several keys in the underlying store, unless writes are to fail.
  ///
  /// - Throws: The error of ``failWrites(with:)``, or what the underlying store throws.
  public func set(_ values: [SettingsKey: SettingsValue?]) throws {
    try failIfTold()
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
  /// - Throws: The error of ``failWrites(with:)``, or what the underlying store throws.
  public func flush() throws {
    try failIfTold()
    try base.flush()
  }

  private func failIfTold() throws {
    if let error = writeError.withLock({ $0 }) { throw error }
  }
}
