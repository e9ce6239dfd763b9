/// A setting whose value can be read and written in the native form of its type, whatever its coding stores.
///
/// Objective-C sees the type: a date that is stored as text is an `NSDate` all the same.
package protocol PlainValueSetting: Setting {
  /// The current value in the native form of its type, or, where that has none, in its stored form.
  var plainValue: SettingsValue? { get }

  /// Sets the value from the native form of its type, or, where that has none, from its stored form.
  func setPlainValue(_ value: SettingsValue) throws(SettingsError)
}

extension SettingRecord: PlainValueSetting {
  package var plainValue: SettingsValue? {
    if let type = Value.self as? any SettingsValueConvertible.Type { return form(as: type) }
    if let type = Value.self as? any RawRepresentable.Type { return rawForm(as: type) ?? encodedValue }
    return encodedValue
  }

  package func setPlainValue(_ form: SettingsValue) throws(SettingsError) {
    do throws(SettingsError) {
      if let type = Value.self as? any SettingsValueConvertible.Type {
        guard let value = try type.init(settingsValue: form) as? Value else {
          throw .undecodable(form, as: Value.self)
        }
        return try set(value)
      }
      if let type = Value.self as? any RawRepresentable.Type, let value = try rawValue(form, as: type) {
        return try set(value)
      }
      try setEncodedValue(form)
    } catch {
      throw located(error)
    }
  }

  private func form<Native: SettingsValueConvertible>(as type: Native.Type) -> SettingsValue? {
    (value as? Native)?.settingsValue
  }

  private func rawForm<Raw: RawRepresentable>(as type: Raw.Type) -> SettingsValue? {
    guard let raw = (value as? Raw)?.rawValue as? any SettingsValueConvertible else { return nil }
    return raw.settingsValue
  }

  /// The value of a raw value; `nil` if those of the type have no native form.
  private func rawValue<Raw: RawRepresentable>(
    _ form: SettingsValue, as type: Raw.Type
  ) throws(SettingsError) -> Value? {
    guard let native = Raw.RawValue.self as? any SettingsValueConvertible.Type else { return nil }
    guard let raw = try native.init(settingsValue: form) as? Raw.RawValue, let value = Raw(rawValue: raw) as? Value
    else { throw .undecodable(form, as: Value.self) }
    return value
  }
}
