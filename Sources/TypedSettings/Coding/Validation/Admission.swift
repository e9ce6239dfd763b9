/// A value that the rules of a setting let in.
struct Admission<Value> {
  var value: Value

  /// What the value had against a rule before it was changed; `nil` where it was no more than a matter of form.
  var violation: SettingViolation?
}
