import Testing
import TypedSettings

/// A type that `Codable` allows, with one of its values and the form that the value is stored in.
struct CodableShape: Sendable, CustomTestStringConvertible {
  let testDescription: String

  /// The stored form, where it says something.
  let stored: SettingsValue?

  /// Encodes the value.
  let encode: @Sendable () throws -> SettingsValue

  /// Whether what the value was encoded as decodes to the value.
  let comesBack: @Sendable () throws -> Bool

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - name: What is special about the type.
  ///   - value: The value to store.
  ///   - stored: The form to expect.
  ///   - result: What the value comes back as, where its type cannot keep it whole.
  ///   - areSame: Whether two values are the same.
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

  /// Makes a row of a type that can be compared.
  init<Value: Codable & Equatable & Sendable>(
    _ name: String, _ value: Value, stored: SettingsValue? = nil, comesBackAs result: Value? = nil
  ) {
    self.init(name, value, stored: stored, comesBackAs: result, by: ==)
  }

  static let all =
    integers + floatingPoint + texts + natives + structures + optionals + keys + collections + enumerations
    + recursive + classes + handwritten + dynamic + foreign
}

/// A value in a struct, where it takes another way than at the root.
struct Boxed<Content: Codable & Sendable>: Codable, Sendable {
  var content: Content
}

extension Boxed: Equatable where Content: Equatable {}
