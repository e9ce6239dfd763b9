/// A way to encode one type, as a type of its own.
@usableFromInline
protocol CodingScheme<Value>: Sendable {
  associatedtype Value: Sendable

  /// Whether a value replaces a stored one as a whole, whatever that was.
  static var isPlain: Bool { get }

  /// The stored form of a value.
  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue

  /// The value of a stored form of today's; `nil` if there is more to reading it.
  static func presentValue(of stored: SettingsValue) -> Value?

  /// What a stored form is read as.
  static func read(
    _ stored: SettingsValue, default defaultValue: Value?, looksForLeftovers: Bool
  ) throws(SettingsError) -> Reading<Value>
}

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
