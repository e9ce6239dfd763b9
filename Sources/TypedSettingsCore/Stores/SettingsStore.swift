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

  /// Changes several keys as one step, if keys have the expected values.
  ///
  /// Transactions, drafts, imports, migrations and synchronization write with this method. A store that persists its
  /// values must write all of them or none, as far as ``atomicity`` states. The default implementation sets one key
  /// after the other, and restores the former values if one is refused.
  ///
  /// During a migration, other threads that need its results block until the method returns. The observers of settings,
  /// and of the stores in this package, are notified after that. An observer that a store of your own calls must not
  /// wait for those threads.
  ///
  /// - Parameter changes: The changes.
  /// - Returns: `true` if the keys had the expected values; otherwise, nothing was changed.
  /// - Throws: An error if the store can't write one of the values; nothing was changed then. The exception is
  ///   ``SettingsError/Code/notSaved``: all values are in place in memory, but not persisted yet.
  func commit(_ changes: SettingsChanges) throws -> Bool

  /// The changes that ``commit(_:)`` makes in one step.
  ///
  /// The default implementation returns ``SettingsAtomicity/key``, the atomicity of the default implementation of
  /// ``commit(_:)``.
  var atomicity: SettingsAtomicity { get }

  /// Returns the keys of a domain that have a value, or `nil`, the default without sources, if the store can't list its
  /// keys.
  func keys(inDomain domain: String) -> [SettingsKey]?

  /// Returns the reason why a write of a key would fail at present, or `nil` if it can succeed.
  ///
  /// The default implementation asks the store's ``layers(forKey:)``: a key is locked while a layer above the writable
  /// one has a value for it, and read-only if no layer is writable. The code of the error is
  /// ``SettingsError/Code/locked`` only for a lock, because some operations skip locked keys.
  func writeError(forKey key: SettingsKey) -> SettingsError?

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

  /// Opens the place of a setting in this store, before the setting's record reads or writes.
  ///
  /// A record calls this method once, when it's created. A store that depends on a setting's declaration, such as its
  /// type or an attribute, keeps the parts it needs, unless ``SettingDeclaration/isDeclared`` is `false`. It returns
  /// `SettingCell(of: setting, in: self)`. The default implementation does the latter, unless another store holds the
  /// setting; then it opens the setting there.
  ///
  /// - Parameter setting: The setting's declaration.
  /// - Returns: The place of the setting.
  func open(_ setting: SettingDeclaration) -> SettingCell

  /// The stores whose values this store combines or changes, in order of precedence; none, the default, if it holds its
  /// values itself.
  ///
  /// The default implementations of ``keys(inDomain:)``, ``isPersistent``, ``hasReliableValues(inDomain:)``,
  /// ``followReliability(_:)`` and ``flush()`` use the sources.
  var sources: [SettingsSource] { get }

  /// Returns the store whose value a write of a key changes.
  ///
  /// Migrations and synchronization read and write that store, because the values of other layers aren't the user's
  /// own. In a ``LayeredSettingsStore``, it's the store of the writable layer. The default implementation returns this
  /// store.
  func writeTarget(forKey key: SettingsKey) -> any SettingsStore

  /// Returns the place from which the store reads the value of a setting.
  ///
  /// Errors about a value and tools for users name the place. The default implementation returns the place of a source,
  /// or the place in a file of this library.
  ///
  /// - Parameter keys: The key of the setting, followed by its older names.
  /// - Returns: The place in words for users, such as `/etc/pomodoro/settings.json:3:12` or the name of a variable;
  ///   `nil` if there is none, or no value.
  func origin(ofKeys keys: [SettingsKey]) -> String?

  /// Returns the value that each layer holds for a key, in order of precedence.
  ///
  /// The default implementation returns one writable layer with the store's value. A read-only store returns a layer
  /// that isn't writable instead, and a store that wraps another one returns the layers of that store.
  func layers(forKey key: SettingsKey) -> [SettingsLayer.Value]

  /// The policy for unusable values of a layer of this store, unless the layer has another one.
  ///
  /// The default implementation returns ``SettingsLayer/InvalidValuePolicy/stop``.
  var invalidValues: SettingsLayer.InvalidValuePolicy { get }

  /// A Boolean value that indicates whether the values outlive the process.
  ///
  /// Synchronization doesn't take the loss of other values for their removal. The default is `true` without sources.
  var isPersistent: Bool { get }

  /// Returns a Boolean value that indicates whether the values of a domain are the persisted ones.
  ///
  /// The result is `false` while the store can't read its values, and the domain may lack values, or have values from
  /// an earlier time. The default is `true` without sources.
  func hasReliableValues(inDomain domain: String) -> Bool

  /// Calls a closure whenever values may have become reliable without changing, until the task is canceled.
  ///
  /// Without sources, the default implementation does nothing, so that only observers of a value notice.
  func followReliability(_ onChange: @escaping @Sendable () -> Void) async

  /// Makes every change so far durable.
  ///
  /// Without sources, the default implementation does nothing, which is correct for a store that doesn't persist its
  /// values.
  ///
  /// - Throws: An error if the changes can't be persisted; they stay in memory, and a later call tries again.
  func flush() throws

  /// Makes every change so far to the values of domains durable, even if that fails for other domains.
  ///
  /// The default implementation flushes the whole store.
  ///
  /// - Throws: An error of ``flush()`` for one of the domains.
  func flush(domains: Set<String>) throws
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

  /// Returns ``SettingsAtomicity/key``.
  public var atomicity: SettingsAtomicity { .key }

  /// Returns the keys of the sources that can list them, or `nil` if none can.
  public func keys(inDomain domain: String) -> [SettingsKey]? {
    let lists = sources.compactMap { $0.store.keys(inDomain: domain) }
    return lists.isEmpty ? nil : Array(Set(lists.joined()))
  }

  /// Returns an error if a layer locks the key, or if no layer is writable.
  public func writeError(forKey key: SettingsKey) -> SettingsError? { layers(forKey: key).writeError(forKey: key) }

  /// Returns a Boolean value that indicates whether a write of a key can succeed at present.
  public func isWritable(_ key: SettingsKey) -> Bool { writeError(forKey: key) == nil }

  /// Returns `true`.
  public func isSaved(_ key: SettingsKey) -> Bool { true }

  /// Returns this store.
  public func store(forKey key: SettingsKey, traits: SettingsTrait) -> any SettingsStore { self }

  /// Returns `nil`.
  public func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? { nil }

  /// Opens the setting in the store that holds it.
  public func open(_ setting: SettingDeclaration) -> SettingCell {
    let holder = store(forKey: setting.key, traits: setting.traits)
    return holder === self ? SettingCell(of: setting, in: self) : holder.open(setting)
  }

  /// Returns no sources.
  public var sources: [SettingsSource] { [] }

  /// Returns this store.
  public func writeTarget(forKey key: SettingsKey) -> any SettingsStore { self }

  /// Returns one writable layer named `store`, with the store's value.
  public func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] {
    [SettingsLayer.Value(layer: "store", value: value(forKey: key), isWritable: true)]
  }

  /// Returns ``SettingsLayer/InvalidValuePolicy/stop``.
  public var invalidValues: SettingsLayer.InvalidValuePolicy { .stop }

  /// Returns whether the values of all writable sources outlive the process; `true` if there are none.
  public var isPersistent: Bool { sources.allSatisfy { !$0.isWritable || $0.store.isPersistent } }

  /// Returns whether all sources have the persisted values of a domain; `true` if there are none.
  public func hasReliableValues(inDomain domain: String) -> Bool {
    sources.allSatisfy { $0.store.hasReliableValues(inDomain: domain) }
  }

  /// Follows all sources.
  @_semantics("optimize.sil.specialize.generic.never")
  public func followReliability(_ onChange: @escaping @Sendable () -> Void) async {
    await withDiscardingTaskGroup { tasks in
      for source in sources { tasks.addTask { await source.store.followReliability(onChange) } }
    }
  }

  /// Flushes all sources.
  ///
  /// - Throws: The error of the first source that fails, after all others are flushed. Their errors are reported to
  ///   ``SettingsDiagnostics``.
  @_semantics("optimize.sil.specialize.generic.never")
  public func flush() throws { try sources.map(\.store).flushAll { try $0.flush() } }

  /// Flushes the whole store.
  public func flush(domains: Set<String>) throws { try flush() }
}

extension SettingsStore {
  /// Returns the error for a write of a key that a layer locks, or `nil` if none does.
  func lockError(forKey key: SettingsKey) -> SettingsError? {
    guard let error = writeError(forKey: key), error.code == .locked else { return nil }
    return error
  }

  /// Returns the writable layer of a key, or `nil` if it's the only layer or if there is none.
  func ownLayer(forKey key: SettingsKey) -> SettingsLayer.Value? {
    let layers = layers(forKey: key)
    return layers.count > 1 ? layers.first(where: \.isWritable) : nil
  }

  /// Returns the value that a write of a key replaces: the writable layer's value, if the store has layers.
  func ownValue(forKey key: SettingsKey) -> SettingsValue? {
    if let layer = ownLayer(forKey: key) { return layer.value }
    return value(forKey: key)
  }

  /// The live value of a key that stores of the same values share, or `nil` if the store derives or observes values.
  package func sharedValue(forKey key: SettingsKey) -> LiveValue? { open(SettingDeclaration(undeclared: key)).ownValue }
}

extension [any SettingsStore] {
  /// Makes the changes of all stores durable, even if that fails for some of them.
  ///
  /// - Throws: The error of the first store that fails. The errors of the others are reported.
  func flushAll(_ flush: (any SettingsStore) throws -> Void) throws {
    var failure: (any Error)?
    for store in self {
      do { try flush(store) } catch {
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
