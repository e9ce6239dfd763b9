/// Whatever a type threw while it was decoded, as a place in the tree and an error of the library.
struct DecodingProblem {
  let path: TreePath
  let isAbsence: Bool
  let error: SettingsError

  /// Finds out where a type failed.
  ///
  /// - Parameters:
  ///   - error: What it threw.
  ///   - tree: What it was decoding.
  ///   - failedPath: The way to the innermost place whose type threw.
  init(_ error: any Error, in tree: SettingsValue, failedPath: TreePath?) {
    let (found, context, missing) = Self.read(error)
    if let failure = error as? DecodingFailure ?? context?.underlyingError as? DecodingFailure {
      self.init(failure.path, isAbsence: failure.isAbsence, error: failure.error)
      return
    }
    // A type may throw what comes from elsewhere; then the names in it lead nowhere, or not to the type.
    let failedPath = failedPath ?? []
    let named = context.map { Self.path($0.codingPath, in: tree) } ?? []
    var path = named.starts(with: failedPath) ? named : failedPath
    let names = path.map(\.nameInErrors)
    if let missing { path.append(TreeStep(missing)) }
    self.init(
      path, isAbsence: missing != nil,
      error: (error as? SettingsError).map { names.reversed().reduce($0) { $0.inside($1) } }
        ?? .undecodable(found: found, at: names, underlying: error is DecodingError ? nil : error))
  }

  private init(_ path: TreePath, isAbsence: Bool, error: SettingsError) {
    self.path = path
    self.isAbsence = isAbsence
    self.error = error
  }

  /// The texts of `DecodingError` may quote stored values, so they stay out.
  private static func read(
    _ error: any Error
  ) -> (found: String, context: DecodingError.Context?, missing: (any CodingKey)?) {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context): ("no value for '\(TreeStep(key).nameInErrors)'", context, key)
    case .valueNotFound(let type, let context): ("null where '\(type)' is expected", context, nil)
    case .typeMismatch(let type, let context): ("a value that is no '\(type)'", context, nil)
    case .dataCorrupted(let context): ("a value that its type refuses", context, nil)
    default: ("a value whose decoding threw '\(type(of: error))'", nil, nil)
    }
  }

  /// The way that a coding path names, as far as it exists.
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
