/// A store that changes a part of what another store does, and passes everything else on to it.
///
/// Layers, routes, batches, obstacles and places in files of the other store apply to its settings as they do without
/// the wrapper. A wrapper implements ``base``, ``wrapping(_:)``, and the methods that it changes. Each method is passed
/// on by itself: a wrapper that changes what is written implements ``SettingsStore/set(_:forKey:)``,
/// ``SettingsStore/compareExchange(expected:desired:forKey:)`` and ``SettingsStore/commit(_:)``.
///
/// ```swift
/// final class LoggingStore: WrappingSettingsStore {
///   let base: any SettingsStore
///   private let logger = Logger()
///
///   init(_ base: any SettingsStore) { self.base = base }
///
///   func wrapping(_ store: any SettingsStore) -> any SettingsStore { LoggingStore(store) }
///
///   func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
///     logger.info("\(key) is set")
///     try base.set(value, forKey: key)
///   }
///
///   func compareExchange(expected: SettingsValue?, desired: SettingsValue?, forKey key: SettingsKey) throws -> Bool {
///     logger.info("\(key) is exchanged")
///     return try base.compareExchange(expected: expected, desired: desired, forKey: key)
///   }
///
///   func commit(_ changes: SettingsChanges) throws -> Bool {
///     for key in changes.values.keys { logger.info("\(key) is set in a batch") }
///     return try base.commit(changes)
///   }
/// }
/// ```
///
/// To change the values themselves, such as to encrypt them, use a ``TransformingSettingsStore``.
public protocol WrappingSettingsStore: SettingsStore {
  /// The wrapped store.
  var base: any SettingsStore { get }

  /// Returns a store with the same effect over another store, which is the ``base`` of the result.
  ///
  /// The wrapper applies to the routes of the wrapped store, and to its writable layer, one by one. The method is
  /// called once for each of them. The result is kept as long as this store, so it mustn't retain it.
  func wrapping(_ store: any SettingsStore) -> any SettingsStore
}

extension WrappingSettingsStore {
  /// Returns the value of the wrapped store.
  public func value(forKey key: SettingsKey) -> SettingsValue? { base.value(forKey: key) }

  /// Sets or removes the value in the wrapped store.
  ///
  /// - Throws: The error of the wrapped store.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws { try base.set(value, forKey: key) }

  /// Adds an observer to the wrapped store.
  ///
  /// - Returns: A token to pass to ``SettingsStore/removeObserver(_:)``.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken { base.observe(key, onChange: onChange) }

  /// Removes an observer from the wrapped store.
  public func removeObserver(_ token: SettingsObservationToken) { base.removeObserver(token) }

  /// Replaces the value in the wrapped store if it's the expected one.
  ///
  /// - Returns: `true` if the key had the expected value.
  /// - Throws: The error of the wrapped store.
  public func compareExchange(
    expected: SettingsValue?, desired: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool { try base.compareExchange(expected: expected, desired: desired, forKey: key) }

  /// Changes several keys of the wrapped store as one step.
  ///
  /// - Returns: `true` if the keys had the expected values.
  /// - Throws: The error of the wrapped store.
  public func commit(_ changes: SettingsChanges) throws -> Bool { try base.commit(changes) }

  /// The changes that the wrapped store makes in one step.
  public var atomicity: SettingsAtomicity { base.atomicity }

  /// Returns the reason why the wrapped store can't write a key.
  public func writeError(forKey key: SettingsKey) -> SettingsError? { base.writeError(forKey: key) }

  /// Returns whether the wrapped store has persisted the value of a key.
  public func isSaved(_ key: SettingsKey) -> Bool { base.isSaved(key) }

  /// Returns this store, or a wrapper of the store that holds the setting in the wrapped one.
  public func store(forKey key: SettingsKey, traits: SettingsTrait) -> any SettingsStore {
    part(base.store(forKey: key, traits: traits))
  }

  /// Returns the reason why the wrapped store refuses the values of a setting.
  public func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    base.refusal(forKey: key, traits: traits)
  }

  /// Opens the setting in the wrapped store, and returns its place in this one.
  public func open(_ setting: SettingDeclaration) -> SettingCell {
    SettingCell(around: base.open(setting), in: store(forKey: setting.key, traits: setting.traits))
  }

  /// The wrapped store.
  public var sources: [SettingsSource] { [SettingsSource(base)] }

  /// Returns this store, or a wrapper of the store that a write changes in the wrapped one.
  public func writeTarget(forKey key: SettingsKey) -> any SettingsStore { part(base.writeTarget(forKey: key)) }

  /// Returns the layers of the wrapped store.
  public func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] { base.layers(forKey: key) }

  /// The policy of the wrapped store.
  public var invalidValues: SettingsLayer.InvalidValuePolicy { base.invalidValues }

  /// Returns the wrapper of a part of the wrapped store, which is always the same.
  private func part(_ store: any SettingsStore) -> any SettingsStore {
    store === base ? self : WrappedParts.of(self).wrapper(of: store) { wrapping(store) }
  }
}

/// The wrappers of the routes and writable layers of a wrapped store.
private final class WrappedParts: Sendable {
  private static let all = StoreTable<WrappedParts>()

  private let wrappers = LockedState<[ObjectIdentifier: (store: any SettingsStore, wrapper: any SettingsStore)]>([:])

  static func of(_ wrapper: any SettingsStore) -> WrappedParts { all.element(of: wrapper) { WrappedParts() } }

  /// Returns the wrapper of a store, which is always the same.
  func wrapper(of store: any SettingsStore, make: () -> any SettingsStore) -> any SettingsStore {
    let identity = ObjectIdentifier(store)
    if let known = wrappers.withLock({ $0[identity] }) { return known.wrapper }
    let new = make()
    return wrappers.withLock { wrappers in
      if let known = wrappers[identity] { return known.wrapper }
      wrappers[identity] = (store, new)
      return new
    }
  }
}
