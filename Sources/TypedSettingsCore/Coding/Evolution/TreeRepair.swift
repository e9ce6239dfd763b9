/// A stored tree that is modified step by step until its type can decode it, and a record of the modifications.
///
/// Decoding itself is strict, so that a type's own code can try several forms and gets accurate results. The error that
/// it finally throws identifies a place. The repair modifies that place, and decoding starts again:
///
/// 1. A missing property gets the default's value.
/// 2. Older forms of the value are accepted there, and in the same place of all elements of a collection.
/// 3. Elements that can't be decoded are dropped, if the caller requested it.
/// 4. The innermost enclosing property for which the default has a value gets that value.
struct TreeRepair {
  /// The maximum number of attempts, after which decoding fails.
  private static let maximumAttempts = 256

  /// The number of decoded values beyond which the repair stops after `minimumAttempts`; each attempt decodes the tree.
  private static let maximumWork = 200_000
  private static let minimumAttempts = 16

  /// The maximum number of errors for one value; a report of each may search a whole file for its place.
  private static let maximumIssues = 32

  private(set) var tree: SettingsValue

  /// The stored value.
  private let stored: SettingsValue

  /// The stored value with its encoded text or data unpacked.
  private var source: SettingsValue
  /// The indices of the remaining elements of arrays in `source`, by the paths of the arrays.
  private var remaining: [TreePath: [Int]] = [:]
  private let encodedDefault: SettingsValue?
  private let dropsElements: Bool
  private var lenientPlaces: Set<TreePath> = []
  private var originals: [TreePath: SettingsValue] = [:]
  private var issues: [(path: TreePath, error: SettingsError)] = []
  private var attempts = 0
  private var work = 0
  private var isUnpacked = false
  /// A Boolean value that indicates whether the tree has values of the default in place of absent ones.
  private var isFilled = false

  init(_ stored: SettingsValue, encodedDefault: SettingsValue?, dropsElements: Bool) {
    tree = stored
    self.stored = stored
    source = stored
    self.encodedDefault = encodedDefault
    self.dropsElements = dropsElements
  }

  /// Configures the session of the next attempt.
  func prepare(_ session: DecodingSession) {
    session.isTracking = true
    session.lenientPlaces = lenientPlaces
    session.dropsElements = dropsElements
  }

  /// Modifies the tree after an attempt failed.
  ///
  /// - Returns: Whether to try again.
  mutating func repair(_ problem: DecodingProblem, recordedBy session: DecodingSession) -> Bool {
    attempts += 1
    work += session.count
    guard attempts <= (work > Self.maximumWork ? Self.minimumAttempts : Self.maximumAttempts) else { return false }
    unpack(session)
    if problem.isMissingKey, let value = encodedDefault?.property(at: problem.path) {
      if tree.replace(at: problem.path, with: value) {
        isFilled = true
        return true
      }
    }
    if !problem.isMissingKey, lenientPlaces.insert(problem.path.map(\.generalized)).inserted { return true }
    return drop(session, after: problem) || fallBack(from: problem)
  }

  /// Sets properties that were absent in an attempt to the default's values.
  ///
  /// A place stays as it is if the type looked for names that the default doesn't encode. Such a type supports an older
  /// form of its own, and recognizes the form by the absence.
  ///
  /// - Returns: The paths of the properties.
  mutating func fillAbsences(recordedBy session: DecodingSession) -> [TreePath] {
    unpack(session)
    var places: [TreePath] = []
    for (path, name) in session.absences {
      guard case .dictionary(let values)? = encodedDefault?.property(at: path), let value = values[name],
        !value.isNull, session.visits[path]?.known.isSubset(of: values.keys) ?? true
      else { continue }
      let step = TreeStep(.key(name), isCollection: false)
      if tree.value(at: path + [step]) == nil, tree.replace(at: path + [step], with: value) {
        places.append(path + [step])
      }
    }
    if !places.isEmpty { isFilled = true }
    return places
  }

  /// Returns the result of the last attempt.
  func decodingResult<Value>(_ value: Value, recordedBy session: DecodingSession) -> DecodingResult<Value> {
    var last = self
    last.unpack(session)
    return last.decodingResult(value, session)
  }

  private func decodingResult<Value>(_ value: Value, _ session: DecodingSession) -> DecodingResult<Value> {
    var result = DecodingResult(value)
    result.issues = reportedIssues
    for (path, names) in session.repeatedNames {
      result.issues.append(.repeatedKeys(names.count).replacing(codingPath: sourcePath(path).map(\.nameInErrors)))
    }
    result.isOlderForm = isUnpacked || session.usedOlderForm
    result.isFilled = isFilled
    let unknown = session.visits.compactMapValues { $0.unknown.isEmpty ? nil : $0.unknown }
    if !originals.isEmpty || !unknown.isEmpty || !session.repeatedNames.isEmpty {
      result.leftovers = Leftovers(
        tree: tree, originals: originals, unknownNames: unknown, repeatedNames: session.repeatedNames,
        unordered: session.unorderedElements.compactMapValues { Leftovers.Unordered($0, session.userInfo) })
    }
    return result
  }

  /// The errors of the issues, of which those beyond the maximum number are combined.
  private var reportedIssues: [SettingsError] {
    guard issues.count > Self.maximumIssues else { return issues.map(\.error) }
    let shown = issues.prefix(Self.maximumIssues - 1).map(\.error)
    return shown + [.undecodable(found: "\(issues.count - shown.count) more parts that can't be decoded")]
  }

  private mutating func unpack(_ session: DecodingSession) {
    for (path, value) in session.unpacked {
      isUnpacked = true
      tree.replace(at: path, with: value)
      source.replace(at: sourcePath(path), with: value)
    }
  }

  private mutating func drop(_ session: DecodingSession, after problem: DecodingProblem) -> Bool {
    guard let (path, elements) = session.undecodable, problem.concerns(path),
      let original = source.value(at: sourcePath(path))
    else { return false }
    let problems = elements.map {
      DecodingProblem($0.error, in: tree, failedPath: $0.failedPath, failedType: $0.failedType)
    }
    // Older forms take precedence over dropping elements.
    var isLenient = false
    for problem in problems where !problem.isMissingKey {
      if lenientPlaces.insert(problem.path.map(\.generalized)).inserted { isLenient = true }
    }
    if isLenient { return true }
    for (element, problem) in zip(elements, problems) {
      let place = path + [element.step]
      let isInside = problem.path.starts(with: place)
      issues.append((path, problem.error.at(sourcePath(isInside ? problem.path : place))))
    }
    // The original of a collection includes the parts dropped from its elements.
    if !originals.keys.contains(where: { $0.count < path.count && path.starts(with: $0) }) {
      originals = originals.filter { !$0.key.starts(with: path) }
      originals[path] = original
    }
    remove(elements.map(\.step), at: path)
    return true
  }

  private mutating func remove(_ steps: [TreeStep], at path: TreePath) {
    if case .array(let values)? = tree.value(at: path) {
      let place = sourcePath(path)
      let left = remaining[place] ?? Array(values.indices)
      let removed = Set(steps)
      remaining[place] = left.enumerated().compactMap { index, origin in
        removed.contains(TreeStep(.element(index), isCollection: true)) ? nil : origin
      }
    }
    tree.remove(steps, at: path)
  }

  /// Returns the path in `source` that corresponds to a path in `tree`.
  private func sourcePath(_ path: TreePath) -> TreePath {
    var place: TreePath = []
    for step in path {
      if case .element(let index) = step.position, let left = remaining[place], left.indices.contains(index) {
        place.append(TreeStep(.element(left[index]), isCollection: step.isCollection))
      } else {
        place.append(step)
      }
    }
    return place
  }

  private mutating func fallBack(from problem: DecodingProblem) -> Bool {
    var path = problem.isMissingKey ? problem.path.dropLast() : problem.path[...]
    while !path.isEmpty {
      let place = Array(path)
      if originals[place] == nil, let value = encodedDefault?.property(at: place),
        let original = stored.value(at: place) ?? source.value(at: place),
        tree.replace(at: place, with: value)
      {
        issues.removeAll { $0.path.starts(with: place) }
        originals = originals.filter { !$0.key.starts(with: place) }
        issues.append((place, problem.error))
        originals[place] = original
        return true
      }
      path = path.dropLast()
    }
    return false
  }
}

extension SettingsError {
  /// Returns the error for names that spell the keys of other names in a dictionary.
  fileprivate static func repeatedKeys(_ count: Int) -> SettingsError {
    let names = count == 1 ? "a name that spells the key of another name" : "\(count) names that spell keys of others"
    return SettingsError(
      .undecodable, found: "\(names) in the same dictionary, and isn't used",
      advice: "the stored value is kept; remove one of the spellings")
  }

  /// Returns the same error with another path.
  fileprivate func at(_ path: TreePath) -> SettingsError { replacing(codingPath: path.map(\.nameInErrors)) }
}
