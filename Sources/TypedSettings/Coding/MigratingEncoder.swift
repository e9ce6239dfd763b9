/// Encodes any `Encodable` value as a ``SettingsValue`` tree that a person can read.
///
/// A keyed container becomes a dictionary, an unkeyed one an array, and scalars, `Date`, `Data`, `URL` and `UUID` keep
/// their native kind.
public struct MigratingEncoder: Sendable {
  /// What the encoded types find in their encoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Makes an encoder.
  public init() {}

  /// The stored form of a value.
  ///
  /// - Parameter value: What to encode.
  /// - Returns: The tree.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/unencodable`` when the value's own code throws, or
  ///   ``SettingsError/Code/tooDeep`` when it nests deeper than ``SettingsValue/maximumDepth``.
  public func encode(_ value: some Encodable) throws(SettingsError) -> SettingsValue {
    let node = EncodingNode()
    do {
      try ValueEncoder(node: node, codingPath: [], userInfo: userInfo).encode(value)
    } catch {
      throw SettingsError.unencodable(error)
    }
    return node.value
  }
}

extension SettingsError {
  /// Whatever a type threw while it was encoded.
  fileprivate static func unencodable(_ error: any Error) -> SettingsError {
    if let error = error as? SettingsError { return error }
    var path: [any CodingKey] = []
    if case EncodingError.invalidValue(_, let context)? = error as? EncodingError { path = context.codingPath }
    return SettingsError(
      .unencodable, codingPath: path.map(\.nameInErrors), found: "a value whose encoding threw '\(type(of: error))'",
      advice: "nothing was written; see 'underlying'", underlying: error)
  }
}
