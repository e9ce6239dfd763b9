/// A value that stays between two bounds: one outside becomes the nearer bound.
///
/// ```swift
/// @SettingsGroup(domain: "com.example.player")
/// final class PlayerSettings {
///   @Pref(wrapper: Clamped<Int>.self, config: 0...100) var percent: Int = 150     // reads 100
/// }
/// ```
///
/// What cannot be compared, such as the "not a number" of floating point, is neither below nor above and stays.
@propertyWrapper
public struct Clamped<Value: Comparable>: ProjectingSettingWrapper {
  /// The bounds, both of which belong to the values.
  public let bounds: ClosedRange<Value>

  private var value: Value

  /// Makes a wrapper.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value; one outside the bounds becomes the nearer bound.
  ///   - bounds: The bounds.
  public init(wrappedValue: Value, _ bounds: ClosedRange<Value>) {
    self.bounds = bounds
    value = wrappedValue.clamped(to: bounds)
  }

  /// The value; assigning one outside the bounds assigns the nearer bound.
  public var wrappedValue: Value {
    get { value }
    set { value = newValue.clamped(to: bounds) }
  }

  /// Makes the wrapper of a value.
  public static func makeWrapper(from value: Value, config: ClosedRange<Value>) -> Clamped {
    Clamped(wrappedValue: value, config)
  }
}

extension Clamped: Sendable where Value: Sendable {}

extension Comparable {
  /// The value, or the nearer of two bounds if it is outside of them.
  func clamped(to bounds: ClosedRange<Self>) -> Self {
    if self < bounds.lowerBound { return bounds.lowerBound }
    return self > bounds.upperBound ? bounds.upperBound : self
  }
}
