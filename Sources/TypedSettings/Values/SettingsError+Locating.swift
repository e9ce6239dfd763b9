extension SettingsError {
  /// The same error, naming the setting that it is about, without the value found.
  @usableFromInline
  package func at(_ key: SettingsKey) -> SettingsError { copy(key: key, problem: .words(problem.words)) }

  /// The same error, naming the declared setting that it is about.
  ///
  /// - Parameters:
  ///   - key: The setting's identity.
  ///   - isSecret: Whether the setting is secret. If it is, neither the value nor the underlying error is kept; otherwise
  ///     ``found`` shows the value.
  /// - Returns: The error.
  @usableFromInline
  package func at(_ key: SettingsKey, isSecret: Bool) -> SettingsError {
    guard isSecret else { return copy(key: key, problem: .words(problem.wordsWithValue)) }
    return copy(key: key, problem: .words(problem.words), underlying: underlying.map(HiddenError.init))
  }

  /// The same error, naming the layer of the store that holds the value.
  package func from(layer: String) -> SettingsError { copy(layer: layer) }

  /// The same error, seen from one level further out.
  package func inside(_ component: String) -> SettingsError { copy(codingPath: [component] + codingPath) }

  /// The same error at another place of a value, or with other advice.
  package func replacing(codingPath: [String]? = nil, advice: String? = nil) -> SettingsError {
    copy(codingPath: codingPath, advice: advice)
  }

  private func copy(
    key: SettingsKey? = nil, layer: String? = nil, codingPath: [String]? = nil, problem: Problem? = nil,
    advice: String? = nil, underlying: (any Error)? = nil
  ) -> SettingsError {
    SettingsError(
      code, key: self.key ?? key, layer: self.layer ?? layer, codingPath: codingPath ?? self.codingPath,
      problem: problem ?? self.problem, advice: advice ?? self.advice, underlying: underlying ?? self.underlying,
      reasons: reasons.count > 1 ? reasons : [], isRepeated: isRepeated)
  }
}

/// Takes the place of an error that may carry the value of a secret setting.
struct HiddenError: Error, CustomStringConvertible {
  let description: String

  init(_ error: any Error) {
    description = error is HiddenError ? "\(error)" : "'\(type(of: error))', hidden because the setting is secret"
  }
}
