/// Encodes any `Encodable` value as a ``SettingsValue`` tree that a person can read.
///
/// A keyed container becomes a dictionary, an unkeyed one an array, and scalars, `Date` and `Data` keep their native kind.
/// `URL`, `UUID`, `Decimal` and whole numbers beyond 64 bits become text. The elements of a set have a canonical order,
/// so that equal sets have equal forms. A property that is `nil` becomes ``SettingsValue/null``, because one that is left
/// out has the default's value when it is read again.
public struct MigratingEncoder: Sendable {
  /// What the encoded types find in their encoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Makes an encoder.
  public init() {}

  /// The stored form of a value.
  ///
  /// - Parameter value: What to encode.
  /// - Returns: The tree.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/unencodable`` when the value's own code throws,
  ///   ``SettingsError/Code/tooDeep`` when it nests deeper than ``SettingsValue/maximumDepth``, or
  ///   ``SettingsError/Code/tooLarge`` when it is larger than ``SettingsValue/maximumCount`` or
  ///   ``SettingsValue/maximumLength`` allow.
  public func encode(_ value: some Encodable) throws(SettingsError) -> SettingsValue {
    let session = EncodingSession(userInfo: userInfo)
    defer { session.end() }
    let root = ValueEncoder(session: session)
    do { try root.encodeHere(value) } catch { throw SettingsError.unencodable(error) }
    let stored = root.finish()
    if let failure = session.failure { throw failure }
    return stored
  }
}

extension SettingsError {
  /// Whatever a type threw while it was encoded.
  static func unencodable(_ error: any Error) -> SettingsError {
    if let error = error as? SettingsError { return error }
    var path: [any CodingKey] = []
    if case EncodingError.invalidValue(_, let context)? = error as? EncodingError { path = context.codingPath }
    return SettingsError(
      .unencodable, codingPath: path.map { TreeStep($0).nameInErrors },
      found: "a value whose encoding threw '\(type(of: error))'", advice: "nothing was written; see 'underlying'",
      underlying: error)
  }
}
