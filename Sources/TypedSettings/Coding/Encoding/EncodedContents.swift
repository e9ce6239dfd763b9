/// What has been written in one place of a tree.
///
/// One value in the object that holds it, so that a write opens one access to it.
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

  /// Forgets what was written, and begins a container.
  mutating func begin(_ kind: Kind) {
    if self.kind != .nothing { self = EncodedContents() }
    self.kind = kind
    // Room for what most types have, in one piece.
    if kind == .dictionary { entries = Dictionary(minimumCapacity: 4) }
  }

  init(_ value: SettingsValue) {
    kind = .single
    single = value
  }

  /// Whether an optional would read the value as `nil`, or as what a tag holds.
  var readsAsNil: Bool {
    switch kind {
    case .single: single.isNull || single.untagged != nil
    case .dictionary: entries.count == 1 && value.untagged != nil
    case .nothing, .array: false
    }
  }

  /// The number of values in the container.
  var count: Int { kind == .array ? elements.count : entries.count }

  /// Whether the container with what it holds is more than any value may be.
  var isFull: Bool { count >= SettingsValue.maximumCount }

  /// The value; an empty dictionary where nothing was written.
  var value: SettingsValue {
    switch kind {
    case .nothing: .dictionary([:])
    case .single: single
    case .array: .array(elements)
    case .dictionary: .dictionary(entries)
    }
  }

  mutating func put(_ value: SettingsValue, _ name: String) { entries[name] = value }

  mutating func append(_ value: SettingsValue) { elements.append(value) }

  /// Puts the elements in their canonical order, so many of them together.
  mutating func sort(groupsOf size: Int) {
    if size == 1 {
      elements.sort { $0.precedes($1) }
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

/// A type that encodes itself as an array in an order that says nothing, and is another one in the next process.
///
/// Its stored form has a canonical order, so that equal values have equal forms.
protocol UnorderedSequence {
  /// How many elements belong together.
  static var elementsPerEntry: Int { get }
}

extension Set: UnorderedSequence {
  static var elementsPerEntry: Int { 1 }
}

/// Keys that are neither text nor numbers make a dictionary an array of keys and values in turn.
extension Dictionary: UnorderedSequence {
  static var elementsPerEntry: Int { 2 }
}
