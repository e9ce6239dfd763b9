/// A store that other processes write to as well, and that can change keys if nobody has changed some meanwhile.
package protocol ConditionalBatchStore: SettingsStore {
  /// Whether a batch can hold the keys of one domain alone.
  var keepsDomainsApart: Bool { get }

  /// Changes several keys as one step, if keys still have the expected values.
  ///
  /// - Returns: Whether they had; if not, nothing was changed.
  func set(
    _ values: [SettingsKey: SettingsValue?], ifUnchanged expected: [SettingsKey: SettingsValue?]
  ) throws -> Bool
}

extension ConditionalBatchStore {
  /// Says that a batch can hold the keys of any domains.
  package var keepsDomainsApart: Bool { false }
}
