/// Types that bring their stored form along.
@usableFromInline
enum ConvertibleScheme<Value: SettingsValueConvertible>: CodingScheme {
  @usableFromInline
  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue { value.settingsValue }
  @usableFromInline
  static func decode(_ stored: SettingsValue) throws(SettingsError) -> Value { try Value(settingsValue: stored) }
}
