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

// Places in a tree, by the way that leads to them.

extension SettingsValue {
  /// The value at the end of a way; `nil` if the way leads nowhere.
  func value(at path: some Collection<TreeStep>) -> SettingsValue? {
    guard let step = path.first else { return self }
    return child(step)?.value(at: path.dropFirst())
  }

  /// The value at the end of a way that leads through properties alone.
  ///
  /// The elements of a collection are data: one of them says nothing about what another should be.
  func property(at path: some Collection<TreeStep>) -> SettingsValue? {
    path.contains { $0.isCollection } ? nil : value(at: path)
  }

  private func child(_ step: TreeStep) -> SettingsValue? {
    switch (self, step.position) {
    case (.dictionary(let values), .key(let name)): values[name]
    case (.array(let values), .element(let index)): values.indices.contains(index) ? values[index] : nil
    default: nil
    }
  }

  /// Puts a value at the end of a way; the container around it must exist.
  ///
  /// - Returns: Whether it did.
  @discardableResult
  mutating func replace(at path: some Collection<TreeStep>, with value: SettingsValue) -> Bool {
    guard let step = path.first else {
      self = value
      return true
    }
    let rest = path.dropFirst()
    switch (self, step.position) {
    case (.dictionary(var values), .key(let name)):
      guard rest.isEmpty || values[name] != nil else { return false }
      // The container leaves its place while it is changed, so that it is not copied.
      self = .null
      let isReplaced = values[name, default: .null].replace(at: rest, with: value)
      self = .dictionary(values)
      return isReplaced
    case (.array(var values), .element(let index)):
      guard values.indices.contains(index) else { return false }
      self = .null
      let isReplaced = values[index].replace(at: rest, with: value)
      self = .array(values)
      return isReplaced
    default: return false
    }
  }

  /// Removes children from the container at the end of a way.
  mutating func remove(_ steps: [TreeStep], at path: TreePath) {
    switch value(at: path) {
    case .dictionary(var values)?:
      for step in steps { if case .key(let name) = step.position { values[name] = nil } }
      replace(at: path, with: .dictionary(values))
    case .array(let values)?:
      let removed = Set(steps)
      let rest = values.enumerated().filter { !removed.contains(TreeStep(.element($0.offset), isCollection: true)) }
      replace(at: path, with: .array(rest.map(\.element)))
    default: break
    }
  }
}
