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

extension SettingCoding {
  /// Types that cannot be stored end here, so that the compiler can say what they lack.
  @available(
    *, unavailable,
    message: "a setting's type must conform to 'Codable', or to 'RawRepresentable' with a raw value that can be stored"
  )
  public static var automatic: SettingCoding { SettingCoding(scheme: RefusingScheme<Value>.self) }
}
