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
