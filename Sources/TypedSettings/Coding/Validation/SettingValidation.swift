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

/// What becomes of a value that a setting's rule does not allow.
public enum SettingValidationPolicy: Hashable, Sendable {
  /// It is refused: a write does not happen, and a stored value reads as the default.
  case reject
  /// The nearest value that the rule allows takes its place. What has no nearest value is refused.
  case clamp
}

extension SettingValidation {
  /// What both rules allow.
  ///
  /// The nearest value is the first rule's, and of that the second's.
  public static func && (first: SettingValidation, second: SettingValidation) -> SettingValidation {
    SettingValidation { encode in
      .all(first.constraint(encode).parts(ofAll: true) + second.constraint(encode).parts(ofAll: true))
    } violation: { value, encode in
      first.violation(value, encode) ?? second.violation(value, encode)
    } nearest: { value in
      let nearer = first.nearest(value)
      return second.nearest(nearer ?? value) ?? nearer
    }
  }

  /// What at least one of the rules allows.
  ///
  /// The nearest value is the first that one of them names.
  public static func || (first: SettingValidation, second: SettingValidation) -> SettingValidation {
    let constraint: @Sendable (Encode) -> SettingConstraint = { encode in
      .any(first.constraint(encode).parts(ofAll: false) + second.constraint(encode).parts(ofAll: false))
    }
    return SettingValidation(constraint: constraint) { value, encode in
      guard first.violation(value, encode) != nil, second.violation(value, encode) != nil else { return nil }
      return SettingViolation(constraint: constraint(encode))
    } nearest: { value in
      first.nearest(value) ?? second.nearest(value)
    }
  }

  /// Makes a rule for values that may be absent: `nil` is allowed.
  init<Wrapped>(lifting rule: SettingValidation<Wrapped>) where Value == Wrapped? {
    self.init { encode in
      rule.constraint { encode($0) }
    } violation: { value, encode in
      value.flatMap { value in rule.violation(value) { encode($0) } }
    } nearest: { value in
      value.flatMap { rule.nearest($0) }
    }
  }
}

extension SettingConstraint {
  /// The constraints that this one is made of, if it is of a kind; or else itself.
  fileprivate func parts(ofAll isAll: Bool) -> [SettingConstraint] {
    switch self {
    case .all(let parts) where isAll: parts
    case .any(let parts) where !isAll: parts
    default: [self]
    }
  }
}
