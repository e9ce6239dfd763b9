import Testing
import TypedSettings

/// A `Codable` type, with one of its values and the stored form of that value.
struct CodableShape: Sendable, CustomTestStringConvertible {
  let testDescription: String

  /// The expected stored form, if the row checks it.
  let stored: SettingsValue?

  /// Encodes the value.
  let encode: @Sendable () throws -> SettingsValue

  /// Returns whether the encoded value decodes to the value.
  let comesBack: @Sendable () throws -> Bool

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - name: The purpose of the row.
  ///   - value: The value to store.
  ///   - stored: The expected stored form.
  ///   - result: The decoded value, if the type doesn't round-trip.
  ///   - areSame: Returns whether two values are the same.
  init<Value: Codable & Sendable>(
    _ name: String, _ value: Value, stored: SettingsValue? = nil, comesBackAs result: Value? = nil,
    by areSame: @escaping @Sendable (Value, Value) -> Bool
  ) {
    testDescription = name
    self.stored = stored
    encode = { try MigratingEncoder().encode(value) }
    comesBack = {
      let stored = try MigratingEncoder().encode(value)
      return areSame(try MigratingDecoder().decode(Value.self, from: stored), result ?? value)
    }
  }

  /// Creates a row of an `Equatable` type.
  init<Value: Codable & Equatable & Sendable>(
    _ name: String, _ value: Value, stored: SettingsValue? = nil, comesBackAs result: Value? = nil
  ) {
    self.init(name, value, stored: stored, comesBackAs: result, by: ==)
  }

  static let all =
    integers + floatingPoint + texts + natives + structures + optionals + keys + collections + enumerations
    + recursive + classes + handwritten + dynamic + foreign
}

/// A value in a struct, where its coding takes a different path than at the root.
struct Boxed<Content: Codable & Sendable>: Codable, Sendable {
  var content: Content
}

extension Boxed: Equatable where Content: Equatable {}
