/// Types that bring their stored form along and are `Codable` too, as all of the library's own are.
@usableFromInline
enum NativeScheme<Value: SettingsValueConvertible & Codable>: CodingScheme {
  @usableFromInline static var isPlain: Bool { true }

  @usableFromInline
  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue {
    try ConvertibleScheme<Value>.encode(value)
  }

  @usableFromInline
  static func presentValue(of stored: SettingsValue) -> Value? {
    do throws(SettingsError) { return try Value(settingsValue: stored) } catch { return nil }
  }

  @usableFromInline
  static func read(
    _ stored: SettingsValue, default defaultValue: Value?, looksForLeftovers: Bool
  ) throws(SettingsError) -> Reading<Value> {
    do throws(SettingsError) { return Reading(try Value(settingsValue: stored)) } catch let failure {
      // Older forms, and the one that the type had while it was only `Codable`. Not over the default: that would make
      // a value of a dictionary that has nothing of the type in it.
      do throws(SettingsError) {
        var reading = try MigratingDecoder().reading(Value.self, from: stored) { nil }
        reading.isOlderForm = true
        return reading
      } catch {
        throw failure
      }
    }
  }
}
