/// A store of several layers, in which the first layer with a value takes precedence.
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
/// Aliases are resolved within each layer: the first name with a value applies, and only then the next layer. The
/// layer's ``SettingsLayer/InvalidValuePolicy`` determines whether an unusable value takes precedence.
///
/// Writes go to the writable layer. While a layer above it holds a value for a setting, the setting is locked: a write
/// would have no effect, so it fails with ``SettingsError/Code/locked``. The same applies if the store of the writable
/// layer locks the setting itself. Layers below the writable one hold recommendations, which a write overrides.
///
/// The version of a domain's values is that of the writable layer, whose values are the only ones that migrations
/// change.
///
/// Observers are notified when the effective value changes, regardless of its layer, but not of changes that another
/// layer hides.
public final class LayeredSettingsStore: SettingsStore {
  private let stack: LayerStack
  private let values: DerivedValues

  /// Creates a store from layers.
  ///
  /// - Parameter layers: The layers, in order of precedence. Writes go to the first writable layer; without one, all
  ///   writes fail with ``SettingsError/Code/readOnly``.
  public init(_ layers: [SettingsLayer]) {
    stack = LayerStack(layers)
    values = DerivedValues(of: stack)
  }

  /// The layers, in order of precedence.
  public var layers: [SettingsLayer] { stack.layers }

  /// Returns the effective value of a key, or `nil` if no layer holds one.
  public func value(forKey key: SettingsKey) -> SettingsValue? { stack.value(forKey: key) }

  /// Sets or removes the value of a key in the writable layer.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/locked`` or ``SettingsError/Code/readOnly``, or the error of
  ///   the layer's store. With ``SettingsError/Code/notSaved``, the value is in effect. After any other error, nothing
  ///   has changed.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    try values.connection(forKey: key).write(value) { _ in }
  }

  /// Sets or removes the values of several keys in the writable layer, with one call to its store.
  ///
  /// - Throws: An error of ``set(_:forKey:)``. If keys are locked, nothing was changed, and ``SettingsError/reasons``
  ///   lists them.
  public func set(_ values: [SettingsKey: SettingsValue?]) throws { try stack.set(values) }

  /// Replaces the value of a key in the writable layer if the effective value is the expected one.
  ///
  /// Only the change of that layer is atomic.
  ///
  /// - Returns: `true` if the key had the expected value.
  /// - Throws: An error of ``set(_:forKey:)``.
  public func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool {
    try values.connection(forKey: key).compareExchange(expected: expected, desired: value) { _ in }
  }

  /// Adds an observer of later changes to the effective value.
  ///
  /// - Returns: A token to pass to ``removeObserver(_:)``.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    let connection = values.connection(forKey: key)
    _ = connection.load()
    return connection.live.observe(onChange)
  }

  /// Removes an observer, or does nothing if the token is unknown.
  public func removeObserver(_ token: SettingsObservationToken) {
    values.connection(forKey: token.key).live.removeObserver(token)
  }

  /// Returns the keys of a domain that have a value in a layer that can list its keys, or `nil` if no layer can.
  public func keys(inDomain domain: String) -> [SettingsKey]? {
    let lists = layers.compactMap { $0.store.keys(inDomain: domain) }
    return lists.isEmpty ? nil : Array(Set(lists.joined()))
  }

  /// Returns a Boolean value that indicates whether a key isn't locked and the writable layer can write it.
  public func isWritable(_ key: SettingsKey) -> Bool { stack.isWritable(key) }

  /// Returns a Boolean value that indicates whether the writable layer has persisted its value of a key.
  public func isSaved(_ key: SettingsKey) -> Bool { stack.isSaved(key) }

  /// Returns the reason why the writable layer refuses the values of a setting, or `nil` if it accepts them.
  public func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    stack.target?.store.refusal(forKey: key, traits: traits)
  }

  /// Returns the value that each layer holds for a key, in order of precedence.
  ///
  /// If the store of the writable layer has several layers itself, those take the place of the writable layer.
  public func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] { stack.layerValues(forKey: key) }

  /// Makes the changes of all layers durable.
  ///
  /// - Throws: The error of the first store that fails, after all others are flushed. Their errors are reported to
  ///   ``SettingsDiagnostics``.
  public func flush() throws { try layers.map(\.store).flushAll() }
}

extension LayeredSettingsStore: LiveSettingsStore {
  package var resolvingStore: (any ResolvingStore)? { self }

  package func liveValue(forKey key: SettingsKey) -> LiveValue { values.connection(forKey: key).live }

  package func load(_ live: LiveValue) -> LiveValue.Snapshot { values.connection(forKey: live.key).load() }

  package func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) throws -> SettingsRevision? {
    try values.connection(forKey: live.key).write(value, onCommit: onCommit)
  }

  package func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void
  ) throws -> Bool {
    try values.connection(forKey: live.key).compareExchange(expected: expected, desired: value, onCommit: onCommit)
  }

  package func holds(_ value: SettingsValue?, of live: LiveValue) -> Bool {
    values.connection(forKey: live.key).holds(value, of: live)
  }

  package func didWrite(_ value: SettingsValue?, to live: LiveValue) {
    values.connection(forKey: live.key).didWrite(value, to: live)
  }

  package func invalidate(_ live: LiveValue) { live.invalidate() }
}

extension LayeredSettingsStore: ResolvingStore {
  package func hasLayers(forKey key: SettingsKey) -> Bool? { true }

  package func writableStore(forKey key: SettingsKey) -> any SettingsStore {
    guard let target = stack.target?.store else { return self }
    // The other layers of a layered store hold policies and recommendations, which no migration may change or store.
    return target.writeTarget(forKey: key)
  }

  package func decidingStore(forKey key: SettingsKey) -> (any SettingsStore)? { stack.decidingStore(forKey: key) }

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
  /// - Parameter setting: The setting's declaration.
  public func prepare(for setting: SettingDeclaration) {
    for layer in layers { layer.store.prepare(for: setting) }
  }
}

/// The live values of a store that derives its values from other stores.
final class DerivedValues: Sendable {
  private let source: any SettingsStore
  private let connections = LockedState<[SettingsKey: ObservingConnection]>([:])

  /// Creates the live values of a source that has none of its own.
  init(of source: any SettingsStore) { self.source = source }

  /// Returns the connection to a key, or `nil` if none was created yet.
  func existingConnection(forKey key: SettingsKey) -> ObservingConnection? { connections.withLock { $0[key] } }

  /// Returns the connection to a key, which is always the same.
  func connection(forKey key: SettingsKey) -> ObservingConnection {
    connections.withLock { connections in
      if let connection = connections[key] { return connection }
      let connection = ObservingConnection(store: source, live: LiveValue(unknown: key), hasLayers: true)
      connections[key] = connection
      return connection
    }
  }
}

/// A named layer of a ``LayeredSettingsStore``.
public struct SettingsLayer: Sendable {
  /// The name of the layer in messages, such as `managed`.
  public let name: String

  /// The store that holds the layer's values.
  public let store: any SettingsStore

  /// A Boolean value that indicates whether writes go to this layer.
  public let isWritable: Bool

  /// The policy for values that the setting can't use.
  public let invalidValues: InvalidValuePolicy

  /// A policy for values that the setting can't use, because they have the wrong type or break the setting's rule.
  public enum InvalidValuePolicy: Hashable, Sendable {
    /// The value takes precedence: the setting falls back to its default, and stays locked if the layer locks it.
    ///
    /// This is the default for all stores except the environment and the command line, so that an administrator's
    /// mistake doesn't unlock the setting for the user.
    case stop
    /// The value is skipped, and the next layer applies.
    ///
    /// This is the default for ``EnvironmentSettingsStore`` and ``CommandLineSettingsStore``. The value is reported to
    /// ``SettingsDiagnostics`` once.
    case fallThrough
  }

  /// Creates a read-only layer.
  ///
  /// - Parameters:
  ///   - name: The name of the layer in messages.
  ///   - store: The store that holds the layer's values.
  ///   - invalidValues: The policy for values that the setting can't use. The default is
  ///     ``InvalidValuePolicy/fallThrough`` for the environment and the command line, and
  ///     ``InvalidValuePolicy/stop`` for other stores.
  /// - Returns: The layer.
  public static func layer(
    _ name: String, _ store: any SettingsStore, invalidValues: InvalidValuePolicy? = nil
  ) -> SettingsLayer {
    let policy = invalidValues ?? (store is any InvocationSettingsStore ? .fallThrough : .stop)
    return SettingsLayer(name: name, store: store, isWritable: false, invalidValues: policy)
  }

  /// Creates a writable layer.
  ///
  /// - Parameters:
  ///   - name: The name of the layer in messages.
  ///   - store: The store that holds the layer's values.
  /// - Returns: The layer.
  public static func writable(_ name: String, _ store: any SettingsStore) -> SettingsLayer {
    SettingsLayer(name: name, store: store, isWritable: true, invalidValues: .stop)
  }
}

/// A store of text that was passed to one run of the program.
package protocol InvocationSettingsStore: SettingsStore {}

extension EnvironmentSettingsStore: InvocationSettingsStore {}

extension CommandLineSettingsStore: InvocationSettingsStore {}
