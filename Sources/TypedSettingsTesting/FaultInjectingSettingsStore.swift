public import TypedSettingsCore

/// A store that fails on request, for tests of error handling.
///
/// ```swift
/// let store = FaultInjectingSettingsStore()
/// let settings = TimerSettings.make(alternateStore: store)
/// store.failWrites(with: CocoaError(.fileWriteOutOfSpace))
/// ```
///
/// Layers and routes of the underlying store apply as usual, and writes fail in all of them.
public final class FaultInjectingSettingsStore: WrappingSettingsStore {
  /// The error that writes throw, which the wrappers of layers and routes share.
  private final class Fault: Sendable {
    let error = LockedState<(any Error)?>(nil)
  }

  /// The underlying store.
  public let base: any SettingsStore
  private let fault: Fault

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

  /// Sets or removes the value of a key in the underlying store, unless writes fail.
  ///
  /// - Throws: The error of ``failWrites(with:)``, or the error of the underlying store.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    try write {
      try base.set(value, forKey: key)
      return true
    }
  }

  /// Replaces the value of a key in the underlying store if the key has the expected value.
  ///
  /// - Returns: `true` if the key had the expected value.
  /// - Throws: The error of ``failWrites(with:)``, or the error of the underlying store.
  public func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool {
    try write { try base.compareExchange(expected: expected, desired: value, forKey: key) }
  }

  /// Changes several keys of the underlying store as one step, unless writes fail.
  ///
  /// - Returns: `true` if the keys had the expected values.
  /// - Throws: The error of ``failWrites(with:)``, or the error of the underlying store.
  public func commit(_ changes: SettingsChanges) throws -> Bool { try write { try base.commit(changes) } }

  /// Returns a store over another one, whose writes fail like those here.
  public func wrapping(_ store: any SettingsStore) -> any SettingsStore {
    FaultInjectingSettingsStore(store, sharing: fault)
  }

  /// Makes the changes of the underlying store durable.
  ///
  /// - Throws: The error of ``failWrites(with:)``, or the error of the underlying store.
  public func flush() throws {
    try flush { try base.flush() }
  }

  /// Makes the changes of domains of the underlying store durable.
  ///
  /// - Throws: The error of ``failWrites(with:)``, or the error of the underlying store.
  public func flush(domains: Set<String>) throws { try flush { try base.flush(domains: domains) } }

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
