/// A store that divides settings among others, by their traits or their domain.
///
/// ```swift
/// let vault = InMemorySettingsStore()     // or one of yours over the system's keychain
/// let store = RoutingSettingsStore([
///   .traits([.secret], to: vault),
///   .domain("com.example.cache", to: InMemorySettingsStore()),
/// ], otherwise: FileSettingsStore(file: URL(filePath: "/home/me/.config/pomodoro/settings.json")))
/// ```
///
/// A setting goes to the first route that fits it, and uses that store as if it had been made with it. Where the store
/// itself is asked by key, traits are known of those settings alone that were made with it; the others go by their domain.
public final class RoutingSettingsStore: SettingsStore {
  private let routes: [SettingsRoute]
  private let otherwise: any SettingsStore
  /// The stores of the settings that were made with this one.
  private let known = LockedState<[SettingsKey: any SettingsStore]>([:])

  /// Makes a store of routes.
  ///
  /// - Parameters:
  ///   - routes: The routes; of several that fit, the first counts.
  ///   - otherwise: The store of the settings that none fits.
  public init(_ routes: [SettingsRoute], otherwise: any SettingsStore) {
    self.routes = routes
    self.otherwise = otherwise
  }

  /// The store that keeps a setting.
  public func store(forKey key: SettingsKey, traits: SettingsTrait) -> any SettingsStore {
    let next = routes.first { $0.fits(key, traits) }?.store ?? otherwise
    known.withLock { $0[key] = next }
    return next.store(forKey: key, traits: traits)
  }

  /// The value of a key; `nil` if it has none.
  public func value(forKey key: SettingsKey) -> SettingsValue? { store(forKey: key).value(forKey: key) }

  /// Changes the value of a key, or removes it.
  ///
  /// - Throws: What the key's store throws.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    try store(forKey: key).set(value, forKey: key)
  }

  /// Changes several keys, with one call to each of the stores that keep them.
  ///
  /// - Throws: What the first store throws that fails; what others have taken before that stays.
  public func set(_ values: [SettingsKey: SettingsValue?]) throws {
    let parts = Dictionary(grouping: values) { ObjectIdentifier(store(forKey: $0.key)) }
    for part in parts.values {
      guard let key = part.first?.key else { continue }
      try store(forKey: key).set(Dictionary(uniqueKeysWithValues: part.map { ($0.key, $0.value) }))
    }
  }

  /// Changes the value of a key if it still is the expected one.
  ///
  /// - Returns: Whether the value was the expected one.
  /// - Throws: What the key's store throws.
  public func exchange(
    _ expected: SettingsValue?, for value: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool { try store(forKey: key).exchange(expected, for: value, forKey: key) }

  /// Adds an observer of later changes of a key.
  ///
  /// - Returns: What ``removeObserver(_:)`` takes.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken { store(forKey: key).observe(key, onChange: onChange) }

  /// Removes an observer; an unknown token is left alone.
  public func removeObserver(_ token: SettingsObservationToken) {
    // A setting that was made meanwhile may have taken its key elsewhere.
    for store in stores { store.removeObserver(token) }
  }

  /// The keys of a domain that have a value in any of the stores that can list them; `nil` if none can.
  public func keys(inDomain domain: String) -> [SettingsKey]? {
    let lists = stores.compactMap { $0.keys(inDomain: domain) }
    return lists.isEmpty ? nil : Array(Set(lists.joined()))
  }

  /// Whether the key's store takes writes of it.
  public func isWritable(_ key: SettingsKey) -> Bool { store(forKey: key).isWritable(key) }

  /// Why the setting's store must not be given its values.
  public func refusal(ofKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    (routes.first { $0.fits(key, traits) }?.store ?? otherwise).refusal(ofKey: key, traits: traits)
  }

  /// What each layer of the key's store holds.
  public func layers(forKey key: SettingsKey) -> [SettingsLayerValue] { store(forKey: key).layers(forKey: key) }

  /// Prepares the setting's store for it.
  public func prepare(for setting: SettingDeclaration) {
    store(forKey: setting.key, traits: setting.traits).prepare(for: setting)
  }

  /// Makes the changes of all stores durable.
  ///
  /// - Throws: What the first store throws that fails.
  public func flush() throws { for store in stores { try store.flush() } }

  /// All stores, each once.
  private var stores: [any SettingsStore] {
    var seen: Set<ObjectIdentifier> = []
    return (routes.map(\.store) + [otherwise]).filter { seen.insert(ObjectIdentifier($0)).inserted }
  }

  private func store(forKey key: SettingsKey) -> any SettingsStore {
    known.withLock { $0[key] } ?? routes.first { $0.fits(key, []) }?.store ?? otherwise
  }
}

extension RoutingSettingsStore: ResolvingStore {
  package func declare(_ setting: ResolvableSetting) -> Bool {
    store(forKey: setting.key, traits: setting.traits).resolve(setting)
  }

  package func adoptAliases(ofKey key: SettingsKey) throws -> Bool {
    try (store(forKey: key) as? any ResolvingStore)?.adoptAliases(ofKey: key) ?? false
  }
}

/// Which settings a ``RoutingSettingsStore`` keeps in which store.
public struct SettingsRoute: Sendable {
  private enum Condition: Sendable {
    case traits(SettingsTrait)
    case domain(String)
  }

  private let condition: Condition

  /// The store that keeps them.
  public let store: any SettingsStore

  /// The settings that have all of the given traits.
  ///
  /// - Parameters:
  ///   - traits: What a setting must have.
  ///   - store: The store that keeps them.
  /// - Returns: The route.
  public static func traits(_ traits: SettingsTrait, to store: any SettingsStore) -> SettingsRoute {
    SettingsRoute(condition: .traits(traits), store: store)
  }

  /// The settings of a domain.
  ///
  /// - Parameters:
  ///   - domain: The domain.
  ///   - store: The store that keeps them.
  /// - Returns: The route.
  public static func domain(_ domain: String, to store: any SettingsStore) -> SettingsRoute {
    SettingsRoute(condition: .domain(domain), store: store)
  }

  /// Whether a setting takes the route.
  func fits(_ key: SettingsKey, _ traits: SettingsTrait) -> Bool {
    switch condition {
    case .traits(let required): !required.isEmpty && traits.isSuperset(of: required)
    case .domain(let domain): key.domain == domain
    }
  }
}
