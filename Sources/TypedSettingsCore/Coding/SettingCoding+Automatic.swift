// There is one overload for each combination of the three protocols; without the more constrained ones, a type that
// conforms to several would be ambiguous. The native form takes precedence over the raw value, and the raw value over
// `Codable`.

extension SettingCoding where Value: SettingsValueConvertible {
  /// A coding that uses the native form of the type.
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: ConvertibleScheme<Value>.self) }
}

extension SettingCoding where Value: SettingsValueConvertible & Codable {
  /// A coding that uses the native form of the type.
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: ConvertibleScheme<Value>.self) }
}

extension SettingCoding
where Value: SettingsValueConvertible & RawRepresentable, Value.RawValue: SettingsValueConvertible {
  /// A coding that uses the native form of the type.
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: ConvertibleScheme<Value>.self) }
}

extension SettingCoding
where Value: SettingsValueConvertible & RawRepresentable & Codable, Value.RawValue: SettingsValueConvertible {
  /// A coding that uses the native form of the type.
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: ConvertibleScheme<Value>.self) }
}

extension SettingCoding where Value: Codable {
  /// A coding that uses the `Codable` form of the type.
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: CodableScheme<Value>.self) }
}

extension SettingCoding where Value: RawRepresentable, Value.RawValue: SettingsValueConvertible {
  /// A coding that uses the raw value of the type.
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: RawValueScheme<Value>.self) }
}

extension SettingCoding where Value: RawRepresentable & Codable, Value.RawValue: SettingsValueConvertible {
  /// A coding that uses the raw value of the type.
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: RawValueScheme<Value>.self) }
}

// These overloads serve types that conform to none of the three protocols. They are disfavored so that a type that does
// conform, such as an array of `Codable` elements with raw values, keeps its form.

extension SettingCoding where Value: RawRepresentable, Value.RawValue: Codable {
  /// A coding that uses the `Codable` form of the raw value.
  @_disfavoredOverload
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: CodableRawValueScheme<Value>.self) }
}

extension SettingCoding where Value: __RawValueContainer {
  /// A coding that uses the raw values of the elements.
  @_disfavoredOverload
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: RawValueContainerScheme<Value>.self) }
}

extension SettingCoding where Value: __NestedRawValueContainer {
  /// A coding that uses the raw values of the elements.
  @_disfavoredOverload
  @inlinable public static var automatic: SettingCoding {
    SettingCoding(scheme: NestedRawValueContainerScheme<Value>.self)
  }
}

extension SettingCoding where Value: __RawKeyedDictionary {
  /// A coding that stores the `Codable` forms of the values under the raw values of the keys.
  @_disfavoredOverload
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: RawKeyedScheme<Value>.self) }
}

extension SettingCoding {
  /// A placeholder for types that can't be stored, so that the compiler can report the missing conformance.
  @available(
    *, unavailable,
    message: """
      a setting's type must conform to 'Codable', or to 'RawRepresentable' with a raw value that can be stored; add \
      ': String' to an enumeration, or ': Codable' to another type
      """
  )
  public static var automatic: SettingCoding { SettingCoding(scheme: RefusingScheme<Value>.self) }
}

extension SettingsValue {
  /// Creates the stored form of a value based on its type alone; `nil` if it has none.
  init?(automatic value: some Any) {
    do throws(SettingsError) {
      switch value {
      case let value as any SettingsValueConvertible: self = value.settingsValue
      case let value as any RawRepresentable:
        guard let raw = SettingsValue(automatic: value.rawValue) else { return nil }
        self = raw
      case let value as any Encodable: self = try MigratingEncoder().encode(value)
      default: return nil
      }
    } catch {
      return nil
    }
  }
}
