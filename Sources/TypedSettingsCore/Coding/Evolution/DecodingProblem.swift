/// The location and the error of a decoding failure, derived from any error that a type throws.
struct DecodingProblem {
  let path: TreePath
  let isMissingKey: Bool
  let error: SettingsError

  /// Locates a decoding failure.
  ///
  /// - Parameters:
  ///   - error: The error that the type threw.
  ///   - tree: The tree that was being decoded.
  ///   - failedPath: The path to the innermost value whose type threw.
  ///   - failedType: The type that threw at `failedPath`.
  init(_ error: any Error, in tree: SettingsValue, failedPath: TreePath?, failedType: Any.Type? = nil) {
    let (context, missing) = Self.context(of: error)
    if let failure = error as? DecodingFailure ?? context?.underlyingError as? DecodingFailure {
      self.init(failure.path, isMissingKey: failure.isMissingKey, error: failure.error)
      return
    }
    // A type may rethrow an unrelated error, whose coding path doesn't exist in the tree or doesn't lead to the type.
    let failedPath = failedPath ?? []
    let named = context.map { Self.path($0.codingPath, in: tree) } ?? []
    var path = named.starts(with: failedPath) ? named : failedPath
    let problem = Self.problem(error, in: tree, at: path, type: path == failedPath ? failedType : nil)
    if let missing { path.append(TreeStep(missing)) }
    self.init(path, isMissingKey: missing != nil, error: problem)
  }

  /// Returns whether the failed value is a collection, is inside it, or contains it.
  func concerns(_ collection: TreePath) -> Bool { path.starts(with: collection) || collection.starts(with: path) }

  private init(_ path: TreePath, isMissingKey: Bool, error: SettingsError) {
    self.path = path
    self.isMissingKey = isMissingKey
    self.error = error
  }

  /// Returns the context of a decoding error, and the missing key if there is one.
  private static func context(of error: any Error) -> (context: DecodingError.Context?, missing: (any CodingKey)?) {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context): (context, key)
    case .valueNotFound(_, let context), .typeMismatch(_, let context), .dataCorrupted(let context): (context, nil)
    default: (nil, nil)
    }
  }

  /// Returns the library's error, without the text of a `DecodingError`, which may quote stored values.
  private static func problem(
    _ error: any Error, in tree: SettingsValue, at path: TreePath, type: Any.Type?
  ) -> SettingsError {
    let names = path.map(\.nameInErrors)
    let value = tree.value(at: path) ?? tree
    if let error = error as? SettingsError { return names.reversed().reduce(error) { $0.inside($1) } }
    switch error as? DecodingError {
    case .keyNotFound(let key, _): return .undecodable(found: "no value for '\(TreeStep(key).nameInErrors)'", at: names)
    case .valueNotFound(let type, _), .typeMismatch(let type, _): return .undecodable(value, as: type, at: names)
    case .dataCorrupted:
      guard let type else { return .undecodable(.value(value, "is rejected by its type"), at: names) }
      return .refused(value, by: type, at: names)
    default:
      let type = type.map { "'\($0)'" } ?? "its type"
      return .undecodable(
        .value(value, "can't be decoded: \(type) threw '\(Swift.type(of: error))'"), at: names, underlying: error)
    }
  }

  /// Returns the longest part of a coding path that exists in the tree.
  private static func path(_ keys: [any CodingKey], in tree: SettingsValue) -> TreePath {
    var path: TreePath = []
    for key in keys {
      var step = TreeStep(key)
      if case .array? = tree.value(at: path), let index = key.intValue {
        step = TreeStep(.element(index), isCollection: true)
      }
      guard tree.value(at: path + [step]) != nil else { break }
      path.append(step)
    }
    return path
  }
}
