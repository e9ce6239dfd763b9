/// A way to encode one type, as a type of its own.
@usableFromInline
protocol CodingScheme<Value>: Sendable {
  associatedtype Value: Sendable

  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue
  static func decode(_ stored: SettingsValue) throws(SettingsError) -> Value
}

/// Types that bring their stored form along.
@usableFromInline
enum ConvertibleScheme<Value: SettingsValueConvertible>: CodingScheme {
  @usableFromInline
  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue { value.settingsValue }
  @usableFromInline
  static func decode(_ stored: SettingsValue) throws(SettingsError) -> Value { try Value(settingsValue: stored) }
}

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

/// Types stored by their `Codable` conformance.
@usableFromInline
enum CodableScheme<Value: Codable & Sendable>: CodingScheme {
  @usableFromInline
  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue { try MigratingEncoder().encode(value) }

  @usableFromInline
  static func decode(_ stored: SettingsValue) throws(SettingsError) -> Value {
    try MigratingDecoder().decode(Value.self, from: stored)
  }
}

/// Types that cannot be stored; the compiler refuses what would come here.
enum RefusingScheme<Value: Sendable>: CodingScheme {
  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue {
    throw SettingsError(.unencodable, found: "'\(Value.self)'", advice: "make the type 'Codable'")
  }

  static func decode(_ stored: SettingsValue) throws(SettingsError) -> Value {
    throw .undecodable(stored, as: Value.self)
  }
}
