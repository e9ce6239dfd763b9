/// A value that is kept in memory and never stored.
///
/// The setting is observed and reset like any other, and all instances of its group on one store share the value; it
/// ends with the process. No store gets it, no export has it, and no import changes it.
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

  /// Makes a wrapper of a value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Says that settings with the wrapper are not stored.
  public static var isTransient: Bool { true }

  /// Makes the wrapper of a value.
  public static func makeWrapper(from value: Value, config: Void) -> Transient { Transient(wrappedValue: value) }
}

extension Transient: Sendable where Value: Sendable {}
