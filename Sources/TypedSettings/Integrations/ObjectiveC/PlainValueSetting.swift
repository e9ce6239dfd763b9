/// A setting whose value can be read and written in the native form of its type, whatever form its coding stores.
///
/// Objective-C uses the native form: a date that is stored as text is still an `NSDate`.
package protocol PlainValueSetting: Setting {
  /// The current value in the native form of its type, or in its stored form if there is no native form.
  var plainValue: SettingsValue? { get }

  /// Sets the value from the native form of its type, or from its stored form if there is no native form.
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

  /// Returns the value with a raw value, or `nil` if the raw type has no native form.
  private func rawValue<Raw: RawRepresentable>(
    _ form: SettingsValue, as type: Raw.Type
  ) throws(SettingsError) -> Value? {
    guard let native = Raw.RawValue.self as? any SettingsValueConvertible.Type else { return nil }
    guard let raw = try native.init(settingsValue: form) as? Raw.RawValue, let value = Raw(rawValue: raw) as? Value
    else { throw .undecodable(form, as: Value.self) }
    return value
  }
}
