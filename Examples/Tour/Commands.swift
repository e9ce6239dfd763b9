import TypedSettings

/// Prints the changes of all settings, whoever makes them, until the process is stopped.
func watch(_ settings: TimerSettings, in place: String) async {
  print("Watching \(place)")
  print("Edit it, or run in another terminal: swift run tour --set sessionLength=50")
  let (changes, continuation) = AsyncStream.makeStream(of: String.self)
  for (name, setting) in settings.allSettings {
    _ = setting.store.observe(setting.settingsKey) { change in
      continuation.yield("\(name) = \(change.value.map { "\($0)" } ?? "its default") (\(change.origin))")
    }
  }
  for await change in changes { print(change) }
}

/// Changes settings that are given as `name=value`.
func set(_ assignments: some Sequence<String>, in settings: TimerSettings) {
  for assignment in assignments {
    let parts = assignment.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let (_, setting) = settings.allSettings.first(where: { $0.name == parts[0] }) else {
      print("'\(assignment)' is not one of \(settings.allSettings.map { "\($0.name)=…" })")
      continue
    }
    do {
      // A number or a truth value may come as text: it is read as what the setting is.
      try setting.setEncodedValue(.string(parts[1]))
      print("\(parts[0]) is \(setting.encodedValue.map { "\($0)" } ?? "nothing")")
    } catch {
      print(error)
    }
  }
}
