/// A decoder that decodes any `Codable` type from a tree of ``SettingsValue``, including trees from earlier versions of
/// the type.
///
/// If you pass a default, any property that is missing or can't be decoded falls back to the default's property.
///
/// If a value can't be decoded, the decoder tries these older forms:
///
/// - JSON or a property list in data, and JSON in a string
/// - Numbers and Boolean values as strings, and the reverse
/// - The name of a case for the case, and the reverse
/// - A single value for an array with one element
/// - An ISO 8601 string or the seconds since 2001 for a `Date`
/// - A base64 string for `Data`
public struct MigratingDecoder: Sendable {
  /// A strategy for elements of an array, set, or dictionary that can't be decoded.
  public enum UndecodableElements: Hashable, Sendable {
    /// The decoding of the collection fails, and the collection falls back to the default.
    case failContainer
    /// The element is omitted and reported, and the other elements are decoded.
    ///
    /// A value has at most 32 reports; the last one states the number of the others.
    case drop
  }

  /// The contextual information that decoded types can access in the decoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// The input if a user typed the value; `nil` if it's stored.
  var typedInput: TypedInput?

  /// The strategy for elements that can't be decoded.
  public var undecodableElements = UndecodableElements.failContainer

  /// Creates a decoder.
  public init() {}

  /// Decodes a value from its stored form.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - stored: The stored form.
  /// - Returns: The value. Dropped elements are reported to ``SettingsDiagnostics``.
  /// - Throws: ``SettingsError`` with the code ``SettingsError/Code/undecodable`` and the coding path of the failure,
  ///   or ``SettingsError/Code/tooDeep`` or ``SettingsError/Code/tooLarge`` if `stored` exceeds the limits of a value.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from stored: SettingsValue
  ) throws(SettingsError) -> Value {
    if let value = currentFormValue(type, from: stored) { return value }
    return reported(try decodingResult(type, from: stored) { nil })
  }

  /// Decodes a value from its stored form, falling back to a default.
  ///
  /// ```swift
  /// let scores = try MigratingDecoder().decode([String: Int].self, from: ["anna": 3], default: [:])
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - stored: The stored form.
  ///   - defaultValue: The value whose properties replace those that are missing or can't be decoded. If nothing can be
  ///     decoded, the method returns this value. Each fallback is reported once to ``SettingsDiagnostics``.
  /// - Returns: The value.
  /// - Throws: The same errors as ``decode(_:from:)`` if `defaultValue` is `nil`.
  public func decode<Value: Codable>(
    _ type: Value.Type, from stored: SettingsValue, default defaultValue: Value?
  ) throws(SettingsError) -> Value {
    if let value = currentFormValue(type, from: stored) { return value }
    do throws(SettingsError) {
      return reported(try decodingResult(type, from: stored, default: defaultValue, collectsLeftovers: false))
    } catch {
      guard let defaultValue else { throw error }
      SettingsDiagnostics.report(error)
      return defaultValue
    }
  }

  /// Decodes a value that needs no fallback or migration, or returns `nil`.
  func currentFormValue<Value: Decodable>(_ type: Value.Type, from stored: SettingsValue) -> Value? {
    let session = DecodingSession(userInfo: userInfo, typedInput: typedInput)
    return nilOnFailure {
      let value = try ValueDecoder(stored, session: session).decode(type)
      return session.absences.isEmpty && session.repeatedNames.isEmpty ? value : nil
    }
  }

  /// Decodes a value, falling back to the default if there is one, and returns it with details about the decoding.
  func decodingResult<Value: Codable>(
    _ type: Value.Type, from stored: SettingsValue, default defaultValue: Value?, collectsLeftovers: Bool
  ) throws(SettingsError) -> DecodingResult<Value> {
    try decodingResult(type, from: stored, collectsLeftovers: collectsLeftovers, encode: encodedOrNil) {
      defaultValue.flatMap(encodedOrNil)
    }
  }

  /// Decodes a value and returns it with details about the decoding.
  func decodingResult<Value: Decodable>(
    _ type: Value.Type, from stored: SettingsValue, collectsLeftovers: Bool = false,
    encode: (Value) -> SettingsValue? = { _ in nil }, encodedDefault: () -> SettingsValue?
  ) throws(SettingsError) -> DecodingResult<Value> {
    try withoutActuallyEscaping(encodedDefault) { encodedDefault throws(SettingsError) in
      try withoutActuallyEscaping(encode) { encode throws(SettingsError) in
        try TolerantDecoding(
          stored: stored, userInfo: userInfo, typedInput: typedInput, dropsElements: undecodableElements == .drop,
          collectsLeftovers: collectsLeftovers, decode: { try $0.decode(type) }, encode: encode,
          encodedDefault: encodedDefault
        ).read()
      }
    }
  }

  private func encodedOrNil(_ value: some Encodable) -> SettingsValue? {
    var encoder = MigratingEncoder()
    encoder.userInfo = userInfo
    return nilOnFailure { try encoder.encode(value) }
  }

  private func reported<Value>(_ result: DecodingResult<Value>) -> Value {
    for issue in result.issues { SettingsDiagnostics.report(issue) }
    return result.value
  }
}
