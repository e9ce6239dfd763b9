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
