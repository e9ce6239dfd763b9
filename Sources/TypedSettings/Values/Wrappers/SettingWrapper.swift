/// A property wrapper that a setting, or a property of an observable class, can have its behaviour from.
///
/// A property that a macro turns into a computed one cannot carry a property wrapper. Named in the macro instead, the
/// wrapper does its work all the same:
///
/// ```swift
/// @SettingsGroup(domain: "com.example.player")
/// final class PlayerSettings {
///   @Pref(wrapper: Clamped<Int>.self, config: 0...100) var percent: Int = 150     // reads 100
/// }
/// ```
///
/// An existing property wrapper joins with one conformance:
///
/// ```swift
/// @propertyWrapper
/// struct Uppercased {
///   var wrappedValue: String
/// }
///
/// extension Uppercased: SettingWrapper {
///   static func makeWrapper(from value: String, config: Void) -> Uppercased {
///     Uppercased(wrappedValue: value.uppercased())
///   }
/// }
/// ```
public protocol SettingWrapper<WrappedValue> {
  /// The type of the property.
  associatedtype WrappedValue

  /// What a wrapper is made with beside the value, such as the bounds of ``Clamped``; nothing where it is left out.
  associatedtype Config = Void

  /// The value after the wrapper has done its work.
  var wrappedValue: WrappedValue { get set }

  /// Whether a setting with the wrapper is kept in memory and never stored; `false` where it is left out.
  static var isTransient: Bool { get }

  /// Makes the wrapper of a value.
  ///
  /// It runs for every value on its way in. Made from a value that a wrapper of the same `config` has let out, it must
  /// let out the same again.
  ///
  /// - Parameters:
  ///   - value: The value that was assigned, that an edit in place has made, or that a store holds.
  ///   - config: What the declaration says after `config:`.
  /// - Returns: The wrapper, whose ``wrappedValue`` is the value to use.
  static func makeWrapper(from value: WrappedValue, config: Config) -> Self
}

extension SettingWrapper {
  /// Says that settings with the wrapper are stored.
  public static var isTransient: Bool { false }
}

extension SettingWrapper where Config == Void {
  /// Makes the wrapper of a value.
  ///
  /// - Parameter value: The value.
  /// - Returns: The wrapper, whose ``wrappedValue`` is the value to use.
  public static func makeWrapper(from value: WrappedValue) -> Self { makeWrapper(from: value, config: ()) }
}
