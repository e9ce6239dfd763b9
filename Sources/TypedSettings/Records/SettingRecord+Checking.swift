/// A setting that can check a value without storing it.
package protocol CheckingSetting: Setting {
  /// Why a stored form, or a part of it, can't be a value of the setting; empty if all of it can.
  func issues(of stored: SettingsValue) -> [SettingsError]
}

extension SettingRecord: CheckingSetting {
  package func issues(of stored: SettingsValue) -> [SettingsError] {
    reading(of: stored).issues.map(located)
  }
}
