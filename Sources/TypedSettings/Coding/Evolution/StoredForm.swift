/// The value to write in place of a stored one.
@usableFromInline
struct StoredForm: Sendable {
  let value: SettingsValue

  /// A Boolean value that indicates whether `value` is exactly the encoded value, without any leftovers.
  var isComplete = true

  /// A Boolean value that indicates whether an undecodable part of the stored value is replaced.
  var replacesUnreadable = false
}

extension StoredForm {
  /// Encodes a value and merges the leftovers of a stored value into it.
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
