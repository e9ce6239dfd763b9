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
