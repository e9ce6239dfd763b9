/// A store that divides settings among other stores, by trait or by domain.
///
/// ```swift
/// let vault = InMemorySettingsStore()     // or your own store for the system's keychain
/// let store = RoutingSettingsStore([
///   .traits([.secret], to: vault),
///   .domain("com.example.cache", to: InMemorySettingsStore()),
/// ], default: FileSettingsStore(file: URL(filePath: "/home/me/.config/pomodoro/settings.json")))
/// ```
///
/// A setting uses the store of the first route that matches it, as if its group had been created with that store. If
/// you access the routing store by key, it knows only the traits of settings that were created with it, under their
/// current and older names. For other keys, only routes by domain apply.
public final class RoutingSettingsStore: SettingsStore {
  private let routes: [SettingsRoute]
  private let defaultStore: any SettingsStore
  private let known: KnownStores
  /// A store whose routes lead to the writable layers of the same stores; `nil` in such a store.
  private let writable: RoutingSettingsStore?

  /// The stores of the settings that were created with a routing store.
  private final class KnownStores: Sendable {
    let stores = LockedState<[SettingsKey: any SettingsStore]>([:])
  }

  /// Creates a store from routes.
  ///
  /// - Parameters:
  ///   - routes: The routes, in order of precedence.
  ///   - defaultStore: The store for settings that no route matches.
  public init(_ routes: [SettingsRoute], default defaultStore: any SettingsStore) {
    self.routes = routes
    self.defaultStore = defaultStore
    let known = KnownStores()
    self.known = known
    writable = RoutingSettingsStore(toWritableLayersIn: routes, default: defaultStore, known: known)
  }

  private init(toWritableLayersIn routes: [SettingsRoute], default defaultStore: any SettingsStore, known: KnownStores)
  {
    self.routes = routes
    self.defaultStore = defaultStore
    self.known = known
    writable = nil
  }

  /// Returns the store that holds a setting.
  public func store(forKey key: SettingsKey, traits: SettingsTrait) -> any SettingsStore {
    target(of: key, in: route(forKey: key, traits: traits).store(forKey: key, traits: traits))
  }

  /// Returns the value of a key, or `nil` if it has none.
  public func value(forKey key: SettingsKey) -> SettingsValue? { store(forKey: key).value(forKey: key) }

  /// Sets or removes the value of a key.
  ///
  /// - Throws: The error of the key's store.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    try store(forKey: key).set(value, forKey: key)
  }

  /// Changes several keys, with one call to each of their stores.
  ///
  /// - Returns: `true` if the keys had the expected values.
  /// - Throws: The error of the first store that fails, after the changes in the stores before it are rolled back; or,
  ///   if keys are locked, an error whose ``SettingsError/reasons`` list them. An error with the code
  ///   ``SettingsError/Code/notSaved`` is thrown after the values of the other stores are set.
  public func commit(_ changes: SettingsChanges) throws -> Bool {
    var batch = SettingsBatch(origin: changes.origin)
    for (key, value) in changes.expected { batch.expect(value, forKey: key, in: store(forKey: key)) }
    for (key, value) in changes.values { batch.change(key, to: value, in: store(forKey: key)) }
    return try batch.write()
  }

  /// Atomically replaces the value of a key if the key has the expected value.
  ///
  /// - Returns: `true` if the key had the expected value.
  /// - Throws: The error of the key's store.
  public func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool { try store(forKey: key).compareExchange(expected: expected, desired: value, forKey: key) }

  /// Adds an observer of later changes to a key.
  ///
  /// - Returns: A token to pass to ``removeObserver(_:)``.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken { store(forKey: key).observe(key, onChange: onChange) }

  /// Removes an observer, or does nothing if the token is unknown.
  public func removeObserver(_ token: SettingsObservationToken) {
    // A setting that was created in the meantime may have moved its key to another store.
    for store in stores { target(of: token.key, in: store).removeObserver(token) }
  }

  /// Returns the keys of a domain that have a value in a store that can list its keys, or `nil` if no store can.
  public func keys(inDomain domain: String) -> [SettingsKey]? {
    let key = SettingsMigration.versionKey(inDomain: domain)
    let lists = stores.compactMap { target(of: key, in: $0).keys(inDomain: domain) }
    return lists.isEmpty ? nil : Array(Set(lists.joined()))
  }

  /// Returns the reason why the key's store can't write it at present.
  public func writeError(forKey key: SettingsKey) -> SettingsError? { store(forKey: key).writeError(forKey: key) }

  /// Returns a Boolean value that indicates whether the key's store has persisted its value.
  public func isSaved(_ key: SettingsKey) -> Bool { store(forKey: key).isSaved(key) }

  /// Returns the reason why the setting's store refuses its values, or `nil` if it accepts them.
  public func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    route(forKey: key, traits: traits).refusal(forKey: key, traits: traits)
  }

  /// Returns the value that each layer of the key's store holds.
  public func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] { store(forKey: key).layers(forKey: key) }

  /// Registers the store of a setting for access by key, and opens the setting there.
  public func open(_ setting: SettingDeclaration) -> SettingCell {
    let next = setting.isDeclared ? register(setting) : store(forKey: setting.key)
    return target(of: setting.key, in: next).open(setting)
  }

  /// Makes the changes of domains durable in all stores.
  ///
  /// - Throws: The error of the first store that fails.
  public func flush(domains: Set<String>) throws { try stores.flushAll { try $0.flush(domains: domains) } }

  /// The distinct stores of all routes.
  public var sources: [SettingsSource] { stores.map { SettingsSource($0) } }

  /// Returns a store whose routes lead to the writable layers of the same stores.
  public func writeTarget(forKey key: SettingsKey) -> any SettingsStore { writable ?? self }

  /// The distinct stores of all routes.
  var stores: [any SettingsStore] {
    var seen: Set<ObjectIdentifier> = []
    return (routes.map(\.store) + [defaultStore]).filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  func store(forKey key: SettingsKey) -> any SettingsStore {
    target(of: key, in: known.stores.withLock { $0[key] } ?? route(forKey: key, traits: []))
  }

  /// Returns a store to which routes lead, or the store of its writable layer.
  private func target(of key: SettingsKey, in store: any SettingsStore) -> any SettingsStore {
    writable == nil ? store.writeTarget(forKey: key) : store
  }

  /// Registers the route of a declared setting for its current and older names, and returns its store.
  private func register(_ setting: SettingDeclaration) -> any SettingsStore {
    let next = route(forKey: setting.key, traits: setting.traits)
    known.stores.withLock { stores in
      stores[setting.key] = next
      // An older name can be the current name of another setting, which has its own route.
      for alias in setting.aliasKeys where stores[alias] == nil { stores[alias] = next }
    }
    return next
  }

  /// Returns the store of the first route that matches a setting.
  private func route(forKey key: SettingsKey, traits: SettingsTrait) -> any SettingsStore {
    routes.first { $0.matches(key, traits) }?.store ?? defaultStore
  }
}

/// A rule that assigns settings to a store of a ``RoutingSettingsStore``.
public struct SettingsRoute: Sendable {
  private enum Condition: Sendable {
    case traits(SettingsTrait)
    case domain(String)
  }

  private let condition: Condition

  /// The store that holds the settings.
  let store: any SettingsStore

  /// Returns a route for the settings that have all of the given traits.
  ///
  /// - Parameters:
  ///   - traits: The required traits.
  ///   - store: The store that holds the settings.
  /// - Returns: The route.
  public static func traits(_ traits: SettingsTrait, to store: any SettingsStore) -> SettingsRoute {
    SettingsRoute(condition: .traits(traits), store: store)
  }

  /// Returns a route for the settings of a domain.
  ///
  /// - Parameters:
  ///   - domain: The domain.
  ///   - store: The store that holds the settings.
  /// - Returns: The route.
  public static func domain(_ domain: String, to store: any SettingsStore) -> SettingsRoute {
    SettingsRoute(condition: .domain(domain), store: store)
  }

  /// Returns a Boolean value that indicates whether the route applies to a setting.
  func matches(_ key: SettingsKey, _ traits: SettingsTrait) -> Bool {
    switch condition {
    case .traits(let required): !required.isEmpty && traits.isSuperset(of: required)
    case .domain(let domain): key.domain == domain
    }
  }
}
