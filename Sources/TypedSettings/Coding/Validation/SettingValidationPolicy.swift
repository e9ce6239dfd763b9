/// What becomes of a value that a setting's rule does not allow.
public enum SettingValidationPolicy: Hashable, Sendable {
  /// It is refused: a write does not happen, and a stored value reads as the default.
  case reject
  /// The nearest value that the rule allows takes its place. What has no nearest value is refused.
  case clamp
}
