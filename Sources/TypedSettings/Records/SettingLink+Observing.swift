extension SettingLink {
  /// Adds an observer of later changes, which stays as long as the observation lives.
  ///
  /// - Parameters:
  ///   - hearsAnnouncements: Whether it is told of changes that are about to be made, too; those have no revision.
  ///   - onChange: Called with each change.
  /// - Returns: The observation.
  package func observe(
    hearsAnnouncements: Bool = false, _ onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingObservation {
    let observation = SettingObservation(
      live: live, token: live.observe(hearsAnnouncements: hearsAnnouncements, onChange))
    // Asked for once, so that a store is observed that has no live values.
    _ = load()
    return observation
  }
}
