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

/// A wrapper that shows its value in a second way, which can be read and written.
///
/// A declaration that says `projected: true` gives access to it:
///
/// ```swift
/// /// A share of the whole, which is shown in percent.
/// struct Share: ProjectingSettingWrapper {
///   var wrappedValue: Double
///   var projectedValue: Int {
///     get { Int((wrappedValue * 100).rounded()) }
///     set { wrappedValue = Double(newValue) / 100 }
///   }
///
///   static func makeWrapper(from value: Double, config: Void) -> Share { Share(wrappedValue: value) }
/// }
///
/// @SettingsGroup(domain: "com.example.player")
/// final class PlayerSettings {
///   @Pref(wrapper: Share.self, projected: true) var volume = 0.5
/// }
///
/// let settings = PlayerSettings.testSettings()
/// settings.$volume.projection = 75
/// print(settings.volume)       // 0.75
/// ```
public protocol ProjectingSettingWrapper<WrappedValue>: SettingWrapper {
  /// The type of the second way.
  associatedtype ProjectedValue = Self

  /// The value seen in the second way. Assigning it changes ``SettingWrapper/wrappedValue``.
  var projectedValue: ProjectedValue { get set }
}

extension ProjectingSettingWrapper where ProjectedValue == Self {
  /// The wrapper itself.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }
}

/// A wrapper that shows its value in a second way, which can only be read.
///
/// A property of an `@Observable` class that is marked `@ObservedWrapper` with `projected: true` gives access to it:
///
/// ```swift
/// /// A text with the number of its words.
/// struct Counted: ReadOnlyProjectingSettingWrapper {
///   var wrappedValue: String
///   var projectedValue: Int { wrappedValue.split(separator: " ").count }
///
///   static func makeWrapper(from value: String, config: Void) -> Counted { Counted(wrappedValue: value) }
/// }
/// ```
///
/// A wrapper whose projection can also be assigned conforms to ``ProjectingSettingWrapper`` instead.
public protocol ReadOnlyProjectingSettingWrapper<WrappedValue>: SettingWrapper {
  /// The type of the projection.
  associatedtype ProjectedValue

  /// The value seen in the second way.
  var projectedValue: ProjectedValue { get }
}
