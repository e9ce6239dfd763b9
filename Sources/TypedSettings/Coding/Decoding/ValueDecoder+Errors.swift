extension ValueDecoder {
  /// Returns the error for a value of another type, with the library's error as its underlying error.
  func mismatch(_ type: Any.Type, _ value: SettingsValue) -> DecodingError {
    let failure = failure(.undecodable(value, as: type))
    let context = context(failure)
    return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// Returns the error for a key that isn't in the dictionary.
  func missingKey(_ key: some CodingKey) -> DecodingError {
    let step = TreeStep(key)
    let path = path + [step]
    let error = missingValue("no value for '\(step.nameInErrors)'")
    return .keyNotFound(key, context(DecodingFailure(path: path, isMissingKey: true, error: error)))
  }

  /// Returns the error for an element beyond the end of the array.
  func endOfArray(_ type: Any.Type, after count: Int) -> DecodingError {
    let error = missingValue("an array with only \(count) elements")
    return .valueNotFound(type, context(DecodingFailure(path: path, isMissingKey: false, error: error)))
  }

  /// Returns the failure of this node with the given error.
  func failure(_ error: SettingsError) -> DecodingFailure {
    let path = path
    return DecodingFailure(
      path: path, isMissingKey: false, error: error.replacing(codingPath: path.map(\.nameInErrors)))
  }

  private func missingValue(_ found: String) -> SettingsError {
    .undecodable(found: found, at: path.map(\.nameInErrors))
  }

  private func context(_ failure: DecodingFailure) -> DecodingError.Context {
    DecodingError.Context(
      codingPath: codingPath, debugDescription: failure.error.found, underlyingError: failure)
  }
}

extension Decoder {
  /// Returns the error for a value that a type rejects.
  func refusal(by type: Any.Type) -> any Error {
    refusal(.refused((self as? ValueDecoder)?.value ?? .null, by: type))
  }

  /// Returns the error for a value that its type rejects, located at this node.
  func refusal(_ error: SettingsError) -> any Error { (self as? ValueDecoder)?.failure(error) ?? error }
}

/// The underlying error of a `DecodingError`, which identifies the node that couldn't be decoded.
struct DecodingFailure: Error {
  /// The path of the node, or the path of the key if a key is missing.
  let path: TreePath
  /// A Boolean value that indicates whether a required key is missing.
  let isMissingKey: Bool
  /// The error that the library throws.
  let error: SettingsError
}
