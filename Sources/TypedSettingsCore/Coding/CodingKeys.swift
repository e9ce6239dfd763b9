/// The coding key of an element of an array.
struct ElementKey: CodingKey {
  let index: Int

  var stringValue: String { String(index) }
  var intValue: Int? { index }

  init(_ index: Int) { self.index = index }
  init?(stringValue: String) { return nil }
  init?(intValue: Int) { self.init(intValue) }
}

/// The coding key of an entry of a dictionary that is stored under the raw values of its keys.
struct RawKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { return nil }
}

/// The coding key under which a superclass is encoded beside the properties of its subclass.
enum SuperclassKey: String, CodingKey {
  case `super`
}

extension CodingKey {
  /// A Boolean value that indicates whether the key type accepts any string, as a dictionary's keys do.
  static var acceptsAnyText: Bool { Self(stringValue: "\u{0}\u{0}") != nil }
}

/// A type-erased optional that provides its wrapped type and its `nil`.
package protocol OptionalValue {
  static var wrappedType: Any.Type { get }
  static var absentValue: Any { get }

  /// Returns the `nil` of this type as a value of the same type, which is known by another name.
  static func absentValue<Value>(as type: Value.Type) -> Value?
}

extension Optional: OptionalValue {
  package static var wrappedType: Any.Type { Wrapped.self }
  package static var absentValue: Any { (nil as Self) as Any }

  package static func absentValue<Value>(as type: Value.Type) -> Value? {
    // A cast by way of `Any` would wrap the `nil` once more.
    let absent: Self = nil
    return absent as? Value
  }
}

/// A type-erased optional.
protocol OptionalForm {
  /// Returns whether a value is `nil` at the outer level.
  static func isNil(_ value: Any) -> Bool
}

extension Optional: OptionalForm {
  static func isNil(_ value: Any) -> Bool { (value as? Self).map { $0 == nil } ?? true }
}

/// A type-erased optional of an optional.
protocol NestedOptional: OptionalForm {
  /// Decodes the inner optional from a value that isn't `nil` at the outer level.
  static func decodeInner(from place: ValueDecoder) throws -> Self
}

extension Optional: NestedOptional where Wrapped: OptionalForm & Decodable {
  static func decodeInner(from place: ValueDecoder) throws -> Self { .some(try place.decode(Wrapped.self)) }
}
