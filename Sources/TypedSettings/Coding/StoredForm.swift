/// What a value is written as, over what is stored already.
@usableFromInline
struct StoredForm: Sendable {
  let value: SettingsValue

  /// Whether `value` is the value's own form and nothing else, so that nothing is left over when it is read.
  var isComplete = true

  /// Whether a part of the stored value that could not be read goes.
  var replacesUnreadable = false
}
