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
/// The version of a domain's values comes from the writable layer, whose values are the only ones that migrations
/// change.
///
/// Observers are notified when the effective value changes, regardless of its layer, but not of changes that another
/// layer hides.
public final class LayeredSettingsStore: SettingsStore {
  private let stack: LayerStack
  package let values: DerivedValues

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

  /// Changes several keys in the writable layer, with one call to its store.
  ///
  /// - Returns: `true` if the effective values were the expected ones.
  /// - Throws: An error of ``set(_:forKey:)``. If keys are locked, nothing was changed, and ``SettingsError/reasons``
  ///   lists them.
  public func commit(_ changes: SettingsChanges) throws -> Bool { try stack.commit(changes) }

  /// The changes that the store of the writable layer makes in one step.
  public var atomicity: SettingsAtomicity { stack.target?.store.atomicity ?? .key }

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
    values.observe(key, onChange)
  }

  /// Removes an observer, or does nothing if the token is unknown.
  public func removeObserver(_ token: SettingsObservationToken) {
    values.removeObserver(token)
  }

  /// Returns the reason why a key can't be written: the layer that locks it, or the reason of the writable layer.
  public func writeError(forKey key: SettingsKey) -> SettingsError? { stack.writeError(forKey: key) }

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
}

extension LayeredSettingsStore: DerivedSettingsStore {}

extension LayeredSettingsStore {
  /// Opens a setting in every layer, and returns its place in all of them.
  ///
  /// - Parameter setting: The setting's declaration.
  /// - Returns: The place of the setting.
  public func open(_ setting: SettingDeclaration) -> SettingCell {
    if stack.declare(setting) { values.existingConnection(forKey: setting.key)?.restartObservation() }
    return SettingCell(connection: self, live: liveValue(forKey: setting.key))
  }

  /// The stores of the layers, in order of precedence.
  public var sources: [SettingsSource] {
    layers.enumerated().map { index, layer in
      SettingsSource(layer.store, layer: layer.name, isWritable: index == stack.targetIndex)
    }
  }

  /// Makes the changes of domains durable in all layers.
  ///
  /// - Throws: The error of the first layer that fails.
  public func flush(domains: Set<String>) throws { try layers.map(\.store).flushAll { try $0.flush(domains: domains) } }

  /// Returns the store of the writable layer, without the layers inside of it.
  public func writeTarget(forKey key: SettingsKey) -> any SettingsStore {
    // The other layers hold policies and recommendations, which no migration may change or store.
    stack.target?.store.writeTarget(forKey: key) ?? self
  }
}
