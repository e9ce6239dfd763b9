/// Decodes any `Decodable` type from a ``SettingsValue`` tree.
public struct MigratingDecoder: Sendable {
  /// What the decoded types find in their decoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Makes a decoder.
  public init() {}

  /// The value of a stored form.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - stored: What a store holds.
  /// - Returns: The value.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/undecodable`` and the coding path of what did not fit, or
  ///   ``SettingsError/Code/tooDeep`` when `stored` nests deeper than ``SettingsValue/maximumDepth``.
  public func decode<Value: Decodable>(_ type: Value.Type, from stored: SettingsValue) throws(SettingsError) -> Value {
    do {
      return try ValueDecoder(value: stored, codingPath: [], userInfo: userInfo).decode(type)
    } catch {
      throw SettingsError.undecodable(error, as: type)
    }
  }
}

extension SettingsError {
  /// Whatever a type threw while it was decoded.
  ///
  /// The texts of `DecodingError` may quote stored values, so they stay out.
  fileprivate static func undecodable(_ error: any Error, as type: Any.Type) -> SettingsError {
    if let error = error as? SettingsError { return error }
    let (found, context): (String, DecodingError.Context?) =
      switch error as? DecodingError {
      case .keyNotFound(let key, let context): ("no value for '\(key.nameInErrors)'", context)
      case .valueNotFound(let type, let context): ("null where '\(type)' is expected", context)
      case .typeMismatch(let type, let context): ("a value that is no '\(type)'", context)
      case .dataCorrupted(let context): ("a value that '\(type)' refuses", context)
      default: ("a value whose decoding threw '\(Swift.type(of: error))'", nil)
      }
    if let error = context?.underlyingError as? SettingsError { return error }
    let path = context?.codingPath ?? []
    return SettingsError(
      .undecodable, codingPath: path.map(\.nameInErrors), found: found,
      advice: "the stored value is kept; assign the setting or reset it")
  }
}
