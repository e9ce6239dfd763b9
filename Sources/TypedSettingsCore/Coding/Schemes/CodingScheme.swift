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

  /// Returns the stored form of a value that is assigned.
  ///
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalid`` if the type doesn't list the value.
  static func encodeAssigned(_ value: Value) throws(SettingsError) -> SettingsValue

  /// Returns the stored form of a value, and records the places of arrays whose order has no meaning.
  static func encode(_ value: Value, recording places: UnorderedPlaces) throws(SettingsError) -> SettingsValue

  /// Returns the value of a stored form in the current format, or `nil` if it needs a fallback or migration.
  static func currentFormValue(of stored: SettingsValue) -> Value?

  /// Decodes a stored form and returns the value with details about the decoding.
  static func read(
    _ stored: SettingsValue, default defaultValue: Value?, collectsLeftovers: Bool
  ) throws(SettingsError) -> DecodingResult<Value>

  /// Returns the value that a user typed; missing properties are taken from the default.
  static func typedValue(of input: TypedInput, default defaultValue: Value?) throws(SettingsError) -> Value
}

extension CodingScheme {
  /// Returns the stored form of a value.
  @usableFromInline
  static func encodeAssigned(_ value: Value) throws(SettingsError) -> SettingsValue { try encode(value) }
}

extension CodingScheme {
  /// Returns the stored form of a value, in which the order of all arrays has a meaning.
  @usableFromInline
  static func encode(_ value: Value, recording places: UnorderedPlaces) throws(SettingsError) -> SettingsValue {
    try encode(value)
  }
}

/// A scheme for types that define their own stored form.
@usableFromInline
enum ConvertibleScheme<Value: SettingsValueConvertible>: CodingScheme {
  @usableFromInline static var replacesStoredValue: Bool { true }
  @usableFromInline static var description: CodingDescription { .native(Value.self) }

  @usableFromInline
  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue { try value.checkedForm() }

  // The default implementation would take a noticeable part of a write.
  @usableFromInline
  static func encodeAssigned(_ value: Value) throws(SettingsError) -> SettingsValue { try value.checkedForm() }

  @usableFromInline
  static func currentFormValue(of stored: SettingsValue) -> Value? {
    // A closure would take a tenth of the time that a number needs.
    do throws(SettingsError) { return try Value.decoded(from: stored) } catch { return nil }
  }

  @usableFromInline
  static func read(
    _ stored: SettingsValue, default defaultValue: Value?, collectsLeftovers: Bool
  ) throws(SettingsError) -> DecodingResult<Value> {
    do throws(SettingsError) { return DecodingResult(try Value.decoded(from: stored)) } catch {
      guard let type = Value.self as? any Decodable.Type, let value = olderValue(type, stored) else { throw error }
      var result = DecodingResult(value)
      result.isOlderForm = true
      return result
    }
  }

  @usableFromInline
  static func typedValue(of input: TypedInput, default defaultValue: Value?) throws(SettingsError) -> Value {
    try Value(typed: input)
  }

  /// Decodes an older form, or the form that the type had while it was only `Codable`.
  ///
  /// Doesn't fall back to the default, because then even a dictionary with none of the type's properties would decode.
  private static func olderValue<Form: Decodable>(_ type: Form.Type, _ stored: SettingsValue) -> Value? {
    nilOnFailure { try MigratingDecoder().decodingResult(type, from: stored) { nil }.value as? Value }
  }
}

extension SettingsValueConvertible {
  /// Returns the stored form, in which a part of a kind that a format may lack has a tag unless the type is standard.
  ///
  /// - Throws: ``SettingsError`` if the form exceeds the limits.
  @inline(__always)
  func checkedForm() throws(SettingsError) -> SettingsValue {
    let stored = settingsValue
    // The checks take a noticeable part of a write, and most values are numbers, which pass them.
    return stored.hasOneForm ? stored : try stored.checkedForm(ofStandardType: Self.__isStandard)
  }

  /// Returns the value of a stored form, in any of the forms that a format may contain.
  @inline(__always)
  static func decoded(from stored: SettingsValue) throws(SettingsError) -> Self {
    // Asking the type first would take a fifth of the time that a number needs.
    if stored.hasOneForm || Self.__isStandard { return try Self(settingsValue: stored) }
    return try stored.decoded { value throws(SettingsError) in try Self(settingsValue: value) }.value
  }
}

extension SettingsValue {
  /// A Boolean value that indicates whether every format and type has the same form for the value.
  @inline(__always)
  fileprivate var hasOneForm: Bool {
    switch self {
    case .null, .bool, .integer, .unsigned: true
    case .double, .string, .data, .date, .array, .dictionary: false
    }
  }

  /// Returns the stored form of a value whose type is standard or not, after checking its limits.
  @inline(never)
  fileprivate func checkedForm(ofStandardType isStandard: Bool) throws(SettingsError) -> SettingsValue {
    try checkLimits()
    return !mayNeedCanonicalization || isStandard ? self : try checkedKindTags()
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
  static func encode(_ value: Value, recording places: UnorderedPlaces) throws(SettingsError) -> SettingsValue {
    try MigratingEncoder().encode(value, recording: places)
  }

  @usableFromInline
  static func currentFormValue(of stored: SettingsValue) -> Value? {
    MigratingDecoder().currentFormValue(Value.self, from: stored).flatMap { ListedCases.contain($0) ? $0 : nil }
  }

  @usableFromInline
  static func read(
    _ stored: SettingsValue, default defaultValue: Value?, collectsLeftovers: Bool
  ) throws(SettingsError) -> DecodingResult<Value> {
    let result = try MigratingDecoder().decodingResult(
      Value.self, from: stored, default: defaultValue, collectsLeftovers: collectsLeftovers)
    guard ListedCases.contain(result.value) else { throw .refused(stored, by: Value.self) }
    return result
  }

  @usableFromInline
  static func typedValue(of input: TypedInput, default defaultValue: Value?) throws(SettingsError) -> Value {
    try MigratingDecoder().typedValue(Value.self, of: input) {
      nilOnFailure { () throws(SettingsError) in try defaultValue.map(encode) }
    }
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

  static func typedValue(of input: TypedInput, default defaultValue: Value?) throws(SettingsError) -> Value {
    throw .undecodable(input.root, as: Value.self)
  }
}
