import TypedSettings

enum Theme: String, Codable, CaseIterable {
  case automatic, light, dark
}

@SettingsGroup(domain: "com.example.pomodoro")
final class GoalSettings {
  /// Hours of focused work that make a good day.
  @Pref(traits: [.watchSync]) var dailyHours = 6
}

@SettingsGroup(domain: "com.example.pomodoro")
final class TimerSettings: Sendable {
  /// Minutes of focused work in one session.
  @Pref(validate: .range(1...120)) var sessionLength = 25

  @Pref(traits: [.watchSync])
  @PrefAttr(\.section, "Sound")
  var soundEnabled: Bool = true

  @Pref(key: "legacy_theme") var theme: Theme = .automatic

  /// The number of times this tour has run.
  @Pref var tours = 0

  let goals = GoalSettings()
}
