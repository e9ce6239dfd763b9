extension SettingRecord: Setting {
  /// The identity of the setting in its store.
  public var settingsKey: SettingsKey { link.live.key }

  /// The type of the setting's values.
  public var valueType: Any.Type { Value.self }

  /// The store that holds the setting.
  public var store: any SettingsStore { link.connection.store }

  /// The raw value that the store holds for the setting, whether it can be used or not; `nil` if it holds none.
  public var storedValue: SettingsValue? {
    observeAccess()
    return link.load().value
  }

  /// The current value in its stored form.
  ///
  /// It is the form of what a read returns: where the stored value can't be used, the default's. For the raw value see
  /// ``storedValue``. `nil` only if the current value can't be encoded.
  public var encodedValue: SettingsValue? { formInForce(of: storedValue) }

  /// The values that the layers of the store hold for the setting, and which one decides.
  public func inspect() -> SettingInspection {
    observeAccess()
    let layers = link.connection.layers(of: link.live)
    let stored = layers.first(where: \.decides)?.value
    let reading = reading(of: stored)
    return SettingInspection(
      name: name, key: settingsKey, layers: layers, value: formInForce(of: stored),
      defaultValue: encodedDefault, isDefault: stored == nil || reading.isDefault,
      issues: reading.issues.map(locatedInStore),
      isSecret: traits.contains(.secret))
  }

  /// The form of the value that a stored form is read as; the default's where there is none.
  func formInForce(of stored: SettingsValue?) -> SettingsValue? {
    guard let stored else { return encodedDefault }
    return coding.formInForce(of: stored, default: defaultValue)
  }

  /// Whether the store holds a value, be it `nil` or equal to the default.
  public var isSet: Bool { storedValue != nil }

  /// Why the stored value, or parts of it, cannot be used; empty if all of it can, or if there is none.
  ///
  /// Each names the part by its coding path. Reading it changes nothing.
  public var issues: [SettingsError] { reading(of: storedValue).issues.map(locatedInStore) }

  /// Sets the value from its stored form.
  ///
  /// - Parameter value: A stored form.
  /// - Throws: ``SettingsError`` when `value` is not one of the setting's type, the store refuses it, the domain could not be
  ///   migrated (``SettingsError/Code/migrationFailed``), or it would replace what a newer version wrote
  ///   (``SettingsError/Code/newerVersion``). Then nothing was changed.
  public func setEncodedValue(_ value: SettingsValue) throws(SettingsError) {
    let decoded: Value
    do throws(SettingsError) { decoded = try coding.decode(value) } catch { throw located(error) }
    try set(decoded)
  }
}
