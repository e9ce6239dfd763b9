/// A type that stores the values of settings.
///
/// To conform, implement the four methods without a default implementation. A store is used from many threads at the
/// same time, and must follow these rules:
///
/// - ``set(_:forKey:)`` returns after the value is in place. The store notifies observers after that and without
///   holding a lock, because an observer may read and write.
/// - Setting the value that a key already has changes nothing and notifies no observers.
/// - ``observe(_:onChange:)`` reports every change of the key, regardless of its source.
///
/// The methods that write throw any error, because a store of your own has errors of its own. A record always throws a
/// ``SettingsError``, which has another error of the store as ``SettingsError/underlying``.
///
/// A store that commits its changes under a lock numbers them there with ``SettingsRevision/next()``. Records then take
/// the value from the ``SettingsChange``. Without a revision, they call ``value(forKey:)`` again.
///
/// ```swift
/// final class DictionaryStore: SettingsStore {
///   private let values = Mutex<[SettingsKey: SettingsValue]>([:])
///   private let observers = Mutex<[SettingsObservationToken: @Sendable (SettingsChange) -> Void]>([:])
///
///   func value(forKey key: SettingsKey) -> SettingsValue? { values.withLock { $0[key] } }
///
///   func set(_ value: SettingsValue?, forKey key: SettingsKey) {
///     let old = values.withLock { values in
///       defer { values[key] = value }
///       return values[key]
///     }
///     guard old != value else { return }
///     let change = SettingsChange(key: key, oldValue: old, newValue: value)
///     for (token, notify) in observers.withLock({ $0 }) where token.key == key { notify(change) }
///   }
///
///   func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void)
///     -> SettingsObservationToken
///   {
///     let token = SettingsObservationToken(key: key)
///     observers.withLock { $0[token] = onChange }
///     return token
///   }
///
///   func removeObserver(_ token: SettingsObservationToken) {
///     observers.withLock { _ = $0.removeValue(forKey: token) }
///   }
/// }
/// ```
public protocol SettingsStore: AnyObject, Sendable {
  /// Returns the value of a key, or `nil` if it has none.
  ///
  /// This method never changes the store.
  func value(forKey key: SettingsKey) -> SettingsValue?

  /// Sets or removes the value of a key.
  ///
  /// - Parameters:
  ///   - value: The new value, or `nil` to remove the key.
  ///   - key: The key.
  /// - Throws: An error if the store can't write the value; the store is then unchanged. The exception is
  ///   ``SettingsError/Code/notSaved``: the value is in place in memory, but not persisted yet.
  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws

  /// Adds an observer of later changes to a key.
  ///
  /// - Parameters:
  ///   - key: The key to observe.
  ///   - onChange: A closure that the store calls once for each change, in commit order and without holding a lock.
  /// - Returns: A token to pass to ``removeObserver(_:)``.
  func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void) -> SettingsObservationToken

  /// Removes an observer, or does nothing if the token is unknown.
  func removeObserver(_ token: SettingsObservationToken)

  /// Atomically replaces the value of a key if the key has the expected value.
  ///
  /// Every update of a setting uses this method. The default implementation compares and then sets, which is sufficient
  /// for a store with one writer. A store with several writers does both under its lock.
  ///
  /// - Parameters:
  ///   - expected: The value that the key must have, or `nil` if it must have none.
  ///   - desired: The new value, or `nil` to remove the key.
  ///   - key: The key.
  /// - Returns: `true` if the key had the expected value; otherwise, the store is unchanged.
  /// - Throws: An error of ``set(_:forKey:)``.
  func compareExchange(expected: SettingsValue?, desired: SettingsValue?, forKey key: SettingsKey) throws -> Bool

  /// Sets or removes the values of several keys.
  ///
  /// Migrations write their results with this method, and the first value of a domain is written with its version. A
  /// store that persists its values must write all of them or none.
  /// The default implementation sets one key after the other, and stops at the first one that throws, unless the code
  /// of the error is ``SettingsError/Code/notSaved``.
  ///
  /// During a migration, other threads that need its results block until the method returns. The observers of settings,
  /// and those of the stores in this package, are notified after that. An observer that a store of your own calls must
  /// not wait for those threads.
  ///
  /// - Parameter values: The new values by key; `nil` removes a key.
  /// - Throws: An error if the store can't write the values.
  func set(_ values: [SettingsKey: SettingsValue?]) throws

  /// Returns the keys of a domain that have a value, or `nil`, the default, if the store can't list its keys.
  func keys(inDomain domain: String) -> [SettingsKey]?

  /// Returns a Boolean value that indicates whether ``set(_:forKey:)`` can succeed for a key.
  ///
  /// The default implementation returns `true`.
  func isWritable(_ key: SettingsKey) -> Bool

  /// Returns a Boolean value that indicates whether the value of a key, or its removal, is persisted.
  ///
  /// The result is `false` after a write has thrown ``SettingsError/Code/notSaved``, until the value is saved. Writing
  /// the value again then isn't skipped, and throws as long as it can't be saved. A store that wraps another one
  /// returns the result of that store. The default implementation returns `true`.
  func isSaved(_ key: SettingsKey) -> Bool

  /// Returns the store that holds the values of a setting.
  ///
  /// The default implementation returns this store. A store that divides settings among other stores returns one of
  /// those. The method must have no side effects, because it's also called for settings that aren't created with the
  /// store.
  ///
  /// - Parameters:
  ///   - key: The setting's key.
  ///   - traits: The setting's traits.
  /// - Returns: The store for the setting's record to use.
  func store(forKey key: SettingsKey, traits: SettingsTrait) -> any SettingsStore

  /// Returns the reason why the store refuses the values of a setting, or `nil`, the default, if it accepts them.
  ///
  /// A store that keeps plain text refuses settings with the trait ``SettingsTrait/secret``.
  ///
  /// - Parameters:
  ///   - key: The setting's key.
  ///   - traits: The setting's traits.
  /// - Returns: The error that every write of the setting throws.
  func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError?

  /// Prepares the store for a setting, before the setting's record reads or writes.
  ///
  /// A record calls this method once, when it's created. A store that depends on a setting's declaration, such as its
  /// type or an attribute, keeps the parts it needs. A store that wraps other stores forwards the declaration to them.
  /// The default implementation does nothing, unless another store holds the setting; then it prepares that store.
  ///
  /// - Parameter setting: The setting's declaration.
  func prepare(for setting: SettingDeclaration)

  /// Returns the value that each layer holds for a key, in order of precedence.
  ///
  /// The default implementation returns one writable layer with the store's value. A read-only store returns a layer
  /// that isn't writable instead, and a store that wraps another one returns the layers of that store.
  func layers(forKey key: SettingsKey) -> [SettingsLayer.Value]

  /// Makes every change so far durable.
  ///
  /// The default implementation does nothing, which is correct for a store that doesn't persist its values.
  ///
  /// - Throws: An error if the changes can't be persisted; they stay in memory, and a later call tries again.
  func flush() throws
}

extension SettingsStore {
  /// Compares the value with the expected value, and then sets it.
  ///
  /// - Returns: `true` if the key had the expected value.
  /// - Throws: An error of ``SettingsStore/set(_:forKey:)``.
  public func compareExchange(
    expected: SettingsValue?, desired: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool {
    guard value(forKey: key) == expected else { return false }
    try set(desired, forKey: key)
    return true
  }

  /// Sets the values one after the other, and the version of a domain last.
  ///
  /// - Throws: The error of ``SettingsStore/set(_:forKey:)``; the values set before it stay. An error with the code
  ///   ``SettingsError/Code/notSaved`` is thrown after the other values are set.
  public func set(_ values: [SettingsKey: SettingsValue?]) throws {
    var steps = UnsavedSteps<any Error>()
    for (key, value) in values.versionsLast { try steps.run { try set(value, forKey: key) } }
    try steps.finish()
  }

  /// Returns `nil`.
  public func keys(inDomain domain: String) -> [SettingsKey]? { nil }

  /// Returns `true`.
  public func isWritable(_ key: SettingsKey) -> Bool { true }

  /// Returns `true`.
  public func isSaved(_ key: SettingsKey) -> Bool { true }

  /// Returns this store.
  public func store(forKey key: SettingsKey, traits: SettingsTrait) -> any SettingsStore { self }

  /// Returns `nil`.
  public func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? { nil }

  /// Prepares the store that holds the setting, unless it's this store.
  public func prepare(for setting: SettingDeclaration) {
    let holder = store(forKey: setting.key, traits: setting.traits)
    if holder !== self { holder.prepare(for: setting) }
  }

  /// Returns one writable layer named `store`, with the store's value.
  public func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] {
    [SettingsLayer.Value(layer: "store", value: value(forKey: key), isWritable: true)]
  }

  /// Does nothing.
  public func flush() {}
}

extension SettingsStore {
  /// Returns the known reason why a key can't be written, or `nil` if there is none.
  package func writeError(forKey key: SettingsKey) -> SettingsError? {
    if isWritable(key) { return nil }
    if let layer = layers(forKey: key).lockingLayer { return .locked(key, by: layer) }
    return (writeObstacleOfTarget(forKey: key) ?? SettingsError.readOnly("a read-only store")).at(key)
  }

  /// Returns the reason why the store that a write of a key changes can't be written at present, or `nil` if it's
  /// unknown.
  package func writeObstacleOfTarget(forKey key: SettingsKey) -> SettingsError? {
    if let error = (self as? any RecoverableStore)?.writeObstacle(forKey: key) { return error }
    let next =
      (self as? AliasingStore)?.base ?? (self as? RoutingSettingsStore)?.store(forKey: key) ?? writeTarget(forKey: key)
    return next === self ? nil : next.writeObstacleOfTarget(forKey: key)
  }

  /// Returns the error for a write of a key that a layer locks, or `nil` if none does.
  func lockError(forKey key: SettingsKey) -> SettingsError? {
    guard let error = writeError(forKey: key), error.code == .locked else { return nil }
    return error
  }
}

extension [SettingsKey: SettingsValue?] {
  /// The values, with the versions of domains last.
  var versionsLast: [(key: SettingsKey, value: SettingsValue?)] {
    let versionKeyName = SettingsMigration.versionKeyName
    return sorted { $0.key.name != versionKeyName && $1.key.name == versionKeyName }
  }
}

extension [any SettingsStore] {
  /// Makes the changes of all stores durable, even if that fails for some of them.
  ///
  /// - Throws: The error of the first store that fails. The errors of the others are reported.
  func flushAll() throws {
    var failure: (any Error)?
    for store in self {
      do { try store.flush() } catch {
        guard failure != nil else {
          failure = error
          continue
        }
        let error = SettingsError.wrapping(error)
        if !error.isRepeated { SettingsDiagnostics.report(error) }
      }
    }
    if let failure { throw failure }
  }
}

/// A store whose values can differ from the persisted ones, because it can't always read them.
package protocol RecoverableStore: SettingsStore {
  /// Returns a Boolean value that indicates whether the values of a domain are the persisted ones.
  ///
  /// While the result is `false`, the domain may lack values, or have those of an earlier time.
  func hasReliableValues(inDomain domain: String) -> Bool

  /// Returns the error that a write of a key would throw at present, as of the store's last operation, or `nil` if the
  /// store accepts writes.
  ///
  /// The default implementation returns `nil`.
  func writeObstacle(forKey key: SettingsKey) -> SettingsError?

  /// Calls a closure whenever values may have become reliable without changing, until the task is canceled.
  ///
  /// The default implementation does nothing, so that only observers of a value notice when it becomes reliable.
  func followReliability(_ onChange: @Sendable () -> Void) async

  /// Makes every change so far to the values of domains durable, even if that fails for other domains.
  ///
  /// The default implementation flushes the whole store.
  ///
  /// - Throws: An error of ``SettingsStore/flush()`` for one of the domains.
  func flush(domains: Set<String>) throws
}

extension RecoverableStore {
  /// Returns `nil`.
  package func writeObstacle(forKey key: SettingsKey) -> SettingsError? { nil }

  /// Does nothing.
  package func followReliability(_ onChange: @Sendable () -> Void) async {}

  /// Flushes the whole store.
  package func flush(domains: Set<String>) throws { try flush() }
}
