// One overload for each combination of the three protocols: a type that has several would be ambiguous without the
// more constrained ones. The native form goes before the raw value, and that before Codable.

extension SettingCoding where Value: SettingsValueConvertible {
  /// The native form of the type.
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: ConvertibleScheme<Value>.self) }
}

extension SettingCoding where Value: SettingsValueConvertible & Codable {
  /// The native form of the type.
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: ConvertibleScheme<Value>.self) }
}

extension SettingCoding
where Value: SettingsValueConvertible & RawRepresentable, Value.RawValue: SettingsValueConvertible {
  /// The native form of the type.
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: ConvertibleScheme<Value>.self) }
}

extension SettingCoding
where Value: SettingsValueConvertible & RawRepresentable & Codable, Value.RawValue: SettingsValueConvertible {
  /// The native form of the type.
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: ConvertibleScheme<Value>.self) }
}

extension SettingCoding where Value: Codable {
  /// The `Codable` form of the type.
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: CodableScheme<Value>.self) }
}

extension SettingCoding where Value: RawRepresentable, Value.RawValue: SettingsValueConvertible {
  /// The raw value of the type.
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: RawValueScheme<Value>.self) }
}

extension SettingCoding where Value: RawRepresentable & Codable, Value.RawValue: SettingsValueConvertible {
  /// The raw value of the type.
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: RawValueScheme<Value>.self) }
}

// The forms of types that are neither of the three. They are disfavored, so that a type that is also one of the three,
// such as an array of `Codable` types with a raw value, keeps its form.

extension SettingCoding where Value: RawRepresentable, Value.RawValue: Codable {
  /// The `Codable` form of the raw value.
  @_disfavoredOverload
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: CodableRawValueScheme<Value>.self) }
}

extension SettingCoding where Value: __RawValueContainer {
  /// The raw values of the elements.
  @_disfavoredOverload
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: RawValueContainerScheme<Value>.self) }
}

extension SettingCoding where Value: __NestedRawValueContainer {
  /// The raw values of the elements.
  @_disfavoredOverload
  @inlinable public static var automatic: SettingCoding {
    SettingCoding(scheme: NestedRawValueContainerScheme<Value>.self)
  }
}

extension SettingCoding where Value: __RawKeyedDictionary {
  /// The `Codable` forms of the values, under the raw values of the keys.
  @_disfavoredOverload
  @inlinable public static var automatic: SettingCoding { SettingCoding(scheme: RawKeyedScheme<Value>.self) }
}

extension SettingCoding {
  /// Types that cannot be stored end here, so that the compiler can say what they lack.
  @available(
    *, unavailable,
    message: "a setting's type must conform to 'Codable', or to 'RawRepresentable' with a raw value that can be stored"
  )
  public static var automatic: SettingCoding { SettingCoding(scheme: RefusingScheme<Value>.self) }
}

extension SettingsValue {
  /// The stored form that a value has by its type alone; `nil` if it has none.
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
