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
