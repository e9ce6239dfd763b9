extension SettingRecord: LinkedSetting {
  package func isSame(_ left: SettingsValue?, _ right: SettingsValue?) -> Bool {
    if left == right { return true }
    // To read two forms of a `Codable` type costs more than a repeat that is rare: both would have to be unusable, or of
    // an older form.
    if !coding.isPlain, !coding.hasRules { return (left ?? encodedDefault) == (right ?? encodedDefault) }
    return formInForce(of: left) == formInForce(of: right)
  }

  /// Registers an access to what the store holds, with Swift Observation and with a trace.
  func observeAccess() {
    link.live.accessStoredValue()
    ReadTrace.note(self)
  }
}
