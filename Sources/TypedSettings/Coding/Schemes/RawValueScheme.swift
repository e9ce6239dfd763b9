/// Types stored as their raw value.
@usableFromInline
enum RawValueScheme<Value: RawRepresentable & Sendable>: CodingScheme where Value.RawValue: SettingsValueConvertible {
  @usableFromInline
  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue { value.rawValue.settingsValue }

  @usableFromInline
  static func decode(_ stored: SettingsValue) throws(SettingsError) -> Value {
    guard let value = Value(rawValue: try Value.RawValue(settingsValue: stored)) else {
      throw SettingsError(
        .undecodable, found: "a raw value that '\(Value.self)' does not have",
        advice: "the stored value is kept; assign the setting or reset it")
    }
    return value
  }
}
