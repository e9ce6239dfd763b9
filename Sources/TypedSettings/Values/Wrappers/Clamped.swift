/// A property wrapper that clamps its value to a range.
///
/// ```swift
/// @SettingsGroup(domain: "com.example.player")
/// final class PlayerSettings {
///   @Pref(wrapper: Clamped<Int>.self, config: 0...100) var percent: Int = 150     // reads 100
/// }
/// ```
///
/// Unordered values, such as a floating-point NaN, are neither below nor above the bounds and remain unchanged.
@propertyWrapper
public struct Clamped<Value: Comparable>: ProjectingSettingWrapper {
  /// The inclusive bounds of the value.
  public let bounds: ClosedRange<Value>

  private var value: Value

  /// Creates a wrapper with a value and its bounds.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value, which is clamped to the bounds.
  ///   - bounds: The inclusive bounds.
  public init(wrappedValue: Value, _ bounds: ClosedRange<Value>) {
    self.bounds = bounds
    value = wrappedValue.clamped(to: bounds)
  }

  /// The value; an assigned value is clamped to the bounds.
  public var wrappedValue: Value {
    get { value }
    set { value = newValue.clamped(to: bounds) }
  }

  /// Creates a wrapper with a value and its bounds.
  public static func makeWrapper(from value: Value, config: ClosedRange<Value>) -> Clamped {
    Clamped(wrappedValue: value, config)
  }
}

extension Clamped: Sendable where Value: Sendable {}

extension Comparable {
  /// Returns the value, or the nearest bound if the value is outside the range.
  fileprivate func clamped(to bounds: ClosedRange<Self>) -> Self {
    if self < bounds.lowerBound { return bounds.lowerBound }
    return self > bounds.upperBound ? bounds.upperBound : self
  }
}
