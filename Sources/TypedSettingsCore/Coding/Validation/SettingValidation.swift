/// A rule that restricts the values of a setting.
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
/// The rule applies to values that are assigned, updated or edited, and to values from outside the program: a file
/// edited by hand, an import, a managed layer. ``SettingValidationPolicy`` determines how other values are handled.
/// Define your own rules with `custom`, and name those that you use more than once:
///
/// ```swift
/// extension SettingValidation<Int> {
///   static let even = SettingValidation.custom("must be even") { $0.isMultiple(of: 2) }
/// }
/// ```
///
/// For an optional setting, the rule applies to the wrapped value; `nil` is allowed.
public struct SettingValidation<Value: Sendable>: Sendable {
  /// A function that returns the stored form of a value that a rule mentions; `nil` if it has none.
  @usableFromInline typealias Encode = (Value) -> SettingsValue?

  /// The rule as data.
  @usableFromInline let constraint: @Sendable (Encode) -> SettingConstraint

  /// Returns whether the rule allows a value.
  ///
  /// Most values are allowed, so this function is called first: it needs no stored forms.
  @usableFromInline let allows: @Sendable (Value) -> Bool

  /// Returns the violation of a value; `nil` if the rule allows the value.
  let violation: @Sendable (Value, Encode) -> SettingViolation?

  /// Returns the nearest value that the rule may allow; `nil` if there is none.
  let nearest: @Sendable (Value) -> Value?

  init(
    constraint: @escaping @Sendable (Encode) -> SettingConstraint,
    violation: @escaping @Sendable (Value, Encode) -> SettingViolation?,
    nearest: @escaping @Sendable (Value) -> Value? = { _ in nil },
    allows: @escaping @Sendable (Value) -> Bool
  ) {
    self.constraint = constraint
    self.allows = allows
    self.violation = violation
    self.nearest = nearest
  }

  /// Creates a rule that consists of one condition.
  @usableFromInline
  init(
    constraint: @escaping @Sendable (Encode) -> SettingConstraint,
    nearest: @escaping @Sendable (Value) -> Value? = { _ in nil },
    allows: @escaping @Sendable (Value) -> Bool
  ) {
    self.init(
      constraint: constraint,
      violation: { value, encode in allows(value) ? nil : SettingViolation(constraint: constraint(encode)) },
      nearest: nearest, allows: allows)
  }
}

/// A policy for values that a setting's rule doesn't allow.
public enum SettingValidationPolicy: Hashable, Sendable {
  /// Rejects the value: a write changes nothing, and a stored value falls back to the default.
  case reject
  /// Replaces the value with the nearest allowed value, or rejects it if there is none.
  case clamp
}

extension SettingValidation {
  /// Returns a rule that allows values that both rules allow.
  ///
  /// The nearest value is the first rule's, adjusted by the second rule.
  public static func && (first: SettingValidation, second: SettingValidation) -> SettingValidation {
    SettingValidation { encode in
      .all(first.constraint(encode).parts(ofAll: true) + second.constraint(encode).parts(ofAll: true))
    } violation: { value, encode in
      first.violation(value, encode) ?? second.violation(value, encode)
    } nearest: { value in
      let nearer = first.nearest(value)
      return second.nearest(nearer ?? value) ?? nearer
    } allows: { value in
      first.allows(value) && second.allows(value)
    }
  }

  /// Returns a rule that allows values that at least one of the rules allows.
  ///
  /// The nearest value is the first rule's, or else the second rule's.
  public static func || (first: SettingValidation, second: SettingValidation) -> SettingValidation {
    let constraint: @Sendable (Encode) -> SettingConstraint = { encode in
      .any(first.constraint(encode).parts(ofAll: false) + second.constraint(encode).parts(ofAll: false))
    }
    return SettingValidation(constraint: constraint) { value in
      first.nearest(value) ?? second.nearest(value)
    } allows: { value in
      first.allows(value) || second.allows(value)
    }
  }

  /// Creates a rule for optional values that allows `nil`.
  init<Wrapped>(lifting rule: SettingValidation<Wrapped>) where Value == Wrapped? {
    self.init { encode in
      rule.constraint { encode($0) }
    } violation: { value, encode in
      value.flatMap { value in rule.violation(value) { encode($0) } }
    } nearest: { value in
      // The `nil` of the outer optional, because the `nil` of the inner one would be an allowed value.
      guard let value, let nearest = rule.nearest(value) else { return nil }
      return nearest
    } allows: { value in
      value.map(rule.allows) ?? true
    }
  }
}

extension SettingConstraint {
  /// Returns the parts of a constraint of the given kind, or the constraint itself.
  fileprivate func parts(ofAll isAll: Bool) -> [SettingConstraint] {
    switch self {
    case .all(let parts) where isAll: parts
    case .any(let parts) where !isAll: parts
    default: [self]
    }
  }
}

/// A violation of a rule by a value.
@usableFromInline
struct SettingViolation: Error {
  /// The path to the invalid part of the value, which consists of the indices of elements.
  var path: [String] = []

  /// The stored form of the value at the path, if it has one.
  var value: SettingsValue?

  /// The constraint that isn't met.
  let constraint: SettingConstraint
}

extension SettingsError.Code {
  /// A value violates the setting's rule, or several values violate a ``SettingsRule``.
  ///
  /// A write changes nothing, and a stored value is preserved.
  public static let invalid = Self(rawValue: "invalid")
}

extension SettingsError {
  /// Returns the error for a value that was to be written.
  @usableFromInline
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
  fileprivate var problem: SettingsError.Problem {
    .value(value, constraint.violationDescription, .constraint(constraint))
  }
}
