/// A strategy for encoding and decoding a type.
@usableFromInline
protocol CodingScheme<Value>: Sendable {
  associatedtype Value: Sendable

  /// A Boolean value that indicates whether writing a value replaces the whole stored value.
  static var replacesStoredValue: Bool { get }

  /// The description of the stored form.
  static var description: CodingDescription { get }

  /// Returns the stored form of a value.
  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue

  /// Returns the value of a stored form in the current format, or `nil` if it needs a fallback or migration.
  static func currentFormValue(of stored: SettingsValue) -> Value?

  /// Decodes a stored form and returns the value with details about the decoding.
  static func read(
    _ stored: SettingsValue, default defaultValue: Value?, collectsLeftovers: Bool
  ) throws(SettingsError) -> DecodingResult<Value>
}

/// A scheme for types that define their own stored form.
@usableFromInline
enum ConvertibleScheme<Value: SettingsValueConvertible>: CodingScheme {
  @usableFromInline static var replacesStoredValue: Bool { true }
  @usableFromInline static var description: CodingDescription { .native(Value.self) }

  @usableFromInline
  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue {
    let stored = value.settingsValue
    try stored.checkLimits()
    return stored
  }

  @usableFromInline
  static func currentFormValue(of stored: SettingsValue) -> Value? {
    nilOnFailure { try Value(settingsValue: stored) }
  }

  @usableFromInline
  static func read(
    _ stored: SettingsValue, default defaultValue: Value?, collectsLeftovers: Bool
  ) throws(SettingsError) -> DecodingResult<Value> {
    do throws(SettingsError) { return DecodingResult(try Value(settingsValue: stored)) } catch {
      guard let type = Value.self as? any Decodable.Type, let value = olderValue(type, stored) else { throw error }
      var result = DecodingResult(value)
      result.isOlderForm = true
      return result
    }
  }

  /// Decodes an older form, or the form that the type had while it was only `Codable`.
  ///
  /// Doesn't fall back to the default, because then even a dictionary with none of the type's properties would decode.
  private static func olderValue<Form: Decodable>(_ type: Form.Type, _ stored: SettingsValue) -> Value? {
    nilOnFailure { try MigratingDecoder().decodingResult(type, from: stored) { nil }.value as? Value }
  }
}

/// A scheme for types that are stored by their `Codable` conformance.
@usableFromInline
enum CodableScheme<Value: Codable & Sendable>: CodingScheme {
  @usableFromInline static var replacesStoredValue: Bool { false }
  @usableFromInline static var description: CodingDescription { .codable(Value.self) }

  @usableFromInline
  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue { try MigratingEncoder().encode(value) }

  @usableFromInline
  static func currentFormValue(of stored: SettingsValue) -> Value? {
    MigratingDecoder().currentFormValue(Value.self, from: stored)
  }

  @usableFromInline
  static func read(
    _ stored: SettingsValue, default defaultValue: Value?, collectsLeftovers: Bool
  ) throws(SettingsError) -> DecodingResult<Value> {
    try MigratingDecoder().decodingResult(
      Value.self, from: stored, default: defaultValue, collectsLeftovers: collectsLeftovers)
  }
}

/// A scheme for types that can't be stored, which the compiler rejects before the scheme is used.
enum RefusingScheme<Value: Sendable>: CodingScheme {
  static var replacesStoredValue: Bool { true }
  static var description: CodingDescription { .opaque }

  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue {
    throw SettingsError(
      .unencodable, found: "a value of the type '\(Value.self)'", advice: "make the type conform to 'Codable'")
  }

  static func currentFormValue(of stored: SettingsValue) -> Value? { nil }

  static func read(
    _ stored: SettingsValue, default defaultValue: Value?, collectsLeftovers: Bool
  ) throws(SettingsError) -> DecodingResult<Value> {
    throw .undecodable(stored, as: Value.self)
  }
}
