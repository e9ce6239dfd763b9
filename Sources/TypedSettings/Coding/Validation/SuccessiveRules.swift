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
