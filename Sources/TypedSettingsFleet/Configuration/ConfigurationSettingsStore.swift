#if Configuration
  public import Configuration
  public import TypedSettingsCore

  /// A read-only store of the values of a provider of swift-configuration.
  ///
  /// Use it as a layer, so that settings can come from any source that has a provider:
  ///
  /// ```swift
  /// // not compiled: needs the trait Configuration
  /// let settings = PreferenceContext.$store.withValue(
  ///   LayeredSettingsStore([.layer("vault", ConfigurationSettingsStore(provider)), .writable("local", file)])
  /// ) { ShopSettings() }
  /// ```
  ///
  /// The key of a setting is its name, split into components at dots: `http.timeout` has two, and
  /// `ShopSettingsLimit` has one. For a prefix, pass a provider that adds it, such as
  /// `provider.prefixKeys(with: "shop")`.
  ///
  /// A provider is asked for a value of a certain type, so only declared settings have values. The store asks for the
  /// type of the setting first, and then for the other ones: a value of another type is reported by the setting, which
  /// falls back to its default. If the provider throws an error for each type, the error is reported once, and the
  /// setting keeps its last known value.
  ///
  /// The values are in memory. The store watches the snapshots of the provider, and notifies observers of changes with
  /// the origin `SettingsChange.Origin.external`. A provider that throws is watched again after a random pause. The
  /// watch ends when the store is deallocated, or with ``close()``.
  public final class ConfigurationSettingsStore: SettingsStore {
    private let core: ConfigurationCore
    private let task: Task<Void, Never>

    /// Creates a store of the values of a provider.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - includesDomain: A Boolean value that indicates whether keys begin with the components of the domain, such as
    ///     `com.example.shop.ShopSettingsLimit`.
    ///   - allowsUndeclaredSecrets: A Boolean value that indicates whether a value that the provider marks as secret is
    ///     used for a setting without the trait `SettingsTrait.secret`. By default, it's ignored and reported, because
    ///     errors, logs and exports can show the value of such a setting.
    ///   - maximumValueSize: The largest number of bytes of a value; larger ones are ignored and reported.
    public convenience init(
      _ provider: any ConfigProvider, includesDomain: Bool = false, allowsUndeclaredSecrets: Bool = false,
      maximumValueSize: Int = 1 << 20
    ) {
      let options = ConfigurationOptions(
        includesDomain: includesDomain, allowsUndeclaredSecrets: allowsUndeclaredSecrets,
        maximumValueSize: maximumValueSize)
      self.init(provider, options, clock: SystemRemoteClock())
    }

    /// Creates a store with a clock of its own, for tests.
    package init(
      _ provider: any ConfigProvider, _ options: ConfigurationOptions = ConfigurationOptions(), clock: any RemoteClock
    ) {
      let core = ConfigurationCore(provider.snapshot(), options)
      self.core = core
      task = Task { await core.follow(provider, clock: clock) }
    }

    deinit { task.cancel() }

    /// Ends the watch of the provider.
    ///
    /// The values can still be read.
    public func close() async {
      task.cancel()
      await task.value
    }

    /// Returns the key of a setting in the provider.
    public func configKey(forKey key: SettingsKey) -> AbsoluteConfigKey { core.options.configKey(of: key) }
  }

  extension ConfigurationSettingsStore {
    /// Returns the last known value of a declared setting, or `nil` if it has none.
    public func value(forKey key: SettingsKey) -> SettingsValue? { core.value(forKey: key) }

    /// Throws an error, because providers are read-only.
    ///
    /// - Throws: `SettingsError` with `SettingsError.Code.readOnly`.
    public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws(SettingsError) {
      throw SettingsError(
        .readOnly, key: key, found: "a provider of swift-configuration, which can only be read",
        advice: "change the value in its source, or assign the setting in another layer; nothing was changed")
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

    /// Registers the type of a setting and whether it's secret, and returns its place.
    public func open(_ setting: SettingDeclaration) -> SettingCell {
      if setting.isDeclared, !setting.traits.contains(.transient) { core.declare(setting) }
      return cell(of: setting)
    }

    /// Returns one read-only layer named `configuration`, with the store's value.
    public func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] {
      [SettingsLayer.Value(layer: "configuration", value: value(forKey: key), isWritable: false)]
    }
  }

  extension ConfigurationSettingsStore: ReadOnlyLiveStore {
    package func liveValue(forKey key: SettingsKey) -> LiveValue { core.liveValue(forKey: key) }
  }
#endif
