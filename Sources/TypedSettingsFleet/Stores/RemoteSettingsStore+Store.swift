public import TypedSettingsCore

extension RemoteSettingsStore {
  /// Returns the last known value of a key, or `nil` if it has none.
  public func value(forKey key: SettingsKey) -> SettingsValue? {
    guard let live = core.existingLiveValue(forKey: key) else { return core.value(forKey: key) }
    return live.snapshot?.value
  }

  /// Throws an error, because an assignment can't wait for the engine; use `update`.
  ///
  /// - Throws: `SettingsError` with `SettingsError.Code.readOnly`.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws(SettingsError) {
    throw SettingsError(
      .readOnly, key: key, found: "a remote store, which assignments don't change",
      advice: "use 'update', or assign the setting in another layer; nothing was changed")
  }

  /// Adds an observer of later changes to a key.
  ///
  /// - Returns: A token to pass to ``removeObserver(_:)``.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken { core.liveValue(forKey: key).observe(onChange) }

  /// Removes an observer, or does nothing if the token is unknown.
  public func removeObserver(_ token: SettingsObservationToken) {
    core.existingLiveValue(forKey: token.key)?.removeObserver(token)
  }

  /// Returns the keys of a domain that have a value, in no particular order.
  public func keys(inDomain domain: String) -> [SettingsKey]? {
    core.table.settings(inDomain: domain, limits: core.options.limits)
  }

  /// Returns an error for a secret setting, unless ``RemoteSettingsOptions/allowsSecrets`` is set; otherwise `nil`.
  public func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    core.options.refusal(forKey: key, traits: traits)
  }

  /// Registers a setting, whose value is cached unless it's secret, and returns its place.
  public func open(_ setting: SettingDeclaration) -> SettingCell {
    if setting.isDeclared, !setting.traits.contains(.transient) { core.declare(setting) }
    return cell(of: setting)
  }

  /// Returns one read-only layer named `fleet`, with the store's value.
  public func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] {
    [SettingsLayer.Value(layer: "fleet", value: value(forKey: key), isWritable: false)]
  }
}

extension RemoteSettingsOptions {
  /// Returns an error for a secret setting, unless secrets are allowed.
  func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    guard traits.contains(.secret), !allowsSecrets else { return nil }
    return SettingsError(
      .secretRefused, key: key, found: "a secret setting in a remote store, which keeps plain text",
      advice: "nothing was sent; set 'allowsSecrets' in the options of the store, or keep secrets in another store")
  }
}

extension RemoteSettingsStore: ReadOnlyLiveStore {
  package func liveValue(forKey key: SettingsKey) -> LiveValue { core.liveValue(forKey: key) }

  package func isSame(_ left: SettingsValue?, _ right: SettingsValue?, of live: LiveValue) -> Bool {
    left.map(DocumentFormat.json.canonical) == right.map(DocumentFormat.json.canonical)
  }
}
