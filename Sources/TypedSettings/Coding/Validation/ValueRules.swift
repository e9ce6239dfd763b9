/// The rules that apply to a setting's values before they are used.
protocol ValueRules<Value>: Sendable {
  associatedtype Value: Sendable

  /// The constraint of the rules as data; `nil` if it's unknown.
  var constraint: SettingConstraint? { get }

  /// A Boolean value that indicates whether the values are kept in memory and never stored.
  var isTransient: Bool { get }

  /// Returns the value to use in place of a value.
  ///
  /// - Throws: The violation, if the value must not be used.
  func validate(_ value: Value) throws(SettingViolation) -> ValidatedValue<Value>
}

extension ValueRules {
  /// Applies the rules to a decoded value.
  ///
  /// - Parameters:
  ///   - result: The decoded value.
  ///   - coding: The coding of the values.
  /// - Returns: The value to use; its issues include the violation that a rule corrected.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalid`` if the value must not be used.
  func validated(_ result: DecodingResult<Value>, with coding: SettingCoding<Value>) throws(SettingsError)
    -> DecodingResult<Value>
  {
    let validation: ValidatedValue<Value>
    do throws(SettingViolation) { validation = try validate(result.value) } catch { throw .invalid(error) }
    var validated = result.with(validation.value)
    if let violation = validation.violation { validated.issues.append(.invalid(violation)) }
    // Compares the stored forms, so that the type doesn't need to be `Equatable`.
    validated.isChangedByRules = coding.encodedOrNil(result.value) != coding.encodedOrNil(validation.value)
    return validated
  }

  /// Returns whether a value can be used, possibly after a rule changes it.
  func allows(_ value: Value) -> Bool {
    do throws(SettingViolation) {
      _ = try validate(value)
      return true
    } catch {
      return false
    }
  }
}

/// A value that satisfies the rules of a setting.
struct ValidatedValue<Value> {
  var value: Value

  /// The violation that the change of the value corrected; `nil` if the change was only a normalization.
  var violation: SettingViolation?
}

/// A rule with a policy for the values that violate it.
struct ValidationRules<Value: Sendable>: ValueRules {
  let rule: SettingValidation<Value>
  let policy: SettingValidationPolicy
  /// The coding of the values that the rule mentions.
  let coding: SettingCoding<Value>

  var constraint: SettingConstraint? { rule.constraint(coding.encodedOrNil) }

  var isTransient: Bool { false }

  func validate(_ value: Value) throws(SettingViolation) -> ValidatedValue<Value> {
    guard var violation = rule.violation(value, coding.encodedOrNil) else { return ValidatedValue(value: value) }
    if violation.value == nil, violation.path.isEmpty { violation.value = coding.encodedOrNil(value) }
    guard policy == .clamp, let nearest = rule.nearest(value), rule.violation(nearest, coding.encodedOrNil) == nil
    else { throw violation }
    return ValidatedValue(value: nearest, violation: violation)
  }
}

/// The rules of a wrapper, which replaces values with wrapped ones.
struct WrapperRules<Wrapper: SettingWrapper>: ValueRules
where Wrapper.WrappedValue: Sendable, Wrapper.Config: Sendable {
  let config: Wrapper.Config

  var constraint: SettingConstraint? { nil }

  var isTransient: Bool { Wrapper.isTransient }

  func validate(_ value: Wrapper.WrappedValue) -> ValidatedValue<Wrapper.WrappedValue> {
    ValidatedValue(value: Wrapper.makeWrapper(from: value, config: config).wrappedValue)
  }
}

/// The rules of another type, applied to values that are converted to it and back.
struct ConvertedRules<Value: Sendable, Other: Sendable>: ValueRules {
  let rules: any ValueRules<Other>
  let conversion: CodingConversion<Value, Other>

  var constraint: SettingConstraint? { rules.constraint }

  var isTransient: Bool { rules.isTransient }

  func validate(_ value: Value) throws(SettingViolation) -> ValidatedValue<Value> {
    // A value that can't be converted can't be encoded either, so the write fails anyway.
    guard let converted = conversion.encodedOrNil(value) else { return ValidatedValue(value: value) }
    let validated = try rules.validate(converted)
    return ValidatedValue(value: conversion.decodedOrNil(validated.value) ?? value, violation: validated.violation)
  }
}

/// Two sets of rules, of which the second applies to the result of the first.
struct SuccessiveRules<Value: Sendable>: ValueRules {
  let first: any ValueRules<Value>
  let second: any ValueRules<Value>

  var constraint: SettingConstraint? {
    let constraints = [first.constraint, second.constraint].compactMap { $0 }
    return constraints.count > 1 ? .all(constraints) : constraints.first
  }

  var isTransient: Bool { first.isTransient || second.isTransient }

  func validate(_ value: Value) throws(SettingViolation) -> ValidatedValue<Value> {
    let validated = try first.validate(value)
    var last = try second.validate(validated.value)
    last.violation = validated.violation ?? last.violation
    return last
  }
}
