// Inactive code must be valid, unless the condition has a version. Earlier compilers can't parse
// `nonisolated(nonsending)`.
#if Configuration && compiler(>=6.2)
  public import Configuration
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif
  public import TypedSettingsCore

  /// A provider of swift-configuration with the values of a store of settings.
  ///
  /// Use it for libraries that read their configuration with a `ConfigReader`:
  ///
  /// ```swift
  /// // not compiled: needs the trait Configuration
  /// let config = ConfigReader(provider: SettingsConfigProvider(store, domain: "com.example.shop", groups: [settings]))
  /// print(config.int(forKey: "ShopSettingsLimit", default: 100))
  /// ```
  ///
  /// The key of a setting is its name, in which dots separate components. Without a domain, the name follows the
  /// components of the domain, such as `com.example.shop.ShopSettingsLimit`. The provider returns what the store holds:
  /// a setting with its default value has none, and neither has one that was set to `nil`.
  ///
  /// A value is converted to the requested type in the same way as the value of a setting of this type. A value that
  /// can't be converted is an error, which doesn't include the value's text.
  public struct SettingsConfigProvider: ConfigProvider {
    /// The name of the provider, with the type of the store.
    public let providerName: String

    private let store: any SettingsStore
    private let domain: String?
    /// The traits of the declared settings.
    private let traits: [SettingsKey: SettingsTrait]

    /// Creates a provider with the values of a store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - domain: The domain of all keys, or `nil` if the keys begin with it.
    ///   - groups: The groups that declare the settings of the store. The values of settings that they don't declare
    ///     are marked as secret, like the values of settings with the trait `SettingsTrait.secret`, so that they aren't
    ///     logged. Snapshots are updated when a setting of the groups changes, or a key that had a value when the watch
    ///     began. With a ``RemoteSettingsStore``, they're updated with each change.
    public init(_ store: any SettingsStore, domain: String? = nil, groups: [any SettingsGroup] = []) {
      self.store = store
      self.domain = domain
      providerName = "SettingsConfigProvider[\(type(of: store))]"
      var traits: [SettingsKey: SettingsTrait] = [:]
      for group in groups {
        for (_, setting) in group.allSettings where !setting.traits.contains(.transient) {
          traits[setting.key, default: []].formUnion(setting.traits)
        }
      }
      self.traits = traits
    }

    /// Returns the value of a key.
    ///
    /// - Throws: `SettingsError` with `SettingsError.Code.undecodable` if the value isn't of the type.
    public func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
      try result(forKey: key, type: type) { sourceStore(of: $0).value(forKey: $0) }
    }

    /// Returns the value of a key, like ``value(forKey:type:)``: stores have their values in memory.
    ///
    /// - Throws: The same errors.
    public func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
      try value(forKey: key, type: type)
    }

    /// Passes the values of a key to a closure: the current one, and later ones, of which a slow loop skips some.
    ///
    /// - Returns: The result of the closure.
    /// - Throws: Any error of the closure.
    nonisolated(nonsending) public func watchValue<Return: ~Copyable>(
      forKey key: AbsoluteConfigKey, type: ConfigType,
      updatesHandler:
        nonisolated(nonsending) (
          ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
        ) async throws -> Return
    ) async throws -> Return {
      let watch = StoreWatch(candidates(for: key).map { (sourceStore(of: $0), $0) })
      defer { watch.end() }
      // Each signal reads the store again, so the last element is always the current value.
      let values = watch.signals.map { Result { try value(forKey: key, type: type) } }
      return try await updatesHandler(ConfigUpdatesAsyncSequence(values))
    }

    /// Returns the values of all keys at this moment.
    ///
    /// The values of a ``RemoteSettingsStore`` belong to one revision. From another store, the values of declared
    /// settings, and of the domains that the store can list, are read one by one; the values of further keys are read
    /// once, when they're first requested.
    public func snapshot() -> any ConfigSnapshot {
      if let fleet {
        let (table, core) = (fleet.core.table, fleet.core)
        return StoreSnapshot(provider: self, values: [:]) { core.value(forKey: $0, in: table) }
      }
      var values: [SettingsKey: SettingsValue?] = [:]
      for key in knownKeys { values.updateValue(sourceStore(of: key).value(forKey: key), forKey: key) }
      return StoreSnapshot(provider: self, values: values) { sourceStore(of: $0).value(forKey: $0) }
    }

    /// Passes snapshots to a closure: the current one, and later ones, of which a slow loop skips some.
    ///
    /// - Returns: The result of the closure.
    /// - Throws: Any error of the closure.
    nonisolated(nonsending) public func watchSnapshot<Return: ~Copyable>(
      updatesHandler:
        nonisolated(nonsending) (
          ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
        ) async throws -> Return
    ) async throws -> Return {
      let watch = StoreWatch(fleet == nil ? knownKeys.map { (sourceStore(of: $0), $0) } : [])
      let number = fleet?.core.addChangeSignal(watch.signal)
      defer {
        watch.end()
        if let number { fleet?.core.removeChangeSignal(number) }
      }
      return try await updatesHandler(ConfigUpdatesAsyncSequence(watch.signals.map { snapshot() }))
    }
  }

  extension SettingsConfigProvider {
    /// The store if its values belong to one revision, so that they're read together; otherwise `nil`.
    private var fleet: RemoteSettingsStore? { store.remoteStore }

    /// The keys of the declared settings, and those with a value in the domains that the store can list.
    private var knownKeys: Set<SettingsKey> {
      var domains = Set(traits.keys.map(\.domain))
      if let domain { domains.insert(domain) }
      return domains.reduce(into: Set(traits.keys)) { keys, domain in
        keys.formUnion(store.keys(inDomain: domain) ?? [])
      }
    }

    /// Returns the store that holds the values of a key.
    private func sourceStore(of key: SettingsKey) -> any SettingsStore {
      // A store that divides settings by trait knows only the traits of settings that were created with it.
      guard let traits = traits[key] else { return store }
      return store.store(forKey: key, traits: traits)
    }

    /// Returns the settings that a key can mean; the first one with a value counts.
    private func candidates(for key: AbsoluteConfigKey) -> [SettingsKey] {
      let components = key.components
      if let domain { return [SettingsKey(domain: domain, name: components.joined(separator: "."))] }
      // Both domains and names can contain dots.
      return components.indices.reversed().map { index in
        SettingsKey(
          domain: components[..<index].joined(separator: "."), name: components[index...].joined(separator: "."))
      }
    }

    /// Returns the result of looking up a key.
    fileprivate func result(
      forKey key: AbsoluteConfigKey, type: ConfigType, _ read: (SettingsKey) -> SettingsValue?
    ) throws(SettingsError) -> LookupResult {
      let candidates = candidates(for: key)
      for candidate in candidates {
        guard let value = read(candidate), !value.isNull else { continue }
        let content: ConfigContent
        do throws(SettingsError) { content = try ConfigContent(value, type) } catch {
          throw SettingsError(
            .undecodable, key: candidate, found: "\(value.kind) that isn't of the type '\(type.rawValue)'",
            advice: "read the key with another type, or correct the value")
        }
        let isSecret = traits[candidate]?.contains(.secret) ?? true
        return LookupResult(encodedKey: "\(candidate)", value: ConfigValue(content, isSecret: isSecret))
      }
      return LookupResult(encodedKey: candidates.first.map { "\($0)" } ?? "", value: nil)
    }
  }

  /// The values of a store at one moment.
  private final class StoreSnapshot: ConfigSnapshot {
    private let provider: SettingsConfigProvider
    private let values: LockedState<[SettingsKey: SettingsValue?]>
    private let read: @Sendable (SettingsKey) -> SettingsValue?

    init(
      provider: SettingsConfigProvider, values: [SettingsKey: SettingsValue?],
      _ read: @escaping @Sendable (SettingsKey) -> SettingsValue?
    ) {
      self.provider = provider
      self.values = LockedState(values)
      self.read = read
    }

    var providerName: String { provider.providerName }

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
      try provider.result(forKey: key, type: type) { key in
        if let known = values.withLock({ $0[key] }) { return known }
        let value = read(key)
        // A value that another thread has read first stays.
        return values.withLock { values in
          if let known = values[key] { return known }
          values.updateValue(value, forKey: key)
          return value
        }
      }
    }
  }

  /// A sequence of signals for the changes of keys, which begins with a signal.
  private struct StoreWatch: Sendable {
    let signals: AsyncStream<Void>
    let signal: AsyncStream<Void>.Continuation
    private let tokens: [(store: any SettingsStore, token: SettingsObservationToken)]

    init(_ keys: [(store: any SettingsStore, key: SettingsKey)]) {
      let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      (self.signals, self.signal) = (signals, signal)
      tokens = keys.map { store, key in (store, store.observe(key) { _ in signal.yield() }) }
      signal.yield()
    }

    func end() {
      for (store, token) in tokens { store.removeObserver(token) }
      signal.finish()
    }
  }

  extension ConfigContent {
    /// Creates the content for a stored value, which is decoded like the value of a setting.
    fileprivate init(_ value: SettingsValue, _ type: ConfigType) throws(SettingsError) {
      self =
        switch type {
        case .string: .string(try SettingCoding<String>.automatic.decode(value))
        case .int: .int(try SettingCoding<Int>.automatic.decode(value))
        case .double: .double(try SettingCoding<Double>.automatic.decode(value))
        case .bool: .bool(try SettingCoding<Bool>.automatic.decode(value))
        case .bytes: .bytes([UInt8](try SettingCoding<Data>.automatic.decode(value)))
        case .stringArray: .stringArray(try SettingCoding<[String]>.automatic.decode(value))
        case .intArray: .intArray(try SettingCoding<[Int]>.automatic.decode(value))
        case .doubleArray: .doubleArray(try SettingCoding<[Double]>.automatic.decode(value))
        case .boolArray: .boolArray(try SettingCoding<[Bool]>.automatic.decode(value))
        case .byteChunkArray:
          .byteChunkArray(try SettingCoding<[Data]>.automatic.decode(value).map { [UInt8]($0) })
        }
    }
  }
#endif
