/// A rule about the values of a setting.
///
/// ```swift
/// @SettingsGroup(domain: "com.example.player")
/// final class PlayerSettings {
///   @Pref(validate: .range(0...1)) var volume = 0.5
///   @Pref(validate: .range(1...), policy: .clamp) var retries = 3
///   @Pref(validate: .count(1...50) && .matches(/[a-z-]+/)) var name = "player"
/// }
/// ```
///
/// What is assigned, updated and edited is checked, and so is what comes from outside: a file edited by hand, an import,
/// a managed layer. ``SettingValidationPolicy`` says what becomes of the rest. Rules of your own are `custom` ones, with
/// names where they are used more than once:
///
/// ```swift
/// extension SettingValidation<Int> {
///   static let even = SettingValidation.custom("must be even") { $0.isMultiple(of: 2) }
/// }
/// ```
///
/// For an optional setting the rule is about the value that is there: `nil` is allowed.
public struct SettingValidation<Value: Sendable>: Sendable {
  /// Gives the stored form of a value that a rule mentions; `nil` if it has none.
  typealias Encode = (Value) -> SettingsValue?

  /// The rule as data.
  let constraint: @Sendable (Encode) -> SettingConstraint

  /// What a value has against the rule; `nil` if the rule allows it.
  let violation: @Sendable (Value, Encode) -> SettingViolation?

  /// The nearest value that the rule may allow; `nil` where there is none.
  let nearest: @Sendable (Value) -> Value?

  init(
    constraint: @escaping @Sendable (Encode) -> SettingConstraint,
    violation: @escaping @Sendable (Value, Encode) -> SettingViolation?,
    nearest: @escaping @Sendable (Value) -> Value? = { _ in nil }
  ) {
    self.constraint = constraint
    self.violation = violation
    self.nearest = nearest
  }

  /// A rule that is one condition.
  init(
    constraint: @escaping @Sendable (Encode) -> SettingConstraint,
    nearest: @escaping @Sendable (Value) -> Value? = { _ in nil },
    allows: @escaping @Sendable (Value) -> Bool
  ) {
    self.init(
      constraint: constraint,
      violation: { value, encode in allows(value) ? nil : SettingViolation(constraint: constraint(encode)) },
      nearest: nearest)
  }
}
