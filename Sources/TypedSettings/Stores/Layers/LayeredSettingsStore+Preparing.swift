extension LayeredSettingsStore {
  /// Prepares every layer for a setting.
  ///
  /// - Parameter setting: What is known of the setting.
  public func prepare(for setting: SettingDeclaration) {
    for layer in layers { layer.store.prepare(for: setting) }
  }
}
