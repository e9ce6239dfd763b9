/// Types stored by their `Codable` conformance.
@usableFromInline
enum CodableScheme<Value: Codable & Sendable>: CodingScheme {
  @usableFromInline static var isPlain: Bool { false }

  @usableFromInline
  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue { try MigratingEncoder().encode(value) }

  @usableFromInline
  static func presentValue(of stored: SettingsValue) -> Value? {
    MigratingDecoder().presentValue(Value.self, from: stored)
  }

  @usableFromInline
  static func read(
    _ stored: SettingsValue, default defaultValue: Value?, looksForLeftovers: Bool
  ) throws(SettingsError) -> Reading<Value> {
    try MigratingDecoder().reading(
      Value.self, from: stored, default: defaultValue, looksForLeftovers: looksForLeftovers)
  }
}
