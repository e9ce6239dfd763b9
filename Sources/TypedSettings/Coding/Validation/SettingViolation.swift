/// What a value has against a rule.
struct SettingViolation: Error {
  /// Where in the value: the indices of elements.
  var path: [String] = []

  /// The stored form of the value at the path, where it has one.
  var value: SettingsValue?

  /// What does not hold.
  let constraint: SettingConstraint
}

extension SettingsError.Code {
  /// The value is not one that the setting's rule allows; a write did not happen, a stored value stays as it is.
  public static let invalid = Self(rawValue: "invalid")
}

extension SettingsError {
  /// A value that was to be written.
  static func refused(_ violation: SettingViolation) -> SettingsError {
    SettingsError(
      .invalid, codingPath: violation.path, problem: violation.problem, advice: "nothing was changed; use another value"
    )
  }

  /// A stored value.
  static func invalid(_ violation: SettingViolation) -> SettingsError {
    SettingsError(
      .invalid, codingPath: violation.path, problem: violation.problem,
      advice: "the stored value is kept; assign the setting or reset it")
  }

  /// A default in a declaration.
  static func invalidDefault(_ violation: SettingViolation) -> SettingsError {
    SettingsError(
      .invalid, codingPath: violation.path, found: "as the default, " + violation.problem.words,
      advice: "declare a default that the rule allows; it is used nevertheless")
  }
}

extension SettingViolation {
  fileprivate var problem: SettingsError.Problem { .value(value, constraint.fault) }
}
