package import TypedSettings

/// A store that adds an effect to the operations of another store, such as a record of each call.
///
/// Layers, routes, and files of the other store apply to its settings as they do without the wrapper.
package protocol WrappingSettingsStore: ResolvingStore, RecoverableStore, ConditionalBatchStore {
  /// The underlying store.
  var base: any SettingsStore { get }

  /// Returns a wrapper with the same effect for a store that holds values of the underlying store.
  ///
  /// The wrapper of a store is always the same, and that of the underlying store is this store.
  func wrapper(of store: any SettingsStore) -> any SettingsStore
}

/// The wrappers of the stores that hold values of an underlying store.
final class StoreWrappers<Wrapper: SettingsStore>: Sendable {
  private let wrappers = LockedState<[ObjectIdentifier: Wrapper]>([:])

  /// Returns the wrapper of a store, which is always the same.
  ///
  /// - Parameters:
  ///   - store: The store. The wrapper must retain it, because it's identified by its address.
  ///   - make: A closure that creates the wrapper.
  /// - Returns: The wrapper.
  func wrapper(of store: any SettingsStore, make: () -> Wrapper) -> Wrapper {
    wrappers.withLock { wrappers -> Wrapper in
      if let wrapper = wrappers[ObjectIdentifier(store)] { return wrapper }
      let wrapper = make()
      wrappers[ObjectIdentifier(store)] = wrapper
      return wrapper
    }
  }
}

// MARK: Layers and routes

extension WrappingSettingsStore {
  /// The underlying store if it decides between the values of several sources; otherwise `nil`.
  package var resolvingBase: (any ResolvingStore)? { base as? any ResolvingStore }

  package func declare(_ setting: ResolvableSetting) -> Bool { base.resolve(setting) }

  package func hasLayers(forKey key: SettingsKey) -> Bool? { base.hasKnownLayers(forKey: key) }

  package func writableStore(forKey key: SettingsKey) -> any SettingsStore {
    wrapper(of: base.writeTarget(forKey: key))
  }

  package func decidingStore(forKey key: SettingsKey) -> (any SettingsStore)? { base }
}

// MARK: Recovery

extension WrappingSettingsStore {
  /// The underlying store if it can't always read its values; otherwise `nil`.
  private var recoverableBase: (any RecoverableStore)? { base as? any RecoverableStore }

  package func hasReliableValues(inDomain domain: String) -> Bool {
    recoverableBase?.hasReliableValues(inDomain: domain) ?? true
  }

  package func writeObstacle(forKey key: SettingsKey) -> SettingsError? {
    base.writeObstacleOfTarget(forKey: key)
  }

  package func followReliability(_ onChange: @Sendable () -> Void) async {
    await recoverableBase?.followReliability(onChange)
  }

  /// Flushes domains of the underlying store, or all of it if it can't flush domains.
  package func flushBase(domains: Set<String>) throws {
    if let recoverableBase { try recoverableBase.flush(domains: domains) } else { try base.flush() }
  }
}

// MARK: Conditional batches

extension WrappingSettingsStore {
  private var conditionalBase: (any ConditionalBatchStore)? { base as? any ConditionalBatchStore }

  package var keepsDomainsApart: Bool { conditionalBase?.keepsDomainsApart ?? false }

  package var comparesAtomically: Bool { conditionalBase?.comparesAtomically ?? false }

  /// Changes keys of the underlying store if keys have the expected values, in one step if that store can do so.
  package func setBase(
    _ values: [SettingsKey: SettingsValue?], ifUnchanged expected: [SettingsKey: SettingsValue?]
  ) throws -> Bool {
    if let conditionalBase { return try conditionalBase.set(values, ifUnchanged: expected) }
    guard expected.allSatisfy({ base.value(forKey: $0.key) == $0.value }) else { return false }
    try base.set(values)
    return true
  }
}
