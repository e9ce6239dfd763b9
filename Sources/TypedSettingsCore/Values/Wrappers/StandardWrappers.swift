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

  @usableFromInline var value: Value

  /// Creates a wrapper with a value and its bounds.
  ///
  /// - Parameters:
  ///   - wrappedValue: The value, which is clamped to the bounds.
  ///   - bounds: The inclusive bounds.
  @inlinable
  public init(wrappedValue: Value, _ bounds: ClosedRange<Value>) {
    self.bounds = bounds
    value = Self.nearest(to: wrappedValue, in: bounds)
  }

  /// The value; an assigned value is clamped to the bounds.
  @inlinable public var wrappedValue: Value {
    get { value }
    set { value = Self.nearest(to: newValue, in: bounds) }
  }

  /// Creates a wrapper with a value and its bounds.
  @inlinable
  public static func makeWrapper(from value: Value, config: ClosedRange<Value>) -> Clamped {
    Clamped(wrappedValue: value, config)
  }

  /// Returns the value, or the nearest bound if the value is outside the range.
  @inlinable
  static func nearest(to value: Value, in bounds: ClosedRange<Value>) -> Value {
    if value < bounds.lowerBound { return bounds.lowerBound }
    return value > bounds.upperBound ? bounds.upperBound : value
  }
}

extension Clamped: Sendable where Value: Sendable {}

/// A property wrapper that removes leading and trailing Unicode whitespace from a string.
///
/// ```swift
/// @SettingsGroup(domain: "com.example.player")
/// final class PlayerSettings {
///   @Pref(wrapper: Trimmed.self) var title = ""      // "  Intro\n" becomes "Intro"
/// }
/// ```
@propertyWrapper
public struct Trimmed: ProjectingSettingWrapper, Sendable {
  private var text: String

  /// Creates a wrapper with a string and removes its leading and trailing whitespace.
  public init(wrappedValue: String) { text = Self.trimmed(wrappedValue) }

  /// The string; leading and trailing whitespace is removed on assignment.
  public var wrappedValue: String {
    get { text }
    set { text = Self.trimmed(newValue) }
  }

  /// Creates a wrapper with a string.
  public static func makeWrapper(from value: String, config: Void) -> Trimmed { Trimmed(wrappedValue: value) }

  private static func trimmed(_ text: String) -> String {
    guard text.first?.isWhitespace == true || text.last?.isWhitespace == true else { return text }
    let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
    return String(text[..<end].drop(while: \.isWhitespace))
  }
}

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

/// A property wrapper that stores a large value on the heap with copy-on-write semantics.
///
/// An object that stores the value directly contains all of its fields; with this wrapper, it contains one reference.
/// The record of a setting already stores its value this way.
///
/// ```swift
/// @Observable
/// final class Editor {
///   @ObservedWrapper(Boxed<[Int]>.self)
///   @ObservationIgnored
///   var samples: [Int] = []
/// }
/// ```
@propertyWrapper
public struct Boxed<Value>: ProjectingSettingWrapper {
  /// An array of exactly one element, which provides copy-on-write heap storage and conditional `Sendable` conformance.
  private var storage: [Value]

  /// Creates a wrapper with a value.
  public init(wrappedValue: Value) { storage = [wrappedValue] }

  /// The value; modifying it in place copies it only if another copy of the wrapper shares it.
  public var wrappedValue: Value {
    get { storage[0] }
    set { storage[0] = newValue }
    _modify { yield &storage[0] }
  }

  /// Creates a wrapper with a value.
  public static func makeWrapper(from value: Value, config: Void) -> Boxed { Boxed(wrappedValue: value) }
}

extension Boxed: Sendable where Value: Sendable {}
