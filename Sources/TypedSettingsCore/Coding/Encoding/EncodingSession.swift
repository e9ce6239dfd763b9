/// The encoded contents of a node.
///
/// Grouping the contents into one value means that each write of a node requires only one exclusive access.
struct EncodedContents {
  enum Kind {
    case nothing
    case single
    case array
    case dictionary
  }

  private(set) var kind = Kind.nothing
  private var single = SettingsValue.null
  private(set) var elements: [SettingsValue] = []
  private var entries: [String: SettingsValue] = [:]

  init() {}

  /// Discards the contents and begins a container.
  mutating func begin(_ kind: Kind) {
    if self.kind != .nothing { self = EncodedContents() }
    self.kind = kind
    // Reserves capacity for the number of properties that most types have.
    if kind == .dictionary { entries = Dictionary(minimumCapacity: 4) }
  }

  init(_ value: SettingsValue) {
    kind = .single
    single = value
  }

  /// Creates an array.
  init(elements: [SettingsValue]) {
    kind = .array
    self.elements = elements
  }

  /// A Boolean value that indicates whether an optional would decode the value as `nil` or as a tagged value.
  @inline(__always)
  var isAmbiguousInOptional: Bool {
    switch kind {
    case .single: single.isNull || single.untagged != nil
    case .dictionary: entries.count == 1 && SettingsValue.dictionary(entries.escapingReservedKey).untagged != nil
    case .nothing, .array: false
    }
  }

  /// The number of values in the container.
  @inline(__always)
  var count: Int { kind == .array ? elements.count : entries.count }

  /// A Boolean value that indicates whether the container has reached the maximum number of values.
  @inline(__always)
  var isFull: Bool { count >= SettingsValue.maximumCount }

  /// Returns the value, or an empty dictionary if nothing was written.
  ///
  /// It's a mutating method, because a read of a node's property copies all of the contents.
  @inline(__always)
  mutating func takeValue() -> SettingsValue {
    switch kind {
    case .nothing: .dictionary([:])
    case .single: single
    case .array: .array(elements)
    case .dictionary: .dictionary(entries.count == 1 ? entries.escapingReservedKey : entries)
    }
  }

  mutating func put(_ value: SettingsValue, _ name: String) { entries[name] = value }

  mutating func append(_ value: SettingsValue) { elements.append(value) }

  /// Sorts the elements canonically, keeping groups of the given size together.
  mutating func sort(groupsOf size: Int) {
    if size == 1 {
      elements.sortCanonically()
    } else {
      let groups = stride(from: 0, to: elements.count, by: size).map { elements[$0..<min($0 + size, elements.count)] }
      elements = groups.sorted { $0.lexicographicallyPrecedes($1) { $0.precedes($1) } }.flatMap { $0 }
    }
  }

  mutating func put(_ value: SettingsValue, _ position: TreeStep.Position) {
    switch position {
    case .key(let name): entries[name] = value
    case .element(let index): elements[index] = value
    }
  }
}

/// A type that encodes itself as an array in an arbitrary order that differs between processes.
///
/// Its stored form is sorted canonically, so that equal values have equal stored forms.
protocol UnorderedSequence {
  /// The number of consecutive array elements that form one entry.
  static var elementsPerEntry: Int { get }
}

extension Set: UnorderedSequence {
  static var elementsPerEntry: Int { 1 }
}

// A dictionary whose keys are neither strings nor integers encodes itself as an array of alternating keys and values.
extension Dictionary: UnorderedSequence {
  static var elementsPerEntry: Int { 2 }
}

/// The state that all nodes of one encoding operation share.
///
/// It's a part of the root node, because an object of its own would take a noticeable part of the time to encode a
/// struct.
struct EncodingSession {
  let userInfo: [CodingUserInfoKey: any Sendable]

  /// The object that records the places of arrays without order; `nil` if no caller needs them.
  let unorderedPlaces: UnorderedPlaces?

  /// The first error that occurred in a method of `Encoder` that can't throw.
  fileprivate(set) var failure: SettingsError?

  /// The path of the innermost value whose type threw an error.
  fileprivate(set) var failedPath: [String]?

  /// The number of encoded values, including the root.
  fileprivate var count = 1

  /// The nodes with open child nodes, which form reference cycles.
  fileprivate var openParents: [ValueEncoder] = []

  /// The number of nested calls to `encode(to:)`, which can be greater than the depth of the node.
  fileprivate var nestedCalls = 0

  init(userInfo: [CodingUserInfoKey: any Sendable], unorderedPlaces: UnorderedPlaces? = nil) {
    self.userInfo = userInfo
    self.unorderedPlaces = unorderedPlaces
  }
}

extension ValueEncoder {
  /// Registers this node as one with open child nodes, whose references are released when the encoding finishes.
  func registerParent() { root.session.openParents.append(self) }

  /// Releases all open nodes.
  func releaseNodes() {
    if session.openParents.isEmpty { return }
    for parent in session.openParents { parent.releaseChildren() }
    session.openParents = []
  }

  /// Records an error, which the encoding throws when it finishes.
  func fail(_ error: @autoclosure () -> SettingsError) {
    if root.session.failure == nil { root.session.failure = error() }
  }

  /// Adds the values of a container to the number of encoded values.
  func addValues(_ number: Int) {
    root.session.count += number
    if root.session.count > SettingsValue.maximumCount { fail(.tooMany(at: errorPath)) }
  }

  /// Calls the `encode(to:)` method of a type.
  func run(_ code: () throws -> Void) throws {
    let root = root
    guard depth <= SettingsValue.maximumDepth, root.session.nestedCalls < SettingsValue.maximumNestedCodingCalls else {
      throw SettingsError.tooDeep(at: errorPath)
    }
    root.session.nestedCalls += 1
    defer { root.session.nestedCalls -= 1 }
    do { try code() } catch {
      recordFailure()
      throw error
    }
    if let failure = root.session.failure { throw failure }
    // A type has handled the failure; otherwise, no other value would be encoded.
    if root.session.failedPath != nil { root.session.failedPath = nil }
  }

  /// Records the path of this node, whose type threw an error, unless an inner node is already recorded.
  private func recordFailure() {
    let path = errorPath
    if let failedPath = root.session.failedPath, failedPath.starts(with: path) { return }
    root.session.failedPath = path
  }
}
