/// A store that other processes write to as well, and that can change keys if nobody has changed some meanwhile.
package protocol ConditionalBatchStore: SettingsStore {
  /// Changes several keys of one domain as one step, if keys still have the expected values.
  ///
  /// - Returns: Whether they had; if not, nothing was changed.
  func set(
    _ values: [SettingsKey: SettingsValue?], ifUnchanged expected: [SettingsKey: SettingsValue?]
  ) throws -> Bool
}
