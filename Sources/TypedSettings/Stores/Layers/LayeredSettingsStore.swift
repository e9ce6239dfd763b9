/// A store of several layers: the first layer that holds a value decides.
///
/// ```swift
/// let store = LayeredSettingsStore([
///   .layer("managed", ManagedSettingsStore(file: URL(filePath: "/etc/pomodoro/settings.json"))),
///   .layer("command line", CommandLineSettingsStore()),
///   .layer("environment", EnvironmentSettingsStore()),
///   .writable("user", FileSettingsStore(file: URL(filePath: "/home/me/.config/pomodoro/settings.json"))),
/// ])
/// let settings = TimerSettings.make(alternateStore: store)
/// print(settings.$sessionLength.source)     // layer("environment")
/// ```
///
/// Aliases belong to each layer: within a layer the first name that holds a value counts, and then the next layer.
/// A value that the setting can't use decides or is passed over, as ``SettingsLayer/InvalidValuePolicy`` says.
///
/// Writes go to the layer that takes them. While a layer above it holds a value for a setting, the setting is locked:
/// a write would change nothing that anybody sees, so it is refused with ``SettingsError/Code/locked``. Layers below it
/// are recommendations that a write overrides.
///
/// Who observes a setting hears of it when the value that decides changes, whichever layer it comes from, and never of
/// what another layer hides.
public final class LayeredSettingsStore: SettingsStore {
  private let stack: LayerStack
  private let values: DerivedValues

  /// Makes a store of layers.
  ///
  /// - Parameter layers: The layers, the first one that decides first. Writes go to the first that takes them; without
  ///   one, all writes are refused with ``SettingsError/Code/readOnly``.
  public init(_ layers: [SettingsLayer]) {
    stack = LayerStack(layers)
    values = DerivedValues(of: stack)
  }

  /// The layers, the first one that decides first.
  public var layers: [SettingsLayer] { stack.layers }

  /// The value that decides; `nil` if no layer holds one.
  public func value(forKey key: SettingsKey) -> SettingsValue? { stack.value(forKey: key) }

  /// Changes the value of a key in the layer that takes writes, or removes it there.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/locked`` or ``SettingsError/Code/readOnly``, or what the
  ///   layer's store throws. Then nothing was changed.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    _ = try values.connection(forKey: key).put(value)
  }

  /// Changes several keys in the layer that takes writes, with one call to its store.
  ///
  /// - Throws: What ``set(_:forKey:)`` throws; where a key is locked, nothing was changed.
  public func set(_ values: [SettingsKey: SettingsValue?]) throws { try stack.set(values) }

  /// Changes the value of a key if the value that decides is the expected one.
  ///
  /// - Returns: Whether it was.
  /// - Throws: What ``set(_:forKey:)`` throws.
  public func exchange(
    _ expected: SettingsValue?, for value: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool {
    try values.connection(forKey: key).exchange(expected, for: value)
  }

  /// Adds an observer of later changes of the value that decides.
  ///
  /// - Returns: What ``removeObserver(_:)`` takes.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    let connection = values.connection(forKey: key)
    _ = connection.load()
    return connection.live.observe(onChange)
  }

  /// Removes an observer; an unknown token is left alone.
  public func removeObserver(_ token: SettingsObservationToken) {
    values.connection(forKey: token.key).live.removeObserver(token)
  }

  /// The keys of a domain that have a value in any of the layers that can list them; `nil` if none can.
  public func keys(inDomain domain: String) -> [SettingsKey]? {
    let lists = layers.compactMap { $0.store.keys(inDomain: domain) }
    return lists.isEmpty ? nil : Array(Set(lists.joined()))
  }

  /// Whether a key can be written: not if it is locked, or if the layer that takes writes refuses it.
  public func isWritable(_ key: SettingsKey) -> Bool {
    guard let target = stack.target, stack.lock(ofKey: key) == nil else { return false }
    return target.store.isWritable(key)
  }

  /// Why the layer that takes writes must not be given the values of a setting.
  public func refusal(ofKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    stack.target?.store.refusal(ofKey: key, traits: traits)
  }

  /// The values that the layers hold for a key, the first one that decides first.
  public func layers(forKey key: SettingsKey) -> [SettingsLayerValue] { stack.layerValues(forKey: key) }

  /// Makes the changes of all layers durable.
  ///
  /// - Throws: What the first store throws that fails.
  public func flush() throws { for layer in layers { try layer.store.flush() } }
}

extension LayeredSettingsStore: LiveSettingsStore {
  package var store: any SettingsStore { self }

  package var versionedStore: any SettingsStore { stack.target?.store ?? self }

  package var hasLayers: Bool { true }

  package func liveValue(forKey key: SettingsKey) -> LiveValue { values.connection(forKey: key).live }

  package func load(_ live: LiveValue) -> LiveValue.Snapshot { values.connection(forKey: live.key).load() }

  package func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) throws -> SettingsRevision? {
    try values.connection(forKey: live.key).put(value, onCommit: onCommit)
  }

  package func exchange(
    _ expected: SettingsValue?, for value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void
  ) throws -> Bool {
    try values.connection(forKey: live.key).exchange(expected, for: value, onCommit: onCommit)
  }

  package func forget(_ live: LiveValue) { live.forget() }
}

extension LayeredSettingsStore: ResolvingStore {
  package func declare(_ setting: ResolvableSetting) -> Bool {
    if stack.declare(setting) { values.existingConnection(forKey: setting.key)?.restartObservation() }
    return true
  }

  package func adoptAliases(ofKey key: SettingsKey) throws -> Bool { try stack.adoptAliases(ofKey: key) }
}

extension LayeredSettingsStore: ConditionalBatchStore {
  package var keepsDomainsApart: Bool {
    (stack.target?.store as? any ConditionalBatchStore)?.keepsDomainsApart ?? false
  }

  package func set(
    _ values: [SettingsKey: SettingsValue?], ifUnchanged expected: [SettingsKey: SettingsValue?]
  ) throws -> Bool { try stack.set(values, ifUnchanged: expected) }
}

extension LayeredSettingsStore {
  /// Prepares every layer for a setting.
  ///
  /// - Parameter setting: What is known of the setting.
  public func prepare(for setting: SettingDeclaration) {
    for layer in layers { layer.store.prepare(for: setting) }
  }
}

/// The live values of a store that takes its values from other stores.
final class DerivedValues: Sendable {
  private let source: any SettingsStore
  private let connections = LockedState<[SettingsKey: ObservingConnection]>([:])

  /// Makes the live values of a source that has none of its own.
  init(of source: any SettingsStore) { self.source = source }

  /// The connection to a key; `nil` if nobody has asked for it yet.
  func existingConnection(forKey key: SettingsKey) -> ObservingConnection? { connections.withLock { $0[key] } }

  /// The connection to a key, always the same one.
  func connection(forKey key: SettingsKey) -> ObservingConnection {
    connections.withLock { connections in
      if let connection = connections[key] { return connection }
      let connection = ObservingConnection(store: source, live: LiveValue(unknown: key))
      connections[key] = connection
      return connection
    }
  }
}

/// A named layer of a ``LayeredSettingsStore``.
public struct SettingsLayer: Sendable {
  /// The name that people are told, such as `managed`.
  public let name: String

  /// The store that holds the layer's values.
  public let store: any SettingsStore

  /// Whether writes go to this layer.
  public let takesWrites: Bool

  /// What becomes of a value that the setting can't use.
  public let invalidValues: InvalidValuePolicy

  /// What becomes of a value in a layer that the setting can't use, because it isn't of the setting's type or breaks
  /// the setting's rule.
  public enum InvalidValuePolicy: Hashable, Sendable {
    /// The layer decides all the same: the setting has its default, and stays locked if the layer locks it.
    ///
    /// This is the default of all stores but the environment and the command line. A mistake of an administrator
    /// doesn't hand the setting over to the user.
    case stop
    /// The value is passed over, and the next layer decides.
    ///
    /// This is the default of ``EnvironmentSettingsStore`` and ``CommandLineSettingsStore``. The value is reported to
    /// ``SettingsDiagnostics`` once.
    case fallThrough
  }

  /// A layer that is only read.
  ///
  /// - Parameters:
  ///   - name: The name that people are told.
  ///   - store: The store that holds the layer's values.
  ///   - invalidValues: What becomes of a value that the setting can't use. If you leave it out:
  ///     ``InvalidValuePolicy/fallThrough`` for the environment and the command line, and
  ///     ``InvalidValuePolicy/stop`` for other stores.
  /// - Returns: The layer.
  public static func layer(
    _ name: String, _ store: any SettingsStore, invalidValues: InvalidValuePolicy? = nil
  ) -> SettingsLayer {
    let usual: InvalidValuePolicy = store is any InvocationSettingsStore ? .fallThrough : .stop
    return SettingsLayer(name: name, store: store, takesWrites: false, invalidValues: invalidValues ?? usual)
  }

  /// The layer that takes the writes.
  ///
  /// - Parameters:
  ///   - name: The name that people are told.
  ///   - store: The store that holds the layer's values.
  /// - Returns: The layer.
  public static func writable(_ name: String, _ store: any SettingsStore) -> SettingsLayer {
    SettingsLayer(name: name, store: store, takesWrites: true, invalidValues: .stop)
  }
}

/// A store of text that was given to one run of the program.
package protocol InvocationSettingsStore: SettingsStore {}

extension EnvironmentSettingsStore: InvocationSettingsStore {}

extension CommandLineSettingsStore: InvocationSettingsStore {}
