/// A setting whose key in the store can be followed.
package protocol LinkedSetting: Setting {
  /// What ties the setting to its key in the store.
  var link: SettingLink { get }

  /// Whether two stored forms are the same value; none is the same as that of the default.
  func isSame(_ left: SettingsValue?, _ right: SettingsValue?) -> Bool
}
