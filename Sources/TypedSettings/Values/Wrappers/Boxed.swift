/// A large value in a place of its own, which copies of the wrapper share until one of them is changed.
///
/// An object that holds the value directly grows by all of its fields; with the wrapper it grows by one reference. The
/// record of a setting has its value in such a place already.
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
  /// Always of one element: an array has its place on the heap, shares it among copies, and is `Sendable` if they are.
  private var place: [Value]

  /// Makes a wrapper of a value.
  public init(wrappedValue: Value) { place = [wrappedValue] }

  /// The value; an edit in place copies it only while another copy of the wrapper shares it.
  public var wrappedValue: Value {
    get { place[0] }
    set { place[0] = newValue }
    _modify { yield &place[0] }
  }

  /// Makes the wrapper of a value.
  public static func makeWrapper(from value: Value, config: Void) -> Boxed { Boxed(wrappedValue: value) }
}

extension Boxed: Sendable where Value: Sendable {}
