extension SettingRecord: LinkedSetting {
  package func isSame(_ left: SettingsValue?, _ right: SettingsValue?) -> Bool {
    if left != nil, right != nil { return left == right }
    let encodedDefault = encodedDefault
    return left ?? encodedDefault == right ?? encodedDefault
  }

  /// Registers an access that goes past the cache, with Swift Observation and with a trace.
  func observeAccess() {
    _ = link.live.access()
    ReadTrace.note(self)
  }
}
