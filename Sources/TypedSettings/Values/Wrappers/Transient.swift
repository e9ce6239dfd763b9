/// A property wrapper that keeps its value in memory and never stores it.
///
/// The setting can be observed and reset like any other. All instances of its group on one store share the value until
/// the process exits. The value isn't stored or exported, and imports don't change it.
///
/// ```swift
/// @SettingsGroup(domain: "com.example.player")
/// final class PlayerSettings {
///   @Pref(wrapper: Transient<String?>.self) var searchText: String? = nil
/// }
/// ```
@propertyWrapper
public struct Transient<Value>: ProjectingSettingWrapper {
  /// The value.
  public var wrappedValue: Value

  /// Creates a wrapper with a value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Returns `true`.
  public static var isTransient: Bool { true }

  /// Creates a wrapper with a value.
  public static func makeWrapper(from value: Value, config: Void) -> Transient { Transient(wrappedValue: value) }
}

extension Transient: Sendable where Value: Sendable {}
