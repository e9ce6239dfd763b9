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
