// An enumeration that conforms to `CaseIterable` has its listed cases as a rule. If its `allCases` leaves out a case,
// that case is neither assigned nor decoded.

/// A namespace for the check of values against the cases that their type lists.
enum ListedCases {
  /// Returns whether a value is `nil` or a case that its type lists, or its type lists none.
  static func contain<Value>(_ value: Value) -> Bool {
    let type = (Value.self as? any OptionalValue.Type)?.wrappedType ?? Value.self
    guard let enumeration = type as? any CaseIterable.Type else { return true }
    return contain(value, of: enumeration)
  }

  private static func contain<Case: CaseIterable>(_ value: Any, of type: Case.Type) -> Bool {
    guard let value = value as? Case, let comparable = value as? any Equatable else { return true }
    return contain(comparable, in: type.allCases)
  }

  private static func contain<Case: Equatable>(_ value: Case, in cases: some Sequence) -> Bool {
    cases.contains { $0 as? Case == value }
  }

  /// The stored forms of the cases that a type lists.
  static func forms<Case: CaseIterable>(of type: Case.Type) -> [SettingsValue] {
    type.allCases.compactMap { SettingsValue(automatic: $0) }
  }
}

/// A scheme for types that are stored as their raw value, and list their cases.
@usableFromInline
enum ListedCaseScheme<Value: RawRepresentable & CaseIterable & Sendable>: CodingScheme
where Value.RawValue: SettingsValueConvertible {
  @usableFromInline static var replacesStoredValue: Bool { true }
  @usableFromInline static var description: CodingDescription { RawValueScheme<Value>.description }

  @usableFromInline
  static func encode(_ value: Value) throws(SettingsError) -> SettingsValue { try RawValueScheme.encode(value) }

  @usableFromInline
  static func encodeAssigned(_ value: Value) throws(SettingsError) -> SettingsValue {
    let form = try RawValueScheme.encode(value)
    guard contains(value) else {
      throw .refused(SettingViolation(value: form, constraint: .choices(ListedCases.forms(of: Value.self))))
    }
    return form
  }

  @usableFromInline
  static func currentFormValue(of stored: SettingsValue) -> Value? {
    RawValueScheme.currentFormValue(of: stored).flatMap { contains($0) ? $0 : nil }
  }

  @usableFromInline
  static func read(
    _ stored: SettingsValue, default defaultValue: Value?, collectsLeftovers: Bool
  ) throws(SettingsError) -> DecodingResult<Value> {
    let result = try RawValueScheme.read(stored, default: defaultValue, collectsLeftovers: collectsLeftovers)
    guard contains(result.value) else { throw .refused(stored, by: Value.self) }
    return result
  }

  @usableFromInline
  static func typedValue(of input: TypedInput, default defaultValue: Value?) throws(SettingsError) -> Value {
    let value = try RawValueScheme<Value>.typedValue(of: input, default: defaultValue)
    guard contains(value) else { throw .refused(input.root, by: Value.self) }
    return value
  }

  /// Returns whether the type lists a case; compares raw values, because the type needn't be `Equatable`.
  private static func contains(_ value: Value) -> Bool {
    let form = value.rawValue.settingsValue
    return Value.allCases.contains { $0.rawValue.settingsValue == form }
  }
}

// These overloads are more constrained than the overloads for types that list no cases.

extension SettingCoding where Value: RawRepresentable & CaseIterable, Value.RawValue: SettingsValueConvertible {
  /// A coding that uses the raw value of the type.
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: ListedCaseScheme<Value>.self) }
}

extension SettingCoding
where Value: RawRepresentable & Codable & CaseIterable, Value.RawValue: SettingsValueConvertible {
  /// A coding that uses the raw value of the type.
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: ListedCaseScheme<Value>.self) }
}

extension SettingCoding
where Value: SettingsValueConvertible & RawRepresentable & CaseIterable, Value.RawValue: SettingsValueConvertible {
  /// A coding that uses the native form of the type.
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: ConvertibleScheme<Value>.self) }
}

extension SettingCoding
where
  Value: SettingsValueConvertible & RawRepresentable & Codable & CaseIterable,
  Value.RawValue: SettingsValueConvertible
{
  /// A coding that uses the native form of the type.
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: ConvertibleScheme<Value>.self) }
}
