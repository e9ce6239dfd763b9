/// Types that bring their stored form along.
@usableFromInline
enum ConvertibleScheme<Value: SettingsValueConvertible>: CodingScheme {
  @usableFromInline static var isPlain: Bool { true }

  @usableFromInline
  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue {
    let stored = value.settingsValue
    try stored.checkLimits()
    return stored
  }

  @usableFromInline
  static func presentValue(of stored: SettingsValue) -> Value? {
    do throws(SettingsError) { return try Value(settingsValue: stored) } catch { return nil }
  }

  @usableFromInline
  static func read(
    _ stored: SettingsValue, default defaultValue: Value?, looksForLeftovers: Bool
  ) throws(SettingsError) -> Reading<Value> {
    Reading(try Value(settingsValue: stored))
  }
}
