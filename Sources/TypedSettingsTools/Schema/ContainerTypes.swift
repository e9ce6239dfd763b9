internal import TypedSettings

// Type-erased views of generic types, with which the parts of a type can be found without a value of it.

/// A type whose values may be absent.
protocol OptionalType {
  static var wrappedType: Any.Type { get }
  static var none: Any { get }
}

extension Optional: OptionalType {
  static var wrappedType: Any.Type { Wrapped.self }
  static var none: Any { (nil as Self) as Any }
}

/// A collection of elements that is stored as an array.
protocol ListType {
  static var elementType: Any.Type { get }
  static var empty: Any { get }
}

extension Array: ListType {
  static var elementType: Any.Type { Element.self }
  static var empty: Any { [] as [Element] }
}

extension Set: ListType {
  static var elementType: Any.Type { Element.self }
  static var empty: Any { [] as Set<Element> }
}

/// A dictionary.
protocol MapType {
  static var keyType: Any.Type { get }
  static var elementType: Any.Type { get }
  static var empty: Any { get }
}

extension Dictionary: MapType {
  static var keyType: Any.Type { Key.self }
  static var elementType: Any.Type { Value.self }
  static var empty: Any { [:] as [Key: Value] }
}

extension __RawKeyedValues: MapType {
  static var keyType: Any.Type { String.self }
  static var elementType: Any.Type { Value.self }
  static var empty: Any { [:] as [Key: Value] }
}

/// A type that is stored as its raw value.
protocol RawType {
  static var rawType: Any.Type { get }
  static var representedType: Any.Type { get }
}

extension __RawValueForm: RawType {
  static var rawType: Any.Type { Value.RawValue.self }
  static var representedType: Any.Type { Value.self }
}

extension RawRepresentable {
  /// The type of the raw values.
  static var rawType: Any.Type { RawValue.self }
}

extension CaseIterable {
  /// The stored forms of the cases, or `nil` if one has none or isn't a scalar.
  static func storedCases(asRawValues: Bool) -> [SettingsValue]? {
    var forms: [SettingsValue] = []
    for value in allCases.prefix(1_000) {
      let form: SettingsValue?
      if asRawValues {
        form = ((value as? any RawRepresentable)?.rawValue as? any SettingsValueConvertible)?.settingsValue
      } else {
        form = (value as? any Encodable).flatMap(Self.encoded)
      }
      guard let form, form.isScalar else { return nil }
      forms.append(form)
    }
    return forms
  }

  private static func encoded(_ value: any Encodable) -> SettingsValue? {
    do throws(SettingsError) { return try MigratingEncoder().encode(value) } catch { return nil }
  }
}

extension SettingsValue {
  /// A Boolean value that indicates whether the value is neither an array nor a dictionary.
  var isScalar: Bool {
    switch self {
    case .array, .dictionary: false
    case .null, .bool, .integer, .unsigned, .double, .string, .data, .date: true
    }
  }
}
