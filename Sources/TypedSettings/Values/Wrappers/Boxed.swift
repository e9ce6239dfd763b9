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
  private final class Place {
    var value: Value

    init(_ value: Value) { self.value = value }
  }

  private var place: Place

  /// Makes a wrapper of a value.
  public init(wrappedValue: Value) { place = Place(wrappedValue) }

  /// The value; an edit in place copies it only while another copy of the wrapper shares it.
  public var wrappedValue: Value {
    get { place.value }
    set {
      if isKnownUniquelyReferenced(&place) { place.value = newValue } else { place = Place(newValue) }
    }
    _modify {
      if !isKnownUniquelyReferenced(&place) { place = Place(place.value) }
      yield &place.value
    }
  }

  /// Makes the wrapper of a value.
  public static func makeWrapper(from value: Value, config: Void) -> Boxed { Boxed(wrappedValue: value) }
}

// `@unchecked`, because the value is in a class and can change. It changes only while one wrapper alone refers to the
// place, and a wrapper is a value, which two threads cannot change at once; a place that several refer to is only read.
extension Boxed: @unchecked Sendable where Value: Sendable {}
