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
