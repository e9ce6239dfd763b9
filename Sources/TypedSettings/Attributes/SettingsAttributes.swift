/// The metadata of a setting: typed attributes that anyone can add to.
///
/// Attributes are declared as ``SettingsAttributeKey`` describes, set with `@PrefAttr`, and read from the record:
/// `settings.$soundEnabled.section`.
public struct SettingsAttributes: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Makes attributes of which none is set.
  public init() {}

  /// The attribute of a key; the key's default value where it was not set.
  public subscript<Key: SettingsAttributeKey>(key: Key.Type) -> Key.Value {
    get {
      guard let value = values[ObjectIdentifier(key)] else { return key.defaultValue }
      return value as? Key.Value ?? key.defaultValue
    }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// The attributes with one of them set.
  ///
  /// - Parameters:
  ///   - attribute: Which one, such as `\.section`.
  ///   - value: Its value.
  /// - Returns: A copy with that attribute set.
  public func setting<Value>(_ attribute: WritableKeyPath<SettingsAttributes, Value>, to value: Value)
    -> SettingsAttributes
  {
    var copy = self
    copy[keyPath: attribute] = value
    return copy
  }
}

/// The key of an attribute that settings can carry, in the manner of SwiftUI's `EnvironmentKey`.
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

  /// What a setting answers that does not carry the attribute.
  static var defaultValue: Value { get }
}
