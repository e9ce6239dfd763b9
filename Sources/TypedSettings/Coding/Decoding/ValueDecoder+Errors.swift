extension ValueDecoder {
  /// What a type's own code may catch, with what the library tells its callers underneath.
  func mismatch(_ type: Any.Type, _ value: SettingsValue) -> DecodingError {
    let failure = failure(.undecodable(value, as: type))
    let context = context(failure)
    return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// The error of a name that is missing here.
  func absence(_ key: some CodingKey) -> DecodingError {
    let step = TreeStep(key)
    let path = path + [step]
    let error = lacking("no value for '\(step.nameInErrors)'")
    return .keyNotFound(key, context(DecodingFailure(path: path, isAbsence: true, error: error)))
  }

  /// The error of an element beyond the last one.
  func end(of type: Any.Type, after count: Int) -> DecodingError {
    let error = lacking("an array of only \(count) elements")
    return .valueNotFound(type, context(DecodingFailure(path: path, isAbsence: false, error: error)))
  }

  /// A problem with this place.
  func failure(_ error: SettingsError) -> DecodingFailure {
    let path = path
    return DecodingFailure(path: path, isAbsence: false, error: error.replacing(codingPath: path.map(\.nameInErrors)))
  }

  private func lacking(_ found: String) -> SettingsError {
    .undecodable(found: found, at: path.map(\.nameInErrors))
  }

  private func context(_ failure: DecodingFailure) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: codingPath, debugDescription: failure.error.found, underlyingError: failure)
  }
}

extension Decoder {
  /// The error of the value here, which a type refuses.
  func refusal(by type: Any.Type) -> any Error {
    refusal(.refused((self as? ValueDecoder)?.value ?? .null, by: type))
  }

  /// The error of a value here that its type refuses.
  func refusal(_ error: SettingsError) -> any Error { (self as? ValueDecoder)?.failure(error) ?? error }
}

/// Why a place did not decode; it travels beneath a `DecodingError`, which a type's own code may catch.
struct DecodingFailure: Error {
  /// The way to the place; to the name itself where a name is missing.
  let path: TreePath
  /// Whether the place lacks a name that the type needs.
  let isAbsence: Bool
  /// What the library tells its callers.
  let error: SettingsError
}
