import TypedSettings

/// Prints how to run the tour, and its settings.
func showHelp(of settings: TimerSettings) {
  print(
    """
    Usage: swift run tour [--watch | --set NAME=VALUE... | --help]

      (no option)   Takes the tour.
      --watch       Prints changes of the settings, whoever makes them, until it is stopped.
      --set         Changes settings: all of them, or none if one of the values can't be used.
      --help, -h    Prints this.

    Settings:
    """)
  let width = settings.allSettings.map(\.name.count).max() ?? 0
  for (name, setting) in settings.allSettings {
    let padding = String(repeating: " ", count: width - name.count)
    let documentation = setting.documentation.map { "\($0) " } ?? ""
    print("  \(name)\(padding)  \(documentation)(\(allowedValues(of: setting)))")
  }
}

/// Prints the changes of all settings, whoever makes them, until the process is stopped.
func watch(_ settings: TimerSettings, in place: String) async {
  print("Watching \(place)")
  print("Edit it, or run in another terminal: swift run tour --set sessionLength=50")
  let (lines, continuation) = AsyncStream.makeStream(of: String.self)
  // What is wrong with the file comes here.
  SettingsDiagnostics.addHandler { error in continuation.yield("report: \(error)") }
  for (name, setting) in settings.allSettings {
    _ = setting.store.observe(setting.settingsKey) { [weak setting] change in
      continuation.yield("\(name) = \(change.value.map { "\($0)" } ?? "its default") (\(change.origin))")
      // What is wrong with the value is known to the setting.
      for issue in setting?.issues ?? [] { continuation.yield("report: \(issue)") }
    }
  }
  for await line in lines { print(line) }
}

/// Changes the settings that are given as `name=value`: all of them, or none.
func set(_ assignments: some Sequence<String>, in settings: TimerSettings) throws {
  let changed = try settings.transaction { draft in
    try assignments.map { assignment in
      let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let (name, setting) = draft.allSettings.first(where: { $0.name == parts[0] }), parts.count == 2 else {
        let names = draft.allSettings.map { "\($0.name)=…" }.joined(separator: ", ")
        throw UsageError("'\(assignment)' is none of \(names); nothing was changed")
      }
      do {
        // A number or a truth value may come as text: it is read as what the setting is.
        try setting.setEncodedValue(.string(parts[1]))
      } catch let error as SettingsError where [.undecodable, .invalid].contains(error.code) {
        throw UsageError("\(name) can't be '\(parts[1])': it \(allowedValues(of: setting)); nothing was changed")
      }
      return name
    }
  }
  for (name, setting) in settings.allSettings where changed.contains(name) {
    print("\(name) is \(setting.encodedValue.map { "\($0)" } ?? "nothing")")
  }
}

/// What is allowed, after "it".
private func allowedValues(of setting: any Setting) -> String {
  setting.validation?.message ?? "must be a value of the type '\(setting.valueType)'"
}
