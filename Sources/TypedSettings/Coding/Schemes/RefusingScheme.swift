/// Types that cannot be stored; the compiler refuses what would come here.
enum RefusingScheme<Value: Sendable>: CodingScheme {
  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue {
    throw SettingsError(.unencodable, found: "'\(Value.self)'", advice: "make the type 'Codable'")
  }

  static func decode(_ stored: SettingsValue) throws(SettingsError) -> Value {
    throw .undecodable(stored, as: Value.self)
  }
}
