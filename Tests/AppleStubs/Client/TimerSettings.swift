import TypedSettings

/// A group written by hand, because the check runs without macros.
final class TimerSettings: SettingsGroup {
  @Recorded("soundEnabled", section: "Sound", documentation: "Whether the end of a session plays a sound.")
  var soundEnabled = true

  @Recorded("volume", section: "Sound") var volume = 0.5
  @Recorded("sessionLength") var sessionLength = 25
  @Recorded("name") var name = ""
  @Recorded("token", traits: .secret) var token = ""
  @Recorded("theme") var theme = Theme.automatic
  @Recorded("tags") var tags: [String] = []

  func enumerateSettings(into list: inout SettingsList) {
    list.append($soundEnabled)
    list.append($volume)
    list.append($sessionLength)
    list.append($name)
    list.append($token)
    list.append($theme)
    list.append($tags)
  }
}

enum Theme: String, CaseIterable, Codable {
  case automatic, light, dark
}
