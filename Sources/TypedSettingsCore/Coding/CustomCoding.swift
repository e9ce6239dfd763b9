/// A coding that consists of closures.
@usableFromInline
final class CustomCoding<Value: Sendable>: Sendable {
  typealias Read =
    @Sendable (SettingsValue, Value?, _ collectsLeftovers: Bool) throws(SettingsError) -> DecodingResult<Value>
  typealias Form =
    @Sendable (Value, SettingsValue, Value, _ keepsDiscardedProperties: Bool) throws(SettingsError) -> StoredForm

  typealias Recording = @Sendable (Value, UnorderedPlaces) throws(SettingsError) -> SettingsValue

  private let encodeFunction: @Sendable (Value) throws(SettingsError) -> SettingsValue
  let read: Read
  let form: Form
  private let strictFunction: (@Sendable (SettingsValue) -> Value?)?
  private let recordingFunction: Recording?

  /// The description of the stored form.
  let description: CodingDescription

  /// The functions for typed values, or `nil` if the stored form is known only to the other functions.
  let typed: TypedCoding<Value>?

  /// Creates a coding.
  ///
  /// - Parameters:
  ///   - encode: Returns the stored form of a value.
  ///   - read: Decodes a stored value, given the default if there is one.
  ///   - form: Returns the stored form of a value, given the stored value and the default.
  ///   - strict: Decodes a stored value in the current form. If omitted, the coding uses `read` and rejects older
  ///     forms.
  ///   - recording: Returns the stored form of a value, and records the places of arrays whose order has no meaning. If
  ///     omitted, there are none.
  ///   - description: The description of the stored form.
  ///   - typed: The functions for values that a user types.
  init(
    encode: @escaping @Sendable (Value) throws(SettingsError) -> SettingsValue, read: @escaping Read,
    form: @escaping Form, strict: (@Sendable (SettingsValue) -> Value?)? = nil, recording: Recording? = nil,
    description: CodingDescription = .opaque, typed: TypedCoding<Value>? = nil
  ) {
    encodeFunction = encode
    self.read = read
    self.form = form
    strictFunction = strict
    recordingFunction = recording
    self.description = description
    self.typed = typed
  }

  /// Returns the same coding with another description.
  func described(as description: CodingDescription) -> CustomCoding {
    CustomCoding(
      encode: encodeFunction, read: read, form: form, strict: strictFunction, recording: recordingFunction,
      description: description, typed: typed)
  }

  /// Returns the same coding with functions for typed values.
  func typed(by typed: TypedCoding<Value>) -> CustomCoding {
    CustomCoding(
      encode: encodeFunction, read: read, form: form, strict: strictFunction, recording: recordingFunction,
      description: description, typed: typed)
  }

  @usableFromInline
  func encode(_ value: Value) throws(SettingsError) -> SettingsValue { try encodeFunction(value) }

  func encode(_ value: Value, recording places: UnorderedPlaces) throws(SettingsError) -> SettingsValue {
    if let recordingFunction { return try recordingFunction(value, places) }
    return try encode(value)
  }

  /// Returns the value of a stored value in the current form; `nil` if it has an older form or can't be decoded.
  func strictValue(of stored: SettingsValue) -> Value? {
    if let strictFunction { return strictFunction(stored) }
    do throws(SettingsError) {
      let result = try read(stored, nil, true)
      return result.issues.isEmpty && !result.isOlderForm ? result.value : nil
    } catch {
      return nil
    }
  }
}

/// A pair of functions that converts a type to another type and back.
struct CodingConversion<Value: Sendable, Other: Sendable>: Sendable {
  let encode: @Sendable (Value) throws -> Other
  let decode: @Sendable (Other) throws -> Value

  func encoded(_ value: Value) throws(SettingsError) -> Other {
    do { return try encode(value) } catch { throw .unencodable(error) }
  }

  func encodedOrNil(_ value: Value) -> Other? {
    do throws(SettingsError) { return try encoded(value) } catch { return nil }
  }

  func decoded(_ other: Other, of stored: SettingsValue) throws(SettingsError) -> Value {
    do { return try decode(other) } catch { throw DecodingProblem(error, in: stored, failedPath: nil).error }
  }

  func decodedOrNil(_ other: Other) -> Value? {
    do { return try decode(other) } catch { return nil }
  }

  func decodedOrNil(_ other: Other, of stored: SettingsValue) -> Value? {
    do throws(SettingsError) { return try decoded(other, of: stored) } catch { return nil }
  }
}
