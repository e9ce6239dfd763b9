/// A stored tree that is changed step by step until its type can read it, and what was changed.
///
/// Decoding itself is strict, so that a type's own code may try one form after the other and gets the true answers.
/// What it throws in the end names a place; here that place is given another chance, and decoding begins again:
///
/// 1. A property that is missing gets the default's value.
/// 2. Older forms of the value are allowed there, and in the same place of all elements of a collection.
/// 3. Elements that do not decode are dropped, where that was asked for.
/// 4. The innermost property around it for which the default has a value gets that value.
struct TreeRepair {
  /// How often decoding may begin again; a tree in a worse state is given up.
  private static let maximumAttempts = 256

  /// How many values may be decoded for it, beyond a few attempts: a large tree takes longer each time.
  private static let maximumWork = 200_000
  private static let minimumAttempts = 16

  private(set) var tree: SettingsValue

  /// The stored value.
  private let stored: SettingsValue

  /// The stored value with what it held as text or data unpacked.
  private var source: SettingsValue
  /// The elements that are left of the arrays in `source`, by their places there.
  private var remaining: [TreePath: [Int]] = [:]
  private let encodedDefault: SettingsValue?
  private let dropsElements: Bool
  private var lenientPlaces: Set<TreePath> = []
  private var originals: [TreePath: SettingsValue] = [:]
  private var issues: [(path: TreePath, error: SettingsError)] = []
  private var attempts = 0
  private var work = 0
  private var isUnpacked = false

  init(_ stored: SettingsValue, encodedDefault: SettingsValue?, dropsElements: Bool) {
    tree = stored
    self.stored = stored
    source = stored
    self.encodedDefault = encodedDefault
    self.dropsElements = dropsElements
  }

  /// Prepares what the next attempt notes.
  func prepare(_ session: DecodingSession) {
    session.isTracking = true
    session.lenientPlaces = lenientPlaces
    session.dropsElements = dropsElements
  }

  /// Changes the tree after an attempt has failed.
  ///
  /// - Returns: Whether there is a reason to try again.
  mutating func repair(_ problem: DecodingProblem, noted session: DecodingSession) -> Bool {
    attempts += 1
    work += session.count
    guard attempts <= (work > Self.maximumWork ? Self.minimumAttempts : Self.maximumAttempts) else { return false }
    unpack(session)
    if problem.isAbsence, let value = encodedDefault?.property(at: problem.path) {
      if tree.replace(at: problem.path, with: value) { return true }
    }
    if !problem.isAbsence, lenientPlaces.insert(problem.path.map(\.generalized)).inserted { return true }
    return drop(session) || fallBack(from: problem)
  }

  /// Gives the default's values to properties that an attempt did without.
  ///
  /// Not where the type has read names that the default does not write: then it knows of an older form of its own, and
  /// the absence tells it which one it has before it.
  ///
  /// - Returns: Their places.
  mutating func fillAbsences(noted session: DecodingSession) -> [TreePath] {
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
    return places
  }

  /// What has come of the last attempt.
  func reading<Value>(_ value: Value, noted session: DecodingSession) -> Reading<Value> {
    var last = self
    last.unpack(session)
    return last.reading(value, session)
  }

  private func reading<Value>(_ value: Value, _ session: DecodingSession) -> Reading<Value> {
    var reading = Reading(value)
    reading.issues = issues.map(\.error)
    reading.isOlderForm = isUnpacked || session.usedOlderForm
    let unknown = session.visits.compactMapValues { $0.unknown.isEmpty ? nil : $0.unknown }
    if !originals.isEmpty || !unknown.isEmpty {
      reading.leftovers = Leftovers(tree: tree, originals: originals, unknownNames: unknown)
    }
    return reading
  }

  private mutating func unpack(_ session: DecodingSession) {
    for (path, value) in session.unpacked {
      isUnpacked = true
      tree.replace(at: path, with: value)
      source.replace(at: sourcePath(path), with: value)
    }
  }

  private mutating func drop(_ session: DecodingSession) -> Bool {
    guard let (path, elements) = session.undecodable, !elements.isEmpty,
      let original = source.value(at: sourcePath(path))
    else { return false }
    let problems = elements.map { DecodingProblem($0.error, in: tree, failedPath: nil) }
    // Dropping comes after older forms.
    var isLenient = false
    for problem in problems where !problem.isAbsence {
      if lenientPlaces.insert(problem.path.map(\.generalized)).inserted { isLenient = true }
    }
    if isLenient { return true }
    for (element, problem) in zip(elements, problems) {
      let place = path + [element.step]
      let isInside = problem.path.starts(with: place)
      issues.append((path, problem.error.at(sourcePath(isInside ? problem.path : place))))
    }
    // What was dropped from an element comes back with the collection.
    originals = originals.filter { !$0.key.starts(with: path) }
    originals[path] = original
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

  /// The place in `source` of a place in `tree`.
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
    var path = problem.isAbsence ? problem.path.dropLast() : problem.path[...]
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
  /// The same error at another place of a value.
  fileprivate func at(_ path: TreePath) -> SettingsError { replacing(codingPath: path.map(\.nameInErrors)) }
}
