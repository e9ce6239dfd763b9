extension SettingInspection {
  /// What the layer that takes writes holds: what a person has set, and not what others decide.
  var ownValue: SettingsValue? { layers.first { $0.takesWrites }?.value }

  /// What an import changes: what the layer that takes writes holds, or what decides where that layer does not count.
  var importTarget: SettingsValue? {
    guard !isLocked, layers.contains(where: { $0.takesWrites }) else {
      return storedValue
    }
    return ownValue
  }
}
