import Observation
import TypedSettings

/// Shows what settings can do, to be read from top to bottom while it runs.
func takeTour(of settings: TimerSettings, in place: String) async throws {
  // MARK: 1. Declare

  print("1. A group made outside any other context is in the default store, here the file")
  print("   \(place)")
  try settings.$tours.update { $0 += 1 }
  print(
    "   This is tour number \(settings.tours); the theme is \(settings.theme), sessionLength \(settings.sessionLength)."
  )

  // MARK: 2. Read and write

  print("2. A setting is read and written like any property. A write that returned survives kill -9.")
  settings.sessionLength = 50
  settings.goals.dailyHours = 7
  print("   sessionLength is \(settings.sessionLength), dailyHours \(settings.goals.dailyHours)")

  let second = TimerSettings()
  print("   another instance sees the same: \(second.sessionLength)")

  try settings.$sessionLength.update { $0 += 5 }
  print("   an update is atomic, also between processes: \(settings.sessionLength)")

  // MARK: 3. Observe

  print("3. Swift Observation is told after the store holds the new value.")
  withObservationTracking {
    _ = settings.sessionLength
  } onChange: {
    print("   changed to \(settings.sessionLength)")
  }
  second.sessionLength = 30

  // MARK: 4. Stream

  print("4. A record gives its later values as an AsyncStream.")
  let themes = settings.$theme.stream
  second.theme = settings.theme == .light ? .dark : .light
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

  // MARK: 9. The file

  print("9. The file is for people: edit it, and whoever runs hears of it. Try in two terminals:")
  print("   swift run tour --watch")
  print("   swift run tour --set sessionLength=50")
}
