/// A scheme for types that are stored as their raw value.
@usableFromInline
enum RawValueScheme<Value: RawRepresentable & Sendable>: CodingScheme where Value.RawValue: SettingsValueConvertible {
  @usableFromInline static var replacesStoredValue: Bool { true }
  @usableFromInline static var description: CodingDescription { .native(Value.RawValue.self) }

  @usableFromInline
  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue { try value.rawValue.checkedForm() }

  @usableFromInline
  static func currentFormValue(of stored: SettingsValue) -> Value? {
    nilOnFailure { () throws(SettingsError) in Value(rawValue: try Value.RawValue.decoded(from: stored)) }
  }

  @usableFromInline
  static func read(
    _ stored: SettingsValue, default defaultValue: Value?, collectsLeftovers: Bool
  ) throws(SettingsError) -> DecodingResult<Value> {
    do throws(SettingsError) {
      if let value = Value(rawValue: try Value.RawValue.decoded(from: stored)) { return DecodingResult(value) }
    } catch {
      if let older = olderValue(stored) {
        var result = DecodingResult(older)
        result.isOlderForm = true
        return result
      }
      // If the cases can't be listed, the error with the expected kind of the raw value is more helpful.
      throw Value.self is any CaseIterable.Type ? .refused(stored, by: Value.self) : error
    }
    throw .refused(stored, by: Value.self)
  }

  @usableFromInline
  static func typedValue(of input: TypedInput, default defaultValue: Value?) throws(SettingsError) -> Value {
    guard let value = Value(rawValue: try Value.RawValue(typed: input)) else {
      throw .refused(input.root, by: Value.self)
    }
    return value
  }

  private static func olderValue(_ stored: SettingsValue) -> Value? {
    let rawValue: Value.RawValue? =
      if let scalar = Value.RawValue.self as? any ScalarForm.Type {
        stored.olderScalar(scalar, depth: 0) as? Value.RawValue
      } else if let type = Value.RawValue.self as? any Decodable.Type {
        olderRawValue(type, stored)
      } else {
        nil
      }
    return rawValue.flatMap { Value(rawValue: $0) }
  }

  /// Decodes an older form of a raw value with several parts, such as an array of dates in a JSON file.
  private static func olderRawValue<Form: Decodable>(_ type: Form.Type, _ stored: SettingsValue) -> Value.RawValue? {
    nilOnFailure { try MigratingDecoder().decodingResult(type, from: stored) { nil }.value as? Value.RawValue }
  }
}

/// A scheme for types that are stored as the `Codable` form of their raw value.
@usableFromInline
enum CodableRawValueScheme<Value: RawRepresentable & Sendable>: FormScheme where Value.RawValue: Codable {
  @usableFromInline static func form(of value: Value) -> __RawValueForm<Value> { __RawValueForm(value) }
  @usableFromInline static func value(of form: __RawValueForm<Value>) -> Value { form.value }
}

/// A scheme for containers of types with a raw value.
@usableFromInline
enum RawValueContainerScheme<Value: __RawValueContainer & Sendable>: FormScheme {
  @usableFromInline static func form(of value: Value) -> Value.TypedSettingsForm { value.__typedSettingsForm }
  @usableFromInline static func value(of form: Value.TypedSettingsForm) -> Value { Value(__typedSettingsForm: form) }
}

/// A scheme for nested containers of types with a raw value.
@usableFromInline
enum NestedRawValueContainerScheme<Value: __NestedRawValueContainer & Sendable>: FormScheme {
  @usableFromInline static func form(of value: Value) -> Value.TypedSettingsNestedForm {
    value.__typedSettingsNestedForm
  }
  @usableFromInline static func value(of form: Value.TypedSettingsNestedForm) -> Value {
    Value(__typedSettingsNestedForm: form)
  }
}

/// A scheme for dictionaries whose keys have a raw value.
@usableFromInline
enum RawKeyedScheme<Value: __RawKeyedDictionary & Sendable>: FormScheme {
  @usableFromInline static func form(of value: Value) -> Value.TypedSettingsKeyedForm {
    value.__typedSettingsKeyedForm
  }
  @usableFromInline static func value(of form: Value.TypedSettingsKeyedForm) -> Value {
    Value(__typedSettingsKeyedForm: form)
  }
}

/// A scheme for types that are stored as another type that is `Codable`.
@usableFromInline
protocol FormScheme: CodingScheme {
  associatedtype Form: Codable

  static func form(of value: Value) -> Form
  static func value(of form: Form) -> Value
}

extension FormScheme {
  @usableFromInline static var replacesStoredValue: Bool { false }
  @usableFromInline static var description: CodingDescription { .codable(Form.self) }

  @usableFromInline
  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue {
    try MigratingEncoder().encode(form(of: value))
  }

  @usableFromInline
  static func encode(_ value: Value, recording places: UnorderedPlaces) throws(SettingsError) -> SettingsValue {
    try MigratingEncoder().encode(form(of: value), recording: places)
  }

  @usableFromInline
  static func currentFormValue(of stored: SettingsValue) -> Value? {
    MigratingDecoder().currentFormValue(Form.self, from: stored).map(value).flatMap {
      ListedCases.contain($0) ? $0 : nil
    }
  }

  @usableFromInline
  static func read(
    _ stored: SettingsValue, default defaultValue: Value?, collectsLeftovers: Bool
  ) throws(SettingsError) -> DecodingResult<Value> {
    let result = try MigratingDecoder().decodingResult(
      Form.self, from: stored, default: defaultValue.map(form), collectsLeftovers: collectsLeftovers)
    let value = Self.value(of: result.value)
    guard ListedCases.contain(value) else { throw .refused(stored, by: Value.self) }
    return result.with(value)
  }

  @usableFromInline
  static func typedValue(of input: TypedInput, default defaultValue: Value?) throws(SettingsError) -> Value {
    let form = try MigratingDecoder().typedValue(Form.self, of: input) {
      nilOnFailure { () throws(SettingsError) in try defaultValue.map(encode) }
    }
    return value(of: form)
  }
}
