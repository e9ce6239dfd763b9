/// Where settings are kept.
///
/// Four methods make a store; everything below them has a default that works. A store is used from many threads at
/// once, and must keep these rules:
///
/// - ``set(_:forKey:)`` returns after the value is in place, and observers are told after that, outside every lock of
///   the store: they may read and write.
/// - Setting the value that a key already has changes nothing and tells nobody.
/// - ``observe(_:onChange:)`` tells of every change of the key, wherever it comes from.
///
/// A store that makes its changes under a lock numbers them there with ``SettingsRevision/next()``; then records take
/// the value from the ``SettingsChange``. Without a revision they ask ``value(forKey:)`` again.
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
///     let change = SettingsChange(key: key, oldValue: old, value: value)
///     for (token, tell) in observers.withLock({ $0 }) where token.key == key { tell(change) }
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
  /// The value of a key; `nil` if it has none. Never changes anything.
  func value(forKey key: SettingsKey) -> SettingsValue?

  /// Changes the value of a key.
  ///
  /// - Parameters:
  ///   - value: The new value; `nil` removes the key.
  ///   - key: The key.
  /// - Throws: What stands in the way; then nothing was changed. Only ``SettingsError/Code/notSaved`` tells of a value that
  ///   is in place, and not yet where it is to be kept.
  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws

  /// Adds an observer of later changes of a key.
  ///
  /// - Parameters:
  ///   - key: The key to observe.
  ///   - onChange: Called once for each change, in the order of the commits, outside every lock.
  /// - Returns: What ``removeObserver(_:)`` takes.
  func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void) -> SettingsObservationToken

  /// Removes an observer; an unknown token is left alone.
  func removeObserver(_ token: SettingsObservationToken)

  /// Changes the value of a key if it still is the expected one: the atomic step under every update.
  ///
  /// The default compares and then sets. That is enough for a store with one writer; a store with several writers
  /// does both under its lock.
  ///
  /// - Parameters:
  ///   - expected: The value that the key must have; `nil` for none.
  ///   - value: The new value; `nil` removes the key.
  ///   - key: The key.
  /// - Returns: Whether the value was the expected one; if not, nothing was changed.
  /// - Throws: What ``set(_:forKey:)`` throws.
  func exchange(_ expected: SettingsValue?, for value: SettingsValue?, forKey key: SettingsKey) throws -> Bool

  /// Changes several keys. The default sets one after the other and stops at the first that throws.
  ///
  /// Migrations are written with it. A store that outlives the process writes all of the values or none of them.
  ///
  /// - Parameter values: The new values by key; `nil` removes a key.
  /// - Throws: What stands in the way.
  func set(_ values: [SettingsKey: SettingsValue?]) throws

  /// The keys of a domain that have a value; `nil`, the default, if the store cannot list them.
  func keys(inDomain domain: String) -> [SettingsKey]?

  /// Whether ``set(_:forKey:)`` can succeed for a key. The default is `true`.
  func isWritable(_ key: SettingsKey) -> Bool

  /// The store that keeps a setting. The default is this one; a store that divides settings among others answers with
  /// one of those.
  ///
  /// - Parameters:
  ///   - key: The setting's key.
  ///   - traits: The setting's traits.
  /// - Returns: The store that the setting's record is to use.
  func store(forKey key: SettingsKey, traits: SettingsTrait) -> any SettingsStore

  /// Why the store must not be given the values of a setting; `nil`, the default, if it may.
  ///
  /// A store that others can read refuses what is ``SettingsTrait/secret``.
  ///
  /// - Parameters:
  ///   - key: The setting's key.
  ///   - traits: The setting's traits.
  /// - Returns: What every write of the setting throws.
  func refusal(ofKey key: SettingsKey, traits: SettingsTrait) -> SettingsError?

  /// Prepares the store for a setting, before the setting's record reads or writes. The default does nothing.
  ///
  /// A record calls it once, when it's created. A store that depends on what a setting declares, such as its type or an
  /// attribute, keeps what it needs; a store that wraps others passes the declaration on to them.
  ///
  /// - Parameter setting: What is known of the setting.
  func prepare(for setting: SettingDeclaration)

  /// What each layer holds for a key, the first one that decides first. The default is one layer with the store's value.
  func layers(forKey key: SettingsKey) -> [SettingsLayerValue]

  /// Makes every change so far durable. The default does nothing, which is right for a store that has no medium.
  ///
  /// - Throws: What stands in the way; then the changes remain and a later call tries again.
  func flush() throws
}

extension SettingsStore {
  /// Compares the value with the expected one, and sets it.
  ///
  /// - Returns: Whether the value was the expected one.
  /// - Throws: What ``SettingsStore/set(_:forKey:)`` throws.
  public func exchange(_ expected: SettingsValue?, for value: SettingsValue?, forKey key: SettingsKey) throws -> Bool {
    guard self.value(forKey: key) == expected else { return false }
    try set(value, forKey: key)
    return true
  }

  /// Sets the values one after the other, the version of a domain last.
  ///
  /// - Throws: The error of ``SettingsStore/set(_:forKey:)``; the values set before that stay. After one with
  ///   ``SettingsError/Code/notSaved`` the other values are set too.
  public func set(_ values: [SettingsKey: SettingsValue?]) throws {
    let versionKeyName = SettingsMigration.versionKeyName
    let isVersion = values.sorted { $0.key.name != versionKeyName && $1.key.name == versionKeyName }
    var steps = UnsavedSteps()
    for (key, value) in isVersion { try steps.run { try set(value, forKey: key) } }
    try steps.finish()
  }

  /// Says that the store cannot list its keys.
  ///
  /// - Returns: `nil`.
  public func keys(inDomain domain: String) -> [SettingsKey]? { nil }

  /// Says that every key can be written.
  ///
  /// - Returns: `true`.
  public func isWritable(_ key: SettingsKey) -> Bool { true }

  /// Says that the store keeps every setting itself.
  ///
  /// - Returns: The store.
  public func store(forKey key: SettingsKey, traits: SettingsTrait) -> any SettingsStore { self }

  /// Says that the store may be given every setting.
  ///
  /// - Returns: `nil`.
  public func refusal(ofKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? { nil }

  /// Does nothing.
  public func prepare(for setting: SettingDeclaration) {}

  /// Says that there are no layers but the store itself.
  ///
  /// - Returns: One layer named `store`.
  public func layers(forKey key: SettingsKey) -> [SettingsLayerValue] {
    [SettingsLayerValue(layer: "store", value: value(forKey: key), takesWrites: true)]
  }

  /// Does nothing.
  public func flush() {}
}

extension SettingsStore {
  /// What keeps a key from being written; `nil` if nothing is known to.
  func obstacle(ofKey key: SettingsKey) -> SettingsError? {
    if isWritable(key) { return nil }
    let layers = layers(forKey: key)
    if let controller = layers.firstIndex(where: \.decides),
      !layers[...controller].contains(where: \.takesWrites), layers.contains(where: \.takesWrites)
    {
      return .locked(key, by: layers[controller].layer)
    }
    return .readOnly("a store that takes no writes").at(key)
  }
}
