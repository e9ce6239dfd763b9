/// A violation of a rule by a value.
struct SettingViolation: Error {
  /// The path to the invalid part of the value, which consists of the indices of elements.
  var path: [String] = []

  /// The stored form of the value at the path, if it has one.
  var value: SettingsValue?

  /// The constraint that isn't met.
  let constraint: SettingConstraint
}

extension SettingsError.Code {
  /// A code for values that violate the setting's rule; a write changes nothing, and a stored value is preserved.
  public static let invalid = Self(rawValue: "invalid")
}

extension SettingsError {
  /// Returns the error for a value that was to be written.
  static func refused(_ violation: SettingViolation) -> SettingsError {
    SettingsError(
      .invalid, codingPath: violation.path, problem: violation.problem, advice: "nothing was changed; use another value"
    )
  }

  /// Returns the error for a stored value.
  static func invalid(_ violation: SettingViolation) -> SettingsError {
    SettingsError(
      .invalid, codingPath: violation.path, problem: violation.problem,
      advice: "the stored value is kept; assign the setting or reset it")
  }

  /// Returns the error for the default of a declaration.
  static func invalidDefault(_ violation: SettingViolation) -> SettingsError {
    SettingsError(
      .invalid, codingPath: violation.path, found: "as the default, " + violation.problem.words,
      advice: "declare a default that the rule allows; the declared one is used anyway")
  }
}

extension SettingViolation {
  fileprivate var problem: SettingsError.Problem { .value(value, constraint.violationDescription) }
}
