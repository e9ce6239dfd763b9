/// What a value is written as, over what is stored already.
@usableFromInline
struct StoredForm: Sendable {
  let value: SettingsValue

  /// Whether `value` is the value's own form and nothing else, so that nothing is left over when it is read.
  var isComplete = true

  /// Whether a part of the stored value that could not be read goes.
  var replacesUnreadable = false
}

extension StoredForm {
  /// Encodes a value and puts what is left over of a stored one into it.
  init<Value>(
    encoding value: Value, over stored: SettingsValue, default defaultValue: Value, with coding: SettingCoding<Value>,
    keepsUnknown: Bool
  ) throws(SettingsError) {
    let new = try coding.encode(value)
    if new == stored {
      self.init(value: new)
      return
    }
    let reading = coding.reading(stored, over: defaultValue, looksForLeftovers: !coding.isPlain)
    guard !reading.isDefault, let leftovers = reading.leftovers else {
      self.init(value: new, replacesUnreadable: reading.isDefault)
      return
    }
    let merge = leftovers.merged(into: new, read: try coding.encode(reading.value), keepsUnknown: keepsUnknown)
    self.init(value: merge.value, isComplete: merge.value == new, replacesUnreadable: merge.replacesOriginals)
  }
}
