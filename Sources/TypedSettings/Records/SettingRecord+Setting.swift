extension SettingRecord: Setting {
  /// The identity of the setting in its store.
  public var settingsKey: SettingsKey { link.live.key }

  /// The type of the setting's values.
  public var valueType: Any.Type { Value.self }

  /// The store that holds the setting.
  public var store: any SettingsStore { link.connection.store }

  /// What the store holds for the setting; `nil` where it is not set.
  public var storedValue: SettingsValue? {
    observeAccess()
    return link.load().value
  }

  /// The current value in its stored form; the default's where the setting is not set.
  ///
  /// `nil` only if the default cannot be encoded.
  public var encodedValue: SettingsValue? { storedValue ?? encodedDefault }

  /// What each layer of the store holds for the setting, and which one decides.
  public func inspect() -> SettingInspection {
    observeAccess()
    return SettingInspection(
      name: name, key: settingsKey, layers: link.connection.layers(of: link.live), defaultValue: encodedDefault,
      isSecret: traits.contains(.secret))
  }

  /// Whether the store holds a value, be it `nil` or equal to the default.
  public var isSet: Bool { storedValue != nil }

  /// Why the stored value, or parts of it, cannot be used; empty if all of it can, or if there is none.
  ///
  /// Each names the part by its coding path. Reading it changes nothing.
  public var issues: [SettingsError] { reading(of: storedValue).issues.map { $0.at(settingsKey) } }

  /// Sets the value from its stored form.
  ///
  /// - Parameter value: A stored form.
  /// - Throws: ``SettingsError`` when `value` is not one of the setting's type, the store refuses it, the domain could not be
  ///   migrated (``SettingsError/Code/migrationFailed``), or it would replace what a newer version wrote
  ///   (``SettingsError/Code/newerVersion``). Then nothing was changed.
  public func setEncodedValue(_ value: SettingsValue) throws(SettingsError) {
    let decoded: Value
    do throws(SettingsError) { decoded = try coding.decode(value) } catch { throw error.at(settingsKey) }
    try set(decoded)
  }
}
