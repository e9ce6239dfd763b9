import Observation
import TypedSettings

/// Demonstrates the features of settings, in the order of the printed output.
func takeTour(of settings: TimerSettings, in place: String) async throws {
  // MARK: 1. Declare

  print("1. A group of settings is a class, and its values are kept here:")
  print("   \(place)")
  try settings.$tours.update { $0 += 1 }
  print(
    "   This is tour number \(settings.tours); the theme is \(settings.theme), sessionLength \(settings.sessionLength)."
  )

  // MARK: 2. Read and write

  print("2. A setting is read and written like any property. A write is persisted when it returns.")
  settings.sessionLength = 50
  settings.goals.dailyHours = 7
  print("   sessionLength is \(settings.sessionLength), dailyHours \(settings.goals.dailyHours)")

  let second = TimerSettings()
  print("   another instance reads the same value: \(second.sessionLength)")

  try settings.$sessionLength.update { $0 += 5 }
  print("   an update is atomic, even across processes: \(settings.sessionLength)")

  // MARK: 3. Refuse values

  print("3. A rule refuses values, and a transaction changes all of its settings or none.")
  do {
    try settings.transaction { draft in
      draft.goals.dailyHours = 8
      draft.sessionLength = 500
    }
  } catch {
    print("   refused: \(error)")
  }
  print("   dailyHours is still \(settings.goals.dailyHours)")

  // MARK: 4. Observe

  print("4. Swift Observation is notified after the store contains the new value.")
  withObservationTracking {
    _ = settings.sessionLength
  } onChange: {
    print("   changed to \(settings.sessionLength)")
  }
  second.sessionLength = 30

  // MARK: 5. Follow

  print("5. An asynchronous sequence delivers the current value and each later one.")
  let newTheme: Theme = settings.theme == .light ? .dark : .light
  for await theme in settings.$theme.values {
    print("   the theme is \(theme)")
    if theme == newTheme { break }
    second.theme = newTheme
  }

  // MARK: 6. Introspect

  print("6. A group lists all its settings and their metadata.")
  for (name, setting) in settings.allSettings {
    let value = setting.encodedValue.map { "\($0)" } ?? "nothing"
    print("   \(name) = \(value), stored as \(setting.key.name)")
    if let documentation = setting.documentation { print("      \(documentation)") }
  }
  print("   synced to the watch: \(settings.settings(withTraits: [.watchSync]).map(\.name))")
  print("   in section Sound: \(settings.allSettings.filter { $0.setting.section == "Sound" }.map(\.name))")

  // MARK: 7. Reset

  print("7. Only the declaration contains the default, so a reset removes the stored value.")
  settings.$sessionLength.reset()
  print("   sessionLength is \(settings.sessionLength) again; isSet: \(settings.$sessionLength.isSet)")

  // MARK: 8. Swap the store

  print("8. A group uses the store that is current when the group is created.")
  let store = InMemorySettingsStore()
  let inMemory = PreferenceContext.$store.withValue(store) { TimerSettings() }
  inMemory.sessionLength = 15
  print("   in the file \(settings.sessionLength), in memory \(inMemory.sessionLength)")

  // MARK: 9. Report errors

  print("9. An invalid stored value is preserved and reported, and reads fall back to the default.")
  SettingsDiagnostics.addHandler { error in print("   report: \(error)") }
  store.set("soon", forKey: inMemory.$sessionLength.key)
  print("   sessionLength reads as \(inMemory.sessionLength)")
  print("   the store still contains \(inMemory.$sessionLength.storedValue.map { "\($0)" } ?? "nothing")")

  // MARK: 10. Other processes

  print("10. Running programs follow changes by other processes and edits of the file. Try it in two terminals:")
  print("    swift run tour --watch")
  print("    swift run tour --set sessionLength=50")
}
