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
    let result = coding.decodingResult(stored, over: defaultValue, collectsLeftovers: !coding.replacesStoredValue)
    guard !result.isDefault, let leftovers = result.leftovers else {
      self.init(value: new, replacesUnreadable: result.isDefault)
      return
    }
    let merge = leftovers.merged(into: new, read: try coding.encode(result.value), keepsUnknown: keepsUnknown)
    self.init(value: merge.value, isComplete: merge.value == new, replacesUnreadable: merge.replacesOriginals)
  }
}
