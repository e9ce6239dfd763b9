// The containers of types that have a raw value and need not be `Codable`. Where the elements are `Codable` or convertible
// themselves, `SettingCoding.automatic` prefers those forms.
//
// Two levels, because a type can conform to a protocol under one condition alone: an optional of a type with a raw value
// and an optional of an array of those are different conditions.

/// A container of types with a raw value: `Theme?`, `[Theme]`, `Set<Theme>`, `[String: Theme]`.
///
/// - Warning: The protocol exists for the overloads of ``SettingCoding/automatic`` alone; don't conform to it.
public protocol __RawValueContainer {
  /// The container with raw values in place of the elements.
  associatedtype TypedSettingsForm: Codable

  /// The raw values.
  var typedSettingsForm: TypedSettingsForm { get }

  /// Makes the container from raw values.
  init(typedSettingsForm form: TypedSettingsForm)
}

/// A container of such containers: `[Theme]?`, `[[Theme]]`, `[Theme?]`, `[String: [Theme]]`.
///
/// - Warning: The protocol exists for the overloads of ``SettingCoding/automatic`` alone; don't conform to it.
public protocol __NestedRawValueContainer {
  /// The container with raw values in place of the innermost elements.
  associatedtype TypedSettingsNestedForm: Codable

  /// The raw values.
  var typedSettingsNestedForm: TypedSettingsNestedForm { get }

  /// Makes the container from raw values.
  init(typedSettingsNestedForm form: TypedSettingsNestedForm)
}

/// A dictionary by types with a raw value: `[Theme: Int]`.
///
/// - Warning: The protocol exists for the overloads of ``SettingCoding/automatic`` alone; don't conform to it.
public protocol __RawKeyedDictionary {
  /// The dictionary as a type that is stored as an object under the raw values.
  associatedtype TypedSettingsKeyedForm: Codable

  /// The values under the raw values of the keys.
  var typedSettingsKeyedForm: TypedSettingsKeyedForm { get }

  /// Makes the dictionary.
  init(typedSettingsKeyedForm form: TypedSettingsKeyedForm)
}

extension Optional: __RawValueContainer where Wrapped: RawRepresentable, Wrapped.RawValue: Codable {
  /// The raw values.
  public var typedSettingsForm: __RawValueForm<Wrapped>? { map { __RawValueForm($0) } }
  /// Makes the container from raw values.
  public init(typedSettingsForm form: __RawValueForm<Wrapped>?) { self = form?.value }
}

extension Array: __RawValueContainer where Element: RawRepresentable, Element.RawValue: Codable {
  /// The raw values.
  public var typedSettingsForm: [__RawValueForm<Element>] { map { __RawValueForm($0) } }
  /// Makes the container from raw values.
  public init(typedSettingsForm form: [__RawValueForm<Element>]) { self = form.map(\.value) }
}

extension Set: __RawValueContainer where Element: RawRepresentable, Element.RawValue: Codable {
  /// The raw values.
  public var typedSettingsForm: Set<__RawValueForm<Element>> {
    Set<__RawValueForm<Element>>(map { __RawValueForm($0) })
  }
  /// Makes the container from raw values.
  public init(typedSettingsForm form: Set<__RawValueForm<Element>>) { self = Set(form.map(\.value)) }
}

extension Dictionary: __RawValueContainer where Key == String, Value: RawRepresentable, Value.RawValue: Codable {
  /// The raw values.
  public var typedSettingsForm: [String: __RawValueForm<Value>] { mapValues { __RawValueForm($0) } }
  /// Makes the container from raw values.
  public init(typedSettingsForm form: [String: __RawValueForm<Value>]) { self = form.mapValues(\.value) }
}

extension Optional: __NestedRawValueContainer where Wrapped: __RawValueContainer {
  /// The raw values.
  public var typedSettingsNestedForm: Wrapped.TypedSettingsForm? { map(\.typedSettingsForm) }
  /// Makes the container from raw values.
  public init(typedSettingsNestedForm form: Wrapped.TypedSettingsForm?) { self = form.map(Wrapped.init) }
}

extension Array: __NestedRawValueContainer where Element: __RawValueContainer {
  /// The raw values.
  public var typedSettingsNestedForm: [Element.TypedSettingsForm] { map(\.typedSettingsForm) }
  /// Makes the container from raw values.
  public init(typedSettingsNestedForm form: [Element.TypedSettingsForm]) { self = form.map(Element.init) }
}

extension Dictionary: __NestedRawValueContainer where Key == String, Value: __RawValueContainer {
  /// The raw values.
  public var typedSettingsNestedForm: [String: Value.TypedSettingsForm] { mapValues(\.typedSettingsForm) }
  /// Makes the container from raw values.
  public init(typedSettingsNestedForm form: [String: Value.TypedSettingsForm]) { self = form.mapValues(Value.init) }
}

extension Dictionary: __RawKeyedDictionary
where Key: RawRepresentable, Key.RawValue: LosslessStringConvertible, Value: Codable {
  /// The raw values.
  public var typedSettingsKeyedForm: __RawKeyedValues<Key, Value> { __RawKeyedValues(self) }
  /// Makes the container from raw values.
  public init(typedSettingsKeyedForm form: __RawKeyedValues<Key, Value>) { self = form.values }
}
