/// What the places of one decoding share: what may be read how, and what was noticed.
///
/// Places hold the session, so it takes note of the ways to them and not of the places themselves.
final class DecodingSession {
  /// What a keyed container found beside the names that its type knows.
  struct Visit {
    let path: TreePath
    /// The stored names that are no key of the type.
    var unknown: Set<String>
    /// The stored names that are one.
    var known: Set<String>
  }

  /// An element that does not decode.
  struct Undecodable {
    let step: TreeStep
    let error: any Error
  }

  let userInfo: [CodingUserInfoKey: any Sendable]

  /// Where older forms of a value may be read, with the elements of a collection generalized.
  var lenientPlaces: Set<TreePath> = []

  /// Whether older forms are left alone for the time being.
  private(set) var isStrict = false

  /// Whether elements that do not decode are looked for, so that they can be dropped.
  var dropsElements = false

  /// Whether containers say what they found.
  var isTracking = false

  /// The values that containers held in the form of text or data.
  private(set) var unpacked: [(path: TreePath, value: SettingsValue)] = []

  /// Whether an older form was read.
  private(set) var usedOlderForm = false

  /// The names that a type asked for in vain, and did without.
  private(set) var absences: [(path: TreePath, name: String)] = []

  /// The keyed containers that were opened.
  private(set) var visits: [TreePath: Visit] = [:]

  /// The collection whose elements do not all decode.
  private(set) var undecodable: (path: TreePath, elements: [Undecodable])?

  /// The way to the innermost place whose type threw an error of its own.
  private(set) var failedPath: TreePath?

  /// The type that threw there.
  private(set) var failedType: Any.Type?

  /// The number of values so far, the root included.
  private(set) var count = 1

  /// The number of types whose code is running: a type may also go deeper without leaving its place.
  private var runningTypes = 0

  init(userInfo: [CodingUserInfoKey: any Sendable]) { self.userInfo = userInfo }

  /// Counts the values of a container before they are decoded.
  func count(_ number: Int, in place: ValueDecoder) throws {
    count += number
    if count > SettingsValue.maximumCount { throw place.failure(.tooMany()) }
  }

  /// Counts the values of a tree that is taken as it is.
  func count(_ tree: SettingsValue, in place: ValueDecoder) throws {
    do throws(SettingsError) { count += try tree.checkLimits(depth: place.depth, count: count - 1) } catch {
      throw place.failure(error)
    }
  }

  /// Runs the code of a type.
  func run<Value>(in place: ValueDecoder, _ code: () throws -> Value) throws -> Value {
    guard runningTypes < SettingsValue.maximumRunningTypes else { throw place.failure(.tooDeep()) }
    runningTypes += 1
    defer { runningTypes -= 1 }
    do { return try code() } catch {
      failed(at: place, as: Value.self)
      throw error
    }
  }

  /// Runs code that finds no older forms.
  ///
  /// - Returns: What it returns; `nil`, and nothing noted, if it throws.
  func strictly<Value>(_ code: () throws -> Value) -> Value? {
    let noted = (failedPath, failedType, undecodable, usedOlderForm, count)
    let (absenceCount, unpackedCount) = (absences.count, unpacked.count)
    isStrict = true
    defer { isStrict = false }
    do { return try code() } catch {
      (failedPath, failedType, undecodable, usedOlderForm, count) = noted
      absences.removeSubrange(absenceCount...)
      unpacked.removeSubrange(unpackedCount...)
      return nil
    }
  }

  /// Takes note of a name that the stored value lacks.
  func missed(_ name: String, in place: ValueDecoder) { absences.append((place.path, name)) }

  /// Takes note that an older form was read; of a container, with what it unpacked to.
  func readOlderForm(at path: TreePath, as container: SettingsValue? = nil) {
    usedOlderForm = true
    if let container { unpacked.append((path, container)) }
  }

  /// Takes note of what a keyed container holds; several containers of one place add to what is known.
  func visited(_ path: TreePath, names: some Sequence<String>, isKnown: (String) -> Bool) {
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

  /// Takes note of a name that a type reads beside its keys.
  func visited(_ path: TreePath, name: String) {
    visits[path]?.unknown.remove(name)
    visits[path]?.known.insert(name)
  }

  /// Takes note of the elements of a collection that do not decode.
  ///
  /// The innermost collection is kept: an element is dropped for what is in it only if nothing in it can be.
  ///
  /// - Parameters:
  ///   - place: The collection.
  ///   - elements: Decodes what else is in it; not called when an inner collection is already known.
  func found(in place: ValueDecoder, _ elements: () -> [Undecodable]) {
    guard undecodable == nil else { return }
    let elements = elements()
    // Looking for them may have found an inner collection.
    if undecodable == nil { undecodable = (place.path, elements) }
  }

  /// Takes note of a place whose type threw; the innermost one is kept.
  private func failed(at place: ValueDecoder, as type: Any.Type) {
    if let failedPath, place.contains(failedPath) { return }
    failedPath = place.path
    failedType = type
  }
}
