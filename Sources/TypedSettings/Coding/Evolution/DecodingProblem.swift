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
  ///   - failedType: The type that threw there.
  init(_ error: any Error, in tree: SettingsValue, failedPath: TreePath?, failedType: Any.Type? = nil) {
    let (context, missing) = Self.read(error)
    if let failure = error as? DecodingFailure ?? context?.underlyingError as? DecodingFailure {
      self.init(failure.path, isAbsence: failure.isAbsence, error: failure.error)
      return
    }
    // A type may throw what comes from elsewhere; then the names in it lead nowhere, or not to the type.
    let failedPath = failedPath ?? []
    let named = context.map { Self.path($0.codingPath, in: tree) } ?? []
    var path = named.starts(with: failedPath) ? named : failedPath
    let problem = Self.problem(error, in: tree, at: path, type: path == failedPath ? failedType : nil)
    if let missing { path.append(TreeStep(missing)) }
    self.init(path, isAbsence: missing != nil, error: problem)
  }

  private init(_ path: TreePath, isAbsence: Bool, error: SettingsError) {
    self.path = path
    self.isAbsence = isAbsence
    self.error = error
  }

  /// Where an error says that it happened, and the name that is missing there.
  private static func read(_ error: any Error) -> (context: DecodingError.Context?, missing: (any CodingKey)?) {
    switch error as? DecodingError {
    case .keyNotFound(let key, let context): (context, key)
    case .valueNotFound(_, let context), .typeMismatch(_, let context), .dataCorrupted(let context): (context, nil)
    default: (nil, nil)
    }
  }

  /// The error of the library; the texts of a `DecodingError` may quote stored values, so they stay out.
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
      guard let type else { return .undecodable(.value(value, "is refused by its type"), at: names) }
      return .refused(value, by: type, at: names)
    default:
      let type = type.map { "'\($0)'" } ?? "its type"
      return .undecodable(
        .value(value, "can't be decoded: \(type) threw '\(Swift.type(of: error))'"), at: names, underlying: error)
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
