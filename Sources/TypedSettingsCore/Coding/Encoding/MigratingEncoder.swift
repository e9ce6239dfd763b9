/// An encoder that encodes any `Encodable` value as a human-readable tree of ``SettingsValue``.
///
/// A keyed container becomes a dictionary, and an unkeyed container becomes an array. Scalars, `Date`, and `Data` keep
/// their native kind. `URL`, `UUID`, `Decimal`, and integers beyond 64 bits become strings. The elements of a set are
/// sorted canonically, so that equal sets have equal stored forms. A property that is `nil` becomes
/// ``SettingsValue/null``, because an omitted property would be decoded as its default.
///
/// In an `encode(to:)` method of your own, pass a set to a container, such as `encoder.singleValueContainer()`. The
/// encoder doesn't recognize the set in `set.encode(to: encoder)`, so its elements aren't sorted then.
public struct MigratingEncoder: Sendable {
  /// The contextual information that encoded types can access in the encoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates an encoder.
  public init() {}

  /// Encodes a value.
  ///
  /// - Parameter value: The value to encode.
  /// - Returns: The stored form of the value.
  /// - Throws: ``SettingsError`` with the code ``SettingsError/Code/unencodable`` if the value's `encode(to:)` method
  ///   throws, ``SettingsError/Code/tooDeep`` if the value is nested deeper than ``SettingsValue/maximumDepth``, or
  ///   ``SettingsError/Code/tooLarge`` if it exceeds ``SettingsValue/maximumCount`` or
  ///   ``SettingsValue/maximumLength``.
  public func encode(_ value: some Encodable) throws(SettingsError) -> SettingsValue {
    try encode(value, recording: nil)
  }

  /// Encodes a value, and records the places of arrays whose order has no meaning.
  func encode(
    _ value: some Encodable, recording places: UnorderedPlaces?
  ) throws(SettingsError) -> SettingsValue {
    let root = ValueEncoder(userInfo: userInfo, recording: places)
    do { try root.encodeValue(value) } catch {
      root.releaseNodes()
      throw SettingsError.unencodable(error, at: root.session.failedPath ?? [])
    }
    let stored = root.finish()
    root.releaseNodes()
    if let failure = root.session.failure { throw failure }
    return stored
  }
}

extension SettingsError {
  /// Converts an error that a type threw while it was encoded into a settings error.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - failedPath: The path of the innermost value whose type threw.
  /// - Returns: The error with the path that it names, or else with `failedPath`.
  static func unencodable(_ error: any Error, at failedPath: [String] = []) -> SettingsError {
    if let error = error as? SettingsError {
      return error.codingPath.isEmpty ? error.replacing(codingPath: failedPath) : error
    }
    var path: [String] = []
    if case EncodingError.invalidValue(_, let context)? = error as? EncodingError {
      path = context.codingPath.map { TreeStep($0).nameInErrors }
    }
    // A type may rethrow the error of another encoder, whose path doesn't lead to the type.
    return SettingsError(
      .unencodable, codingPath: path.starts(with: failedPath) ? path : failedPath,
      found: "a value whose encoding threw '\(type(of: error))'", advice: "nothing was written; see 'underlying'",
      underlying: error)
  }
}
