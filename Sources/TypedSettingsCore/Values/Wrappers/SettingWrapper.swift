/// A property wrapper that can be applied to a setting or to a property of an observable class.
///
/// A property that a macro turns into a computed property can't have a property wrapper. Pass the wrapper to the macro
/// instead:
///
/// ```swift
/// @SettingsGroup(domain: "com.example.player")
/// final class PlayerSettings {
///   @Pref(wrapper: Clamped<Int>.self, config: 0...100) var percent: Int = 150     // reads 100
/// }
/// ```
///
/// To use an existing property wrapper, add a conformance:
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

  /// The type of the wrapper's configuration, such as the bounds of ``Clamped``; `Void` by default.
  associatedtype Config = Void

  /// The value after the wrapper has processed it.
  var wrappedValue: WrappedValue { get set }

  /// A Boolean value that indicates whether a setting with the wrapper is kept in memory and never stored.
  ///
  /// The default implementation returns `false`.
  static var isTransient: Bool { get }

  /// Creates a wrapper with a value.
  ///
  /// This method is called for every value that is assigned or read from the store. It must be idempotent: given the
  /// ``wrappedValue`` of a wrapper with the same `config`, it must return a wrapper with the same value.
  ///
  /// - Parameters:
  ///   - value: The value that was assigned, modified in place, or read from a store.
  ///   - config: The argument for `config:` in the declaration.
  /// - Returns: A wrapper whose ``wrappedValue`` is the value to use.
  static func makeWrapper(from value: WrappedValue, config: Config) -> Self
}

extension SettingWrapper {
  /// Returns `false`.
  public static var isTransient: Bool { false }
}

extension SettingWrapper where Config == Void {
  /// Creates a wrapper with a value.
  ///
  /// - Parameter value: The value.
  /// - Returns: A wrapper whose ``wrappedValue`` is the value to use.
  public static func makeWrapper(from value: WrappedValue) -> Self { makeWrapper(from: value, config: ()) }
}

/// A setting wrapper with a mutable projected value.
///
/// To access the projection, declare the setting with `projected: true`:
///
/// ```swift
/// /// A fraction with a percentage as its projection.
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
  /// The type of the projection; the wrapper itself by default.
  associatedtype ProjectedValue = Self

  /// The projection of the value. Assigning it changes ``SettingWrapper/wrappedValue``.
  var projectedValue: ProjectedValue { get set }
}

extension ProjectingSettingWrapper where ProjectedValue == Self {
  /// The wrapper itself.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }
}

/// A setting wrapper with a read-only projected value.
///
/// To access the projection, mark a property of an `@Observable` class as `@ObservedWrapper` with `projected: true`:
///
/// ```swift
/// /// A string with its word count as the projection.
/// struct Counted: ReadOnlyProjectingSettingWrapper {
///   var wrappedValue: String
///   var projectedValue: Int { wrappedValue.split(separator: " ").count }
///
///   static func makeWrapper(from value: String, config: Void) -> Counted { Counted(wrappedValue: value) }
/// }
/// ```
///
/// For a projection that can also be assigned, conform to ``ProjectingSettingWrapper`` instead.
public protocol ReadOnlyProjectingSettingWrapper<WrappedValue>: SettingWrapper {
  /// The type of the projection.
  associatedtype ProjectedValue

  /// The projection of the value.
  var projectedValue: ProjectedValue { get }
}
