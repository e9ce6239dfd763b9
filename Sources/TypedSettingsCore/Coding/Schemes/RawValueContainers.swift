// swift-format-ignore-file: AlwaysUseLowerCamelCase

// Containers of types that have a raw value and aren't necessarily `Codable`. If the elements are `Codable` or
// convertible themselves, `SettingCoding.automatic` prefers those forms.
//
// There are two protocols because a type can conform to a protocol under only one condition. An optional of a type with
// a raw value and an optional of an array of such types are different conditions.

/// A container of types with a raw value, such as `Theme?`, `[Theme]`, `Set<Theme>`, or `[String: Theme]`.
///
/// - Warning: This protocol exists only for the overloads of ``SettingCoding/automatic``; don't conform to it.
public protocol __RawValueContainer {
  /// The type of the container with raw values instead of the elements.
  associatedtype TypedSettingsForm: Codable

  /// The raw values.
  var __typedSettingsForm: TypedSettingsForm { get }

  /// Creates the container from raw values.
  init(__typedSettingsForm form: TypedSettingsForm)
}

/// A nested container of types with a raw value, such as `[Theme]?`, `[[Theme]]`, `[Theme?]`, or `[String: [Theme]]`.
///
/// - Warning: This protocol exists only for the overloads of ``SettingCoding/automatic``; don't conform to it.
public protocol __NestedRawValueContainer {
  /// The type of the container with raw values instead of the innermost elements.
  associatedtype TypedSettingsNestedForm: Codable

  /// The raw values.
  var __typedSettingsNestedForm: TypedSettingsNestedForm { get }

  /// Creates the container from raw values.
  init(__typedSettingsNestedForm form: TypedSettingsNestedForm)
}

/// A dictionary whose keys have a raw value, such as `[Theme: Int]`.
///
/// - Warning: This protocol exists only for the overloads of ``SettingCoding/automatic``; don't conform to it.
public protocol __RawKeyedDictionary {
  /// A type that stores the dictionary's values under the raw values of the keys.
  associatedtype TypedSettingsKeyedForm: Codable

  /// The values, keyed by the raw values of the keys.
  var __typedSettingsKeyedForm: TypedSettingsKeyedForm { get }

  /// Creates the dictionary from values under raw values.
  init(__typedSettingsKeyedForm form: TypedSettingsKeyedForm)
}

extension Optional: __RawValueContainer where Wrapped: RawRepresentable, Wrapped.RawValue: Codable {
  /// The raw values.
  public var __typedSettingsForm: __RawValueForm<Wrapped>? { map { __RawValueForm($0) } }
  /// Creates the container from raw values.
  public init(__typedSettingsForm form: __RawValueForm<Wrapped>?) { self = form?.value }
}

extension Array: __RawValueContainer where Element: RawRepresentable, Element.RawValue: Codable {
  /// The raw values.
  public var __typedSettingsForm: [__RawValueForm<Element>] { map { __RawValueForm($0) } }
  /// Creates the container from raw values.
  public init(__typedSettingsForm form: [__RawValueForm<Element>]) { self = form.map(\.value) }
}

extension Set: __RawValueContainer where Element: RawRepresentable, Element.RawValue: Codable {
  /// The raw values.
  public var __typedSettingsForm: Set<__RawValueForm<Element>> {
    Set<__RawValueForm<Element>>(map { __RawValueForm($0) })
  }
  /// Creates the container from raw values.
  public init(__typedSettingsForm form: Set<__RawValueForm<Element>>) { self = Set(form.map(\.value)) }
}

extension Dictionary: __RawValueContainer where Key == String, Value: RawRepresentable, Value.RawValue: Codable {
  /// The raw values.
  public var __typedSettingsForm: [String: __RawValueForm<Value>] { mapValues { __RawValueForm($0) } }
  /// Creates the container from raw values.
  public init(__typedSettingsForm form: [String: __RawValueForm<Value>]) { self = form.mapValues(\.value) }
}

extension Optional: __NestedRawValueContainer where Wrapped: __RawValueContainer {
  /// The raw values.
  public var __typedSettingsNestedForm: Wrapped.TypedSettingsForm? { map(\.__typedSettingsForm) }
  /// Creates the container from raw values.
  public init(__typedSettingsNestedForm form: Wrapped.TypedSettingsForm?) { self = form.map(Wrapped.init) }
}

extension Array: __NestedRawValueContainer where Element: __RawValueContainer {
  /// The raw values.
  public var __typedSettingsNestedForm: [Element.TypedSettingsForm] { map(\.__typedSettingsForm) }
  /// Creates the container from raw values.
  public init(__typedSettingsNestedForm form: [Element.TypedSettingsForm]) { self = form.map(Element.init) }
}

extension Dictionary: __NestedRawValueContainer where Key == String, Value: __RawValueContainer {
  /// The raw values.
  public var __typedSettingsNestedForm: [String: Value.TypedSettingsForm] { mapValues(\.__typedSettingsForm) }
  /// Creates the container from raw values.
  public init(__typedSettingsNestedForm form: [String: Value.TypedSettingsForm]) { self = form.mapValues(Value.init) }
}

extension Dictionary: __RawKeyedDictionary
where Key: RawRepresentable, Key.RawValue: LosslessStringConvertible, Value: Codable {
  /// The raw values.
  public var __typedSettingsKeyedForm: __RawKeyedValues<Key, Value> { __RawKeyedValues(self) }
  /// Creates the container from raw values.
  public init(__typedSettingsKeyedForm form: __RawKeyedValues<Key, Value>) { self = form.values }
}
