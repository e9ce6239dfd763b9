/// Types stored as the `Codable` form of their raw value.
@usableFromInline
enum CodableRawValueScheme<Value: RawRepresentable & Sendable>: FormScheme where Value.RawValue: Codable {
  @usableFromInline static func form(of value: Value) -> __RawValueForm<Value> { __RawValueForm(value) }
  @usableFromInline static func value(of form: __RawValueForm<Value>) -> Value { form.value }
}

/// Containers of types with a raw value.
@usableFromInline
enum RawValueContainerScheme<Value: __RawValueContainer & Sendable>: FormScheme {
  @usableFromInline static func form(of value: Value) -> Value.TypedSettingsForm { value.typedSettingsForm }
  @usableFromInline static func value(of form: Value.TypedSettingsForm) -> Value { Value(typedSettingsForm: form) }
}

/// Containers of containers of types with a raw value.
@usableFromInline
enum NestedRawValueContainerScheme<Value: __NestedRawValueContainer & Sendable>: FormScheme {
  @usableFromInline static func form(of value: Value) -> Value.TypedSettingsNestedForm { value.typedSettingsNestedForm }
  @usableFromInline static func value(of form: Value.TypedSettingsNestedForm) -> Value {
    Value(typedSettingsNestedForm: form)
  }
}

/// Dictionaries by types with a raw value.
@usableFromInline
enum RawKeyedScheme<Value: __RawKeyedDictionary & Sendable>: FormScheme {
  @usableFromInline static func form(of value: Value) -> Value.TypedSettingsKeyedForm { value.typedSettingsKeyedForm }
  @usableFromInline static func value(of form: Value.TypedSettingsKeyedForm) -> Value {
    Value(typedSettingsKeyedForm: form)
  }
}

/// Types stored as another type that is `Codable`.
@usableFromInline
protocol FormScheme: CodingScheme {
  associatedtype Form: Codable

  static func form(of value: Value) -> Form
  static func value(of form: Form) -> Value
}

extension FormScheme {
  @usableFromInline static var isPlain: Bool { false }

  @usableFromInline
  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue {
    try MigratingEncoder().encode(form(of: value))
  }

  @usableFromInline
  static func presentValue(of stored: SettingsValue) -> Value? {
    MigratingDecoder().presentValue(Form.self, from: stored).map(value)
  }

  @usableFromInline
  static func read(
    _ stored: SettingsValue, default defaultValue: Value?, looksForLeftovers: Bool
  ) throws(SettingsError) -> Reading<Value> {
    let reading = try MigratingDecoder().reading(
      Form.self, from: stored, default: defaultValue.map(form), looksForLeftovers: looksForLeftovers)
    return reading.with(value(of: reading.value))
  }
}
