/// A coding that is made of functions.
@usableFromInline
final class CustomCoding<Value: Sendable>: Sendable {
  typealias Read = @Sendable (SettingsValue, Value?, _ looksForLeftovers: Bool) throws(SettingsError) -> Reading<Value>
  typealias Form =
    @Sendable (Value, SettingsValue, Value, _ keepsEverything: Bool) throws(SettingsError) -> StoredForm

  private let encodeFunction: @Sendable (Value) throws(SettingsError) -> SettingsValue
  let read: Read
  let form: Form
  private let strictFunction: (@Sendable (SettingsValue) -> Value?)?

  /// What the coding is made of, if it is one with rules.
  let ruled: RuledCoding<Value>?

  /// Makes a coding.
  ///
  /// - Parameters:
  ///   - encode: The stored form of a value.
  ///   - read: What a stored form is read as, given the default if there is one.
  ///   - form: The stored form of a value, given what is stored and the default.
  ///   - strict: The value of a stored form of today's; where it is left out, what `read` reads of no older form.
  ///   - ruled: What the coding is made of, if it is one with rules.
  init(
    encode: @escaping @Sendable (Value) throws(SettingsError) -> SettingsValue, read: @escaping Read,
    form: @escaping Form, strict: (@Sendable (SettingsValue) -> Value?)? = nil, ruled: RuledCoding<Value>? = nil
  ) {
    encodeFunction = encode
    self.read = read
    self.form = form
    strictFunction = strict
    self.ruled = ruled
  }

  @usableFromInline var hasRules: Bool { ruled != nil }

  @usableFromInline
  func encode(_ value: Value) throws(SettingsError) -> SettingsValue { try encodeFunction(value) }

  /// The value of a stored form of today's; `nil` if it is an older one, or none.
  func strictValue(of stored: SettingsValue) -> Value? {
    if let strictFunction { return strictFunction(stored) }
    do throws(SettingsError) {
      let reading = try read(stored, nil, true)
      return reading.issues.isEmpty && !reading.isOlderForm && !reading.isChangedByRules ? reading.value : nil
    } catch {
      return nil
    }
  }
}

/// Makes one type of another and back.
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
