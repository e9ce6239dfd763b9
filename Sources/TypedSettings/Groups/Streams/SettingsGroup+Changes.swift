extension SettingsGroup {
  /// The later changes of the settings, nested groups included, in the order of the commits.
  ///
  /// ```swift
  /// for await change in settings.changes where change.origin != .local { … }
  /// ```
  public nonisolated var changes: SettingsGroupChanges { SettingsGroupChanges(of: allSettings) }

  /// The later changes of the settings that have all of the given traits, nested groups included.
  ///
  /// - Parameter traits: What a setting must have.
  /// - Returns: The changes, in the order of the commits.
  public nonisolated func changes(withTraits traits: SettingsTrait) -> SettingsGroupChanges {
    SettingsGroupChanges(of: allSettings.filter { $0.setting.traits.isSuperset(of: traits) })
  }
}
