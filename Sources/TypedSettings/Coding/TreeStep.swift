/// One step on the way from the root of a tree of values to a place in it.
struct TreeStep: Hashable, Sendable {
  enum Position: Hashable, Sendable {
    case key(String)
    case element(Int)

    init(_ key: any CodingKey) {
      self = if let index = key as? ElementKey { .element(index.index) } else { .key(key.stringValue) }
    }
  }

  let position: Position

  /// Whether the step leads into a collection: then its neighbours are of the same kind, and their number is data.
  let isCollection: Bool

  init(_ position: Position, isCollection: Bool) {
    self.position = position
    self.isCollection = isCollection
  }

  /// The step that a coding key names.
  ///
  /// Keys that can be any text are those of a collection; those of a type with properties are a fixed set.
  init(_ key: any CodingKey) {
    let position = Position(key)
    switch position {
    case .element: self.init(position, isCollection: true)
    case .key: self.init(position, isCollection: type(of: key).acceptsAnyText)
    }
  }

  /// The step as errors show it: a name from the code or an index.
  ///
  /// The keys of stored dictionaries are somebody's data, which no error text may contain.
  var nameInErrors: String {
    switch position {
    case .key(let name): isCollection ? "*" : name
    case .element(let index): String(index)
    }
  }

  /// The same step for every neighbour in a collection.
  var generalized: TreeStep {
    guard isCollection else { return self }
    return switch position {
    case .key: TreeStep(.key("*"), isCollection: true)
    case .element: TreeStep(.element(0), isCollection: true)
    }
  }

  static func == (left: TreeStep, right: TreeStep) -> Bool { left.position == right.position }
  func hash(into hasher: inout Hasher) { hasher.combine(position) }
}

/// The way from the root of a tree of values to a place in it.
typealias TreePath = [TreeStep]
