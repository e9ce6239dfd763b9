/// How the values of a setting become stored values and back.
///
/// `automatic` picks the right way for the type: its native form if it is a ``SettingsValueConvertible``, its raw
/// value if it is `RawRepresentable`, and otherwise its `Codable` form, in which a struct becomes a dictionary of named
/// values.
public struct SettingCoding<Value: Sendable>: Sendable {
  /// The type that does the work; a metatype, so that a record stays small and nothing is allocated for it.
  @usableFromInline let scheme: any CodingScheme<Value>.Type

  @inlinable
  init(scheme: any CodingScheme<Value>.Type) { self.scheme = scheme }

  /// The stored form of a value.
  ///
  /// - Parameter value: What to encode.
  /// - Returns: The stored form.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/unencodable`` or ``SettingsError/Code/tooDeep``.
  @inlinable
  public func encode(_ value: Value) throws(SettingsError) -> SettingsValue { try scheme.encode(value) }

  /// The value of a stored form.
  ///
  /// - Parameter stored: What a store holds.
  /// - Returns: The value.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/undecodable`` when `stored` is not a value of the type.
  @inlinable
  public func decode(_ stored: SettingsValue) throws(SettingsError) -> Value { try scheme.decode(stored) }
}
