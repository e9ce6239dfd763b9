/// An optional, whatever it wraps.
protocol OptionalForm {}

extension Optional: OptionalForm {}

/// An optional of an optional.
protocol NestedOptional {
  /// Whether a value is `nil` at the outer level.
  static func isNil(_ value: Any) -> Bool

  /// Decodes the inner optional, of a value that isn't `nil` at the outer level.
  static func decodeInner(from place: ValueDecoder) throws -> Self
}

extension Optional: NestedOptional where Wrapped: OptionalForm & Decodable {
  static func isNil(_ value: Any) -> Bool { (value as? Self).map { $0 == nil } ?? true }

  static func decodeInner(from place: ValueDecoder) throws -> Self { .some(try place.decode(Wrapped.self)) }
}
