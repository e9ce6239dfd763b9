import TypedSettings

/// Prints the usage of the tour and its settings.
func showHelp(of settings: TimerSettings) {
  print(
    """
    Usage: swift run tour [--watch | --set NAME=VALUE... | --help]

      (no option)   Takes the tour.
      --watch       Prints all changes of the settings until you stop it.
      --set         Changes all of these settings, or none if a value is invalid.
      --help, -h    Prints this help.

    Settings:
    """)
  let width = settings.allSettings.map(\.name.count).max() ?? 0
  for (name, setting) in settings.allSettings {
    let padding = String(repeating: " ", count: width - name.count)
    let documentation = setting.documentation.map { "\($0) " } ?? ""
    print("  \(name)\(padding)  \(documentation)(\(allowedValues(of: setting)))")
  }
}

/// Prints all changes of the settings, including those by other processes, until the process is stopped.
func watch(_ settings: TimerSettings, in place: String) async {
  print("Watching \(place)")
  print("Edit it, or run in another terminal: swift run tour --set sessionLength=50")
  // Reports errors of the file.
  SettingsDiagnostics.addHandler { error in print("report: \(error)") }
  for await change in settings.changes {
    print("\(change.name) = \(change.newValue.map { "\($0)" } ?? "its default") (\(change.origin))")
    // Reports errors of the value.
    for issue in change.setting.issues { print("report: \(issue)") }
  }
}

/// Sets the settings in the assignments `name=value`: all of them, or none.
///
/// A program with more commands for its settings uses `SettingsTool` instead, as `Examples/Thermostat` does.
func set(_ assignments: some Sequence<String>, in settings: TimerSettings) throws {
  let changed = try settings.transaction { draft in
    var changed: [String] = []
    var mistakes: [String] = []
    for assignment in assignments {
      let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let (name, setting) = draft.allSettings.first(where: { $0.name == parts[0] }), parts.count == 2 else {
        let names = draft.allSettings.map { "\($0.name)=…" }.joined(separator: ", ")
        mistakes.append("'\(assignment)' is none of \(names)")
        continue
      }
      do {
        // Text for a number or a Boolean value is decoded as the type of the setting.
        try setting.setEncodedValue(.string(parts[1]))
        changed.append(name)
      } catch let error as SettingsError where [.undecodable, .invalid].contains(error.code) {
        mistakes.append("\(name) can't be '\(parts[1])': it \(allowedValues(of: setting))")
      }
    }
    if !mistakes.isEmpty { throw UsageError("\(mistakes.joined(separator: "; ")); nothing was changed") }
    return changed
  }
  for (name, setting) in settings.allSettings where changed.contains(name) {
    print("\(name) is \(setting.encodedValue.map { "\($0)" } ?? "nothing")")
  }
}

/// Returns the predicate of a sentence that describes the allowed values.
private func allowedValues(of setting: any Setting) -> String {
  setting.validation?.message ?? "must be a value of the type '\(setting.valueType)'"
}
