/// A rule about several settings of one group that is known.
struct GroupRule {
  /// What must hold, for people.
  let message: String

  /// Whether it holds now.
  let holds: () -> Bool

  /// What is wrong where it does not hold.
  var error: SettingsError {
    SettingsError(
      .invalid, found: "settings that do not fit together: \(message)",
      advice: "change all of them in one transaction; nothing was changed")
  }
}
