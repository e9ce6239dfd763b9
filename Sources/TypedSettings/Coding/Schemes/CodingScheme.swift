/// A way to encode one type, as a type of its own.
@usableFromInline
protocol CodingScheme<Value>: Sendable {
  associatedtype Value: Sendable

  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue
  static func decode(_ stored: SettingsValue) throws(SettingsError) -> Value
}
