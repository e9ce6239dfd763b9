/// Types stored as their raw value.
@usableFromInline
enum RawValueScheme<Value: RawRepresentable & Sendable>: CodingScheme where Value.RawValue: SettingsValueConvertible {
  @usableFromInline static var isPlain: Bool { true }

  @usableFromInline
  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue {
    let stored = value.rawValue.settingsValue
    try stored.checkLimits()
    return stored
  }

  @usableFromInline
  static func presentValue(of stored: SettingsValue) -> Value? {
    do throws(SettingsError) { return Value(rawValue: try Value.RawValue(settingsValue: stored)) } catch { return nil }
  }

  @usableFromInline
  static func read(
    _ stored: SettingsValue, default defaultValue: Value?, looksForLeftovers: Bool
  ) throws(SettingsError) -> Reading<Value> {
    do throws(SettingsError) {
      if let value = Value(rawValue: try Value.RawValue(settingsValue: stored)) { return Reading(value) }
    } catch {
      if let older = olderValue(stored) {
        var reading = Reading(older)
        reading.isOlderForm = true
        return reading
      }
      // Without a list of the cases, the kind that the raw value needs says more.
      throw Value.self is any CaseIterable.Type ? .refused(stored, by: Value.self) : error
    }
    throw .refused(stored, by: Value.self)
  }

  private static func olderValue(_ stored: SettingsValue) -> Value? {
    guard let scalar = Value.RawValue.self as? any ScalarForm.Type,
      let rawValue = stored.olderScalar(scalar, depth: 0) as? Value.RawValue
    else { return nil }
    return Value(rawValue: rawValue)
  }
}
