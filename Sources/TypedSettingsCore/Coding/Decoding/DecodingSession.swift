/// The shared state of all nodes in one decoding operation: its options and observations.
///
/// The session refers to nodes by their paths, because nodes retain the session.
final class DecodingSession {
  /// The names in a keyed container.
  struct Visit {
    let path: TreePath
    /// The stored names that aren't keys of the type.
    var unknown: Set<String>
    /// The stored names that are keys of the type.
    var known: Set<String>
  }

  /// An element that can't be decoded.
  struct Undecodable {
    let step: TreeStep
    let error: any Error
    /// The path of the innermost node whose type threw the error.
    let failedPath: TreePath?
    /// The type that threw the error at that path.
    let failedType: Any.Type?
  }

  let userInfo: [CodingUserInfoKey: any Sendable]

  /// The input that is decoded if a user typed it; `nil` if it's stored.
  let typedInput: TypedInput?

  /// The paths at which older forms are accepted, with generalized collection elements.
  var lenientPlaces: Set<TreePath> = []

  /// A Boolean value that indicates whether older forms are temporarily rejected everywhere.
  private(set) var isStrict = false

  /// A Boolean value that indicates whether elements that can't be decoded are collected, so that they can be dropped.
  var dropsElements = false

  /// A Boolean value that indicates whether keyed containers record their names.
  var isTracking = false

  /// The containers that were unpacked from strings or data.
  private(set) var unpacked: [(path: TreePath, value: SettingsValue)] = []

  /// A Boolean value that indicates whether an older form was decoded.
  private(set) var usedOlderForm = false

  /// The names that a type requested and that weren't in the stored value.
  private(set) var absences: [(path: TreePath, name: String)] = []

  /// The keyed containers that were opened.
  private(set) var visits: [TreePath: Visit] = [:]

  /// The elements of arrays whose types have no order.
  private(set) var unorderedElements: [TreePath: UnorderedElements] = [:]

  /// The names in dictionaries that spell the key of another name, each with the spelling that the type writes.
  private(set) var repeatedNames: [TreePath: [String: String]] = [:]

  /// The collection with elements that can't be decoded.
  private(set) var undecodable: (path: TreePath, elements: [Undecodable])?

  /// The path of the innermost node whose type threw an error.
  private(set) var failedPath: TreePath?

  /// The type that threw the error at that path.
  private(set) var failedType: Any.Type?

  /// The number of decoded values, including the root.
  private(set) var count = 1

  /// The number of nested calls to `init(from:)`, which can be greater than the depth of the node.
  private var nestedCalls = 0

  init(userInfo: [CodingUserInfoKey: any Sendable], typedInput: TypedInput? = nil) {
    self.userInfo = userInfo
    self.typedInput = typedInput
  }

  /// Adds the values of a container to the count before they're decoded.
  func count(_ number: Int, in node: ValueDecoder) throws {
    count += number
    if count > SettingsValue.maximumCount { throw node.failure(.tooMany()) }
  }

  /// Adds the values of a tree that isn't decoded further to the count.
  func count(_ tree: SettingsValue, in node: ValueDecoder) throws {
    do throws(SettingsError) { count += try tree.checkLimits(depth: node.depth, count: count - 1) } catch {
      throw node.failure(error)
    }
  }

  /// Calls the `init(from:)` initializer of a type.
  func run<Value>(in node: ValueDecoder, _ code: () throws -> Value) throws -> Value {
    guard nestedCalls < SettingsValue.maximumNestedCodingCalls else { throw node.failure(.tooDeep()) }
    nestedCalls += 1
    var isDecoded = true
    defer {
      nestedCalls -= 1
      if isDecoded, failedPath != nil || undecodable != nil { discardFailures(in: node) }
    }
    do { return try code() } catch {
      isDecoded = false
      recordFailure(at: node, as: Value.self)
      throw error
    }
  }

  /// Calls a closure while older forms are rejected.
  ///
  /// - Returns: The result of the closure, or `nil` if it throws; then its observations are discarded.
  func withoutOlderForms<Value>(_ code: () throws -> Value) -> Value? {
    let saved = (failedPath, failedType, undecodable, usedOlderForm, count)
    let (absenceCount, unpackedCount, savedNames) = (absences.count, unpacked.count, repeatedNames)
    isStrict = true
    defer { isStrict = false }
    do { return try code() } catch {
      (failedPath, failedType, undecodable, usedOlderForm, count) = saved
      absences.removeSubrange(absenceCount...)
      unpacked.removeSubrange(unpackedCount...)
      repeatedNames = savedNames
      return nil
    }
  }

  /// Records a name that a type requested and that isn't in the stored value.
  func recordAbsence(of name: String, in node: ValueDecoder) { absences.append((node.path, name)) }

  /// Records that an older form was decoded, and the container that it was unpacked to.
  func readOlderForm(at path: TreePath, as container: SettingsValue? = nil) {
    usedOlderForm = true
    if let container { unpacked.append((path, container)) }
  }

  /// Records the names in a keyed container, merging the names of several containers of one node.
  func recordVisit(_ path: TreePath, names: some Sequence<String>, isKnown: (String) -> Bool) {
    var unknown: Set<String> = []
    var known: Set<String> = []
    for name in names { if isKnown(name) { known.insert(name) } else { unknown.insert(name) } }
    guard let earlier = visits[path] else {
      visits[path] = Visit(path: path, unknown: unknown, known: known)
      return
    }
    visits[path] = Visit(
      path: path, unknown: earlier.unknown.intersection(unknown), known: earlier.known.union(known))
  }

  /// Records a name that a type decodes in addition to its keys.
  func recordKnownName(_ name: String, at path: TreePath) {
    visits[path]?.unknown.remove(name)
    visits[path]?.known.insert(name)
  }

  /// Records names that spell the key of another name in the same dictionary.
  func recordRepeatedNames(_ names: [String: String], at path: TreePath) { repeatedNames[path] = names }

  /// Records that the type of an array has no order, and returns the object that records the elements.
  func recordUnordered(groupsOf size: Int, at path: TreePath) -> UnorderedElements {
    let elements = UnorderedElements(groupSize: size)
    unorderedElements[path] = elements
    return elements
  }

  /// Records the elements of a collection that can't be decoded.
  ///
  /// An element is dropped only if none of its own elements can be. A collection therefore doesn't replace a recorded
  /// inner collection whose element is the cause.
  ///
  /// - Parameters:
  ///   - step: The first element that can't be decoded.
  ///   - error: The error of that element.
  ///   - node: The collection.
  ///   - others: A closure that finds the other elements. It isn't called if an inner collection stays recorded.
  func recordUndecodable(
    _ step: TreeStep, _ error: any Error, in node: ValueDecoder, others: () -> [Undecodable]
  ) {
    guard let first = undecodableElement(step, error, in: node) else { return }
    let elements = [first] + others()
    (failedPath, failedType) = (first.failedPath, first.failedType)
    undecodable = (node.path, elements)
  }

  /// Returns an element that can't be decoded, or `nil` if an element of the recorded inner collection is the cause.
  func undecodableElement(_ step: TreeStep, _ error: any Error, in node: ValueDecoder) -> Undecodable? {
    if let undecodable, undecodable.path.count > node.depth {
      let problem = DecodingProblem(error, in: .null, failedPath: failedPath)
      if problem.concerns(undecodable.path) { return nil }
    }
    return Undecodable(step: step, error: error, failedPath: failedPath, failedType: failedType)
  }

  /// Discards the failures inside a node that was decoded, because its type has handled them.
  private func discardFailures(in node: ValueDecoder) {
    if let failedPath, node.contains(failedPath) { (self.failedPath, failedType) = (nil, nil) }
    if let undecodable, node.contains(undecodable.path) { self.undecodable = nil }
  }

  /// Records a node whose type threw an error, unless an inner node is already recorded.
  private func recordFailure(at node: ValueDecoder, as type: Any.Type) {
    if let failedPath, node.contains(failedPath) { return }
    failedPath = node.path
    failedType = type
  }
}

/// The decoded elements of an array whose type has no order, in the order of the array.
///
/// The type encodes them in another order, which doesn't show what a part of the stored array belongs to.
final class UnorderedElements {
  /// The number of consecutive elements that form one entry.
  let groupSize: Int
  private var elements: [any Encodable] = []

  init(groupSize: Int) { self.groupSize = groupSize }

  func append(_ element: Any) {
    if let element = element as? any Encodable { elements.append(element) }
  }

  /// Returns the forms in which the type encodes the elements; `nil` for an element that can't be encoded.
  func forms(userInfo: [CodingUserInfoKey: any Sendable]) -> [SettingsValue?] {
    var encoder = MigratingEncoder()
    encoder.userInfo = userInfo
    return elements.map { element in nilOnFailure { () throws(SettingsError) in try encoder.encode(element) } }
  }
}
