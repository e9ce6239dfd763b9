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
    do throws(SettingsError) { return Reading(try Value(settingsValue: stored)) } catch {
      guard let type = Value.self as? any Decodable.Type, let value = olderValue(type, stored) else { throw error }
      var reading = Reading(value)
      reading.isOlderForm = true
      return reading
    }
  }

  /// The value of an older form, or of the one that the type had while it was only `Codable`.
  ///
  /// Not over the default: that would make a value of a dictionary that has nothing of the type in it.
  private static func olderValue<Form: Decodable>(_ type: Form.Type, _ stored: SettingsValue) -> Value? {
    do throws(SettingsError) {
      return try MigratingDecoder().reading(type, from: stored) { nil }.value as? Value
    } catch {
      return nil
    }
  }
}
