/// The metadata of a setting: an extensible collection of typed attributes.
///
/// Declare attributes with ``SettingsAttributeKey``, set them with `@PrefAttr`, and read them from the record, as in
/// `settings.$soundEnabled.section`.
public struct SettingsAttributes: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Creates a collection without attributes.
  public init() {}

  /// The attribute for a key, or the key's default value if the attribute isn't set.
  public subscript<Key: SettingsAttributeKey>(key: Key.Type) -> Key.Value {
    get {
      guard let value = values[ObjectIdentifier(key)] else { return key.defaultValue }
      return value as? Key.Value ?? key.defaultValue
    }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// Returns a copy with one attribute set.
  ///
  /// - Parameters:
  ///   - attribute: The key path of the attribute, such as `\.section`.
  ///   - value: The value of the attribute.
  /// - Returns: A copy with the attribute set.
  public func setting<Value>(_ attribute: WritableKeyPath<SettingsAttributes, Value>, to value: Value)
    -> SettingsAttributes
  {
    var copy = self
    copy[keyPath: attribute] = value
    return copy
  }
}

/// A key for an attribute of settings, similar to SwiftUI's `EnvironmentKey`.
///
/// ```swift
/// private struct IconKey: SettingsAttributeKey {
///   static var defaultValue: String? { nil }
/// }
///
/// extension SettingsAttributes {
///   var icon: String? {
///     get { self[IconKey.self] }
///     set { self[IconKey.self] = newValue }
///   }
/// }
/// ```
public protocol SettingsAttributeKey {
  /// The type of the attribute.
  associatedtype Value: Sendable

  /// The value for settings that don't set the attribute.
  static var defaultValue: Value { get }
}
