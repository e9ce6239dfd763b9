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
