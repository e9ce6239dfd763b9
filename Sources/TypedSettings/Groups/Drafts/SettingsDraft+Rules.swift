extension SettingsDraft {
  /// Checks the rules about several settings that have to do with a change.
  ///
  /// A rule that was broken before, and that no change has to do with, keeps nobody from changing other settings.
  ///
  /// - Returns: What the stores hold for those settings that the rules depend on and that are not changed.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalid`` for the rule that does not hold, or one that lists
  ///   all that do not.
  func checkRules() throws(SettingsError) -> [SettingsKey: SettingsValue?] {
    let rules = settings.groupRules
    if rules.isEmpty { return [:] }
    let linked = settings.linkedSettings
    let edited = Set(store.edited)
    var unchanged: [SettingsKey: SettingsValue?] = [:]
    var broken: [SettingsError] = []
    for rule in rules {
      let (holds, readings) = ReadTrace.run(over: linked, rule.holds)
      guard readings.contains(where: { edited.contains($0.setting.settingsKey) }) else { continue }
      if !holds { broken.append(rule.error) }
      for reading in readings where !edited.contains(reading.setting.settingsKey) {
        unchanged.updateValue(reading.snapshot.value, forKey: reading.setting.settingsKey)
      }
    }
    if !broken.isEmpty { throw .refused(broken, in: "settings that change together") }
    return unchanged
  }
}
