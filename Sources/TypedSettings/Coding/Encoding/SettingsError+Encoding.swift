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
