/// Types that cannot be stored; the compiler refuses what would come here.
enum RefusingScheme<Value: Sendable>: CodingScheme {
  static var isPlain: Bool { true }

  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue {
    throw SettingsError(.unencodable, found: "'\(Value.self)'", advice: "make the type 'Codable'")
  }

  static func presentValue(of stored: SettingsValue) -> Value? { nil }

  static func read(
    _ stored: SettingsValue, default defaultValue: Value?, looksForLeftovers: Bool
  ) throws(SettingsError) -> Reading<Value> {
    throw .undecodable(stored, as: Value.self)
  }
}
