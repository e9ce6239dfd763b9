/// A type with a native form in a store.
///
/// The standard scalars, `String`, `Character`, `Date`, `Data`, `URL`, `UUID`, `Decimal`, and arrays, string-keyed
/// dictionaries and optionals of those conform. Conform a type of your own to choose its stored form without `Codable`:
///
/// ```swift
/// struct Percentage: SettingsValueConvertible {
///   var value: Int
///   var settingsValue: SettingsValue { value.settingsValue }
///   init(settingsValue: SettingsValue) throws(SettingsError) {
///     value = try Int(settingsValue: settingsValue)
///   }
/// }
/// ```
public protocol SettingsValueConvertible: Sendable {
  /// The value as a store holds it.
  var settingsValue: SettingsValue { get }

  /// Reads the value from its stored form.
  ///
  /// - Throws: ``SettingsError`` with the code ``SettingsError/Code/undecodable`` when it is not one of this type.
  init(settingsValue: SettingsValue) throws(SettingsError)
}
