extension SettingRecord: LinkedSetting {
  package func isSame(_ left: SettingsValue?, _ right: SettingsValue?) -> Bool {
    if left == right { return true }
    if left != nil, right != nil, !coding.hasRules { return false }
    return readForm(of: left) == readForm(of: right)
  }

  /// The stored form that what is read of a stored value would have, where rules may make it another.
  private func readForm(of stored: SettingsValue?) -> SettingsValue? {
    guard let stored else { return encodedDefault }
    return coding.hasRules ? coding.encodedOrNil(coding.reading(stored, over: defaultValue).value) : stored
  }

  /// Registers an access that goes past the cache, with Swift Observation and with a trace.
  func observeAccess() {
    _ = link.live.access()
    ReadTrace.note(self)
  }
}
