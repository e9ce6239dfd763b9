// A tour of TypedSettings, to be read from top to bottom while it runs: swift run tour

import Observation
import TypedSettings

// MARK: 1. Declare

enum Theme: String, Codable {
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
  @Pref var sessionLength = 25

  @Pref(traits: [.watchSync])
  @PrefAttr(\.section, "Sound")
  var soundEnabled: Bool = true

  @Pref(key: "legacy_theme") var theme: Theme = .automatic

  let goals = GoalSettings()
}

print("1. A group made outside any other context is in the current store.")
let settings = TimerSettings()
print("   sessionLength is \(settings.sessionLength), its default; set? \(settings.$sessionLength.isSet)")

// MARK: 2. Read and write

print("2. A setting is read and written like any property.")
settings.sessionLength = 50
settings.goals.dailyHours += 1
settings.theme = .dark
print("   sessionLength is \(settings.sessionLength), dailyHours \(settings.goals.dailyHours), theme \(settings.theme)")

let second = TimerSettings()
print("   another instance sees the same: \(second.sessionLength)")

try settings.$sessionLength.update { $0 += 5 }
print("   an update is atomic: \(settings.sessionLength)")

// MARK: 3. Observe

print("3. Swift Observation is told after the store holds the new value.")
withObservationTracking {
  _ = settings.sessionLength
} onChange: { [settings] in
  print("   changed to \(settings.sessionLength)")
}
second.sessionLength = 30

// MARK: 4. Stream

print("4. A record gives its later values as an AsyncStream.")
let themes = settings.$theme.stream
second.theme = .light
for await theme in themes {
  print("   the stream says \(theme)")
  break
}

// MARK: 5. Introspect

print("5. Every setting can be listed, with what is known about it.")
for (name, setting) in settings.allSettings {
  let value = setting.encodedValue.map { "\($0)" } ?? "nothing"
  print("   \(name) = \(value), kept as \(setting.key)")
  if let documentation = setting.documentation { print("      \(documentation)") }
}
print("   to the watch go: \(settings.settings(withTraits: [.watchSync]).map(\.name))")
print("   in the section Sound: \(settings.allSettings.filter { $0.setting.section == "Sound" }.map(\.name))")

// MARK: 6. Reset

print("6. A default lives in the declaration alone, so a reset removes what is stored.")
settings.$sessionLength.reset()
print("   sessionLength is \(settings.sessionLength) again; set? \(settings.$sessionLength.isSet)")

// MARK: 7. Swap the store

print("7. The store is whatever is current when the group is made.")
let store = InMemorySettingsStore()
let elsewhere = PreferenceContext.$store.withValue(store) { TimerSettings() }
elsewhere.sessionLength = 15
print("   here \(settings.sessionLength), elsewhere \(elsewhere.sessionLength)")

// MARK: 8. Nothing is lost in silence

print("8. A stored value of the wrong type is kept, read as the default, and reported.")
SettingsDiagnostics.addHandler { error in print("   report: \(error)") }
store.set("soon", forKey: elsewhere.$sessionLength.settingsKey)
print("   sessionLength reads as \(elsewhere.sessionLength)")
print("   the store still holds \(elsewhere.$sessionLength.storedValue.map { "\($0)" } ?? "nothing")")
