/// What becomes of a setting's values on their way in.
protocol ValueRules<Value>: Sendable {
  associatedtype Value: Sendable

  /// What the rules ask for, as data; `nil` where nothing can be said.
  var constraint: SettingConstraint? { get }

  /// Whether the values are kept in memory and never stored.
  var isTransient: Bool { get }

  /// What is used in the place of a value.
  ///
  /// - Throws: What the value has against the rules, if it must not be used.
  func admit(_ value: Value) throws(SettingViolation) -> Admission<Value>
}

extension ValueRules {
  /// What the rules make of a value that was read.
  ///
  /// - Parameters:
  ///   - reading: What was read.
  ///   - coding: How values are stored.
  /// - Returns: What is to be used, with what it had to be changed for among its issues.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalid`` if the value must not be used.
  func admitted(_ reading: Reading<Value>, with coding: SettingCoding<Value>) throws(SettingsError) -> Reading<Value> {
    let admission: Admission<Value>
    do throws(SettingViolation) { admission = try admit(reading.value) } catch { throw .invalid(error) }
    var admitted = reading.with(admission.value)
    if let violation = admission.violation { admitted.issues.append(.invalid(violation)) }
    // Asked of the forms, so that the type need not be `Equatable`.
    admitted.isChangedByRules = coding.encodedOrNil(reading.value) != coding.encodedOrNil(admission.value)
    return admitted
  }

  /// Whether a value may be used, be it changed.
  func allows(_ value: Value) -> Bool {
    do throws(SettingViolation) {
      _ = try admit(value)
      return true
    } catch {
      return false
    }
  }
}

/// A value that the rules of a setting let in.
struct Admission<Value> {
  var value: Value

  /// What the value had against a rule before it was changed; `nil` where it was no more than a matter of form.
  var violation: SettingViolation?
}

/// A rule, and what becomes of values that it does not allow.
struct ValidationRules<Value: Sendable>: ValueRules {
  let rule: SettingValidation<Value>
  let policy: SettingValidationPolicy
  /// How the values that the rule mentions are stored.
  let coding: SettingCoding<Value>

  var constraint: SettingConstraint? { rule.constraint(coding.encodedOrNil) }

  var isTransient: Bool { false }

  func admit(_ value: Value) throws(SettingViolation) -> Admission<Value> {
    guard var violation = rule.violation(value, coding.encodedOrNil) else { return Admission(value: value) }
    if violation.value == nil, violation.path.isEmpty { violation.value = coding.encodedOrNil(value) }
    guard policy == .clamp, let nearest = rule.nearest(value), rule.violation(nearest, coding.encodedOrNil) == nil
    else { throw violation }
    return Admission(value: nearest, violation: violation)
  }
}

/// What a wrapper makes of values.
struct WrapperRules<Wrapper: SettingWrapper>: ValueRules
where Wrapper.WrappedValue: Sendable, Wrapper.Config: Sendable {
  let config: Wrapper.Config

  var constraint: SettingConstraint? { nil }

  var isTransient: Bool { Wrapper.isTransient }

  func admit(_ value: Wrapper.WrappedValue) -> Admission<Wrapper.WrappedValue> {
    Admission(value: Wrapper.makeWrapper(from: value, config: config).wrappedValue)
  }
}

/// The rules of another type, for values that are converted to it and back.
struct ConvertedRules<Value: Sendable, Other: Sendable>: ValueRules {
  let rules: any ValueRules<Other>
  let conversion: CodingConversion<Value, Other>

  var constraint: SettingConstraint? { rules.constraint }

  var isTransient: Bool { rules.isTransient }

  func admit(_ value: Value) throws(SettingViolation) -> Admission<Value> {
    // What cannot be converted cannot be encoded either, and is refused for that.
    guard let converted = conversion.encodedOrNil(value) else { return Admission(value: value) }
    let admission = try rules.admit(converted)
    return Admission(value: conversion.decodedOrNil(admission.value) ?? value, violation: admission.violation)
  }
}

/// Rules, and then others for what they let in.
struct SuccessiveRules<Value: Sendable>: ValueRules {
  let first: any ValueRules<Value>
  let second: any ValueRules<Value>

  var constraint: SettingConstraint? {
    let constraints = [first.constraint, second.constraint].compactMap { $0 }
    return constraints.count > 1 ? .all(constraints) : constraints.first
  }

  var isTransient: Bool { first.isTransient || second.isTransient }

  func admit(_ value: Value) throws(SettingViolation) -> Admission<Value> {
    let admission = try first.admit(value)
    var last = try second.admit(admission.value)
    last.violation = admission.violation ?? last.violation
    return last
  }
}
