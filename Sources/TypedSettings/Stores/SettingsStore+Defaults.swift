extension SettingsStore {
  /// Compares the value with the expected one, and sets it.
  ///
  /// - Returns: Whether the value was the expected one.
  /// - Throws: What ``SettingsStore/set(_:forKey:)`` throws.
  public func exchange(_ expected: SettingsValue?, for value: SettingsValue?, forKey key: SettingsKey) throws -> Bool {
    guard self.value(forKey: key) == expected else { return false }
    try set(value, forKey: key)
    return true
  }

  /// Sets the values one after the other, the version of a domain last.
  ///
  /// - Throws: The error of ``SettingsStore/set(_:forKey:)``; the values set before that stay. After one with
  ///   ``SettingsError/Code/notSaved`` the other values are set too.
  public func set(_ values: [SettingsKey: SettingsValue?]) throws {
    let versionKeyName = SettingsMigration.versionKeyName
    let isVersion = values.sorted { $0.key.name != versionKeyName && $1.key.name == versionKeyName }
    var steps = UnsavedSteps()
    for (key, value) in isVersion { try steps.run { try set(value, forKey: key) } }
    try steps.finish()
  }

  /// Says that the store cannot list its keys.
  ///
  /// - Returns: `nil`.
  public func keys(inDomain domain: String) -> [SettingsKey]? { nil }

  /// Says that every key can be written.
  ///
  /// - Returns: `true`.
  public func isWritable(_ key: SettingsKey) -> Bool { true }

  /// Says that the store keeps every setting itself.
  ///
  /// - Returns: The store.
  public func store(forKey key: SettingsKey, traits: SettingsTrait) -> any SettingsStore { self }

  /// Says that the store may be given every setting.
  ///
  /// - Returns: `nil`.
  public func refusal(ofKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? { nil }

  /// Does nothing.
  public func prepare(for setting: SettingDeclaration) {}

  /// Says that there are no layers but the store itself.
  ///
  /// - Returns: One layer named `store`.
  public func layers(forKey key: SettingsKey) -> [SettingsLayerValue] {
    [SettingsLayerValue(layer: "store", value: value(forKey: key), takesWrites: true)]
  }

  /// Does nothing.
  public func flush() {}
}
