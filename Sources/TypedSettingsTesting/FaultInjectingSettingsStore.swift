public import TypedSettings

/// A store that fails on request, for tests of error handling.
///
/// ```swift
/// let store = FaultInjectingSettingsStore()
/// let settings = TimerSettings.make(alternateStore: store)
/// store.failWrites(with: CocoaError(.fileWriteOutOfSpace))
/// ```
///
/// Layers and routes of the underlying store apply as usual, and writes fail in all of them.
public final class FaultInjectingSettingsStore: SettingsStore {
  /// The error that writes throw, which the wrappers of layers and routes share.
  private final class Fault: Sendable {
    let error = LockedState<(any Error)?>(nil)
  }

  package let base: any SettingsStore
  private let fault: Fault
  private let wrappers = StoreWrappers<FaultInjectingSettingsStore>()

  /// Creates a store.
  ///
  /// - Parameter base: The underlying store; by default, a new in-memory store.
  public init(_ base: any SettingsStore = InMemorySettingsStore()) {
    self.base = base
    fault = Fault()
  }

  private init(_ base: any SettingsStore, sharing fault: Fault) {
    self.base = base
    self.fault = fault
  }

  /// Makes every later write fail, until you call ``succeed()``.
  ///
  /// - Parameter error: The error to throw. With the code `SettingsError.Code.notSaved`, a write changes the value and
  ///   throws, as in a `FileSettingsStore` whose disk is full. With any other error, it changes nothing.
  public func failWrites(with error: any Error) { fault.error.withLock { $0 = error } }

  /// Makes later writes succeed again.
  public func succeed() { fault.error.withLock { $0 = nil } }

  /// Returns the value of a key in the underlying store.
  public func value(forKey key: SettingsKey) -> SettingsValue? { base.value(forKey: key) }

  /// Sets or removes the value of a key in the underlying store, unless writes fail.
  ///
  /// - Throws: The error of ``failWrites(with:)``, or the error of the underlying store.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    try write {
      try base.set(value, forKey: key)
      return true
    }
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
    try write { try base.compareExchange(expected: expected, desired: value, forKey: key) }
  }

  /// Sets or removes the values of several keys in the underlying store, unless writes fail.
  ///
  /// - Throws: The error of ``failWrites(with:)``, or the error of the underlying store.
  public func set(_ values: [SettingsKey: SettingsValue?]) throws {
    try write {
      try base.set(values)
      return true
    }
  }

  /// Returns the keys of a domain that have a value in the underlying store.
  public func keys(inDomain domain: String) -> [SettingsKey]? { base.keys(inDomain: domain) }

  /// Returns a Boolean value that indicates whether the underlying store can write a key.
  public func isWritable(_ key: SettingsKey) -> Bool { base.isWritable(key) }

  /// Returns a Boolean value that indicates whether the base store has persisted the value of a key.
  public func isSaved(_ key: SettingsKey) -> Bool { base.isSaved(key) }

  /// Returns a store that holds the values of a setting in the underlying store, and whose writes fail like those here.
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
  /// - Throws: The error of ``failWrites(with:)``, or the error of the underlying store.
  public func flush() throws {
    try flush { try base.flush() }
  }

  /// Performs a flush, unless writes fail.
  private func flush(_ perform: () throws -> Void) throws {
    if let error = fault.error.withLock({ $0 }) { throw error }
    try perform()
  }

  /// Performs a write, unless writes fail.
  ///
  /// - Parameter perform: A closure that writes to the underlying store, and returns whether it has changed a value.
  /// - Returns: The result of the closure.
  /// - Throws: The injected error, or the error of the closure.
  @discardableResult
  private func write(_ perform: () throws -> Bool) throws -> Bool {
    let error = fault.error.withLock { $0 }
    // Such an error means that the change is in place.
    if let error, !SettingsError.isUnsavedChange(error) { throw error }
    let isDone = try perform()
    if isDone, let error { throw error }
    return isDone
  }
}

extension FaultInjectingSettingsStore: WrappingSettingsStore {
  package func wrapper(of store: any SettingsStore) -> any SettingsStore {
    if store === base { return self }
    return wrappers.wrapper(of: store) { FaultInjectingSettingsStore(store, sharing: fault) }
  }

  package func adoptAliases(ofKey key: SettingsKey) throws -> Bool {
    try write { try resolvingBase?.adoptAliases(ofKey: key) ?? false }
  }

  package func flush(domains: Set<String>) throws { try flush { try flushBase(domains: domains) } }

  package func set(
    _ values: [SettingsKey: SettingsValue?], ifUnchanged expected: [SettingsKey: SettingsValue?]
  ) throws -> Bool {
    try write { try setBase(values, ifUnchanged: expected) }
  }
}
