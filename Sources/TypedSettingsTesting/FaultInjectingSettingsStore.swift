public import TypedSettings

/// A store that fails on request, for tests of error handling.
///
/// ```swift
/// let store = FaultInjectingSettingsStore()
/// let settings = TimerSettings.make(alternateStore: store)
/// store.failWrites(with: CocoaError(.fileWriteOutOfSpace))
/// ```
public final class FaultInjectingSettingsStore: SettingsStore {
  private let base: any SettingsStore
  private let writeError = LockedState<(any Error)?>(nil)

  /// Creates a store.
  ///
  /// - Parameter base: The underlying store; by default, a new in-memory store.
  public init(_ base: any SettingsStore = InMemorySettingsStore()) { self.base = base }

  /// Makes every later write fail, until you call ``succeed()``.
  ///
  /// - Parameter error: The error to throw.
  public func failWrites(with error: any Error) { writeError.withLock { $0 = error } }

  /// Makes later writes succeed again.
  public func succeed() { writeError.withLock { $0 = nil } }

  /// Returns the value of a key in the underlying store.
  public func value(forKey key: SettingsKey) -> SettingsValue? { base.value(forKey: key) }

  /// Sets or removes the value of a key in the underlying store, unless writes fail.
  ///
  /// - Throws: The error of ``failWrites(with:)``, or the error of the underlying store.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    try throwInjectedError()
    try base.set(value, forKey: key)
  }

  /// Adds an observer to the underlying store.
  ///
  /// - Returns: A token to pass to ``removeObserver(_:)``.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    base.observe(key, onChange: onChange)
  }

  /// Removes an observer from the underlying store.
  public func removeObserver(_ token: SettingsObservationToken) { base.removeObserver(token) }

  /// Replaces the value of a key in the underlying store if the key has the expected value.
  ///
  /// - Returns: `true` if the key had the expected value.
  /// - Throws: The error of ``failWrites(with:)``, or the error of the underlying store.
  public func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool {
    try throwInjectedError()
    return try base.compareExchange(expected: expected, desired: value, forKey: key)
  }

  /// Sets or removes the values of several keys in the underlying store, unless writes fail.
  ///
  /// - Throws: The error of ``failWrites(with:)``, or the error of the underlying store.
  public func set(_ values: [SettingsKey: SettingsValue?]) throws {
    try throwInjectedError()
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
  /// - Throws: The error of ``failWrites(with:)``, or the error of the underlying store.
  public func flush() throws {
    try throwInjectedError()
    try base.flush()
  }

  private func throwInjectedError() throws {
    if let error = writeError.withLock({ $0 }) { throw error }
  }
}
