/// One step on the path from the root of a value tree to a nested value.
package struct TreeStep: Hashable, Sendable {
  package enum Position: Hashable, Sendable {
    case key(String)
    case element(Int)

    init(_ key: any CodingKey) {
      self = if let index = key as? ElementKey { .element(index.index) } else { .key(key.stringValue) }
    }
  }

  let position: Position

  /// A Boolean value that indicates whether the step leads to an element of a collection.
  ///
  /// The elements of a collection have the same type, and their number is data.
  let isCollection: Bool

  init(_ position: Position, isCollection: Bool) {
    self.position = position
    self.isCollection = isCollection
  }

  /// Creates the step for a coding key.
  ///
  /// Keys that can be any string belong to a collection; the keys of a type with properties are a fixed set.
  init(_ key: any CodingKey) {
    let position = Position(key)
    switch position {
    case .element: self.init(position, isCollection: true)
    case .key: self.init(position, isCollection: type(of: key).acceptsAnyText)
    }
  }

  /// The step as it appears in errors: a name from the code or an index.
  ///
  /// The keys of stored dictionaries are user data, which must not appear in error texts.
  var nameInErrors: String {
    switch position {
    case .key(let name): isCollection ? "*" : name
    case .element(let index): String(index)
    }
  }

  /// The step that represents every element of the same collection.
  var generalized: TreeStep {
    guard isCollection else { return self }
    return switch position {
    case .key: TreeStep(.key("*"), isCollection: true)
    case .element: TreeStep(.element(0), isCollection: true)
    }
  }

  package static func == (left: TreeStep, right: TreeStep) -> Bool { left.position == right.position }
  package func hash(into hasher: inout Hasher) { hasher.combine(position) }
}

/// A path from the root of a value tree to a nested value.
typealias TreePath = [TreeStep]

extension SettingsValue {
  /// Returns the value at a path; `nil` if the path doesn't exist.
  func value(at path: some Collection<TreeStep>) -> SettingsValue? {
    guard let step = path.first else { return self }
    return child(step)?.value(at: path.dropFirst())
  }

  /// Returns the value at a path that consists of properties only.
  ///
  /// The elements of a collection are data, so a default element doesn't determine the value of another one.
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

  /// Sets the value at a path whose container exists.
  ///
  /// - Returns: Whether the value was set.
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
      // Moves the container out of its place while it changes, which avoids a copy.
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

  /// Removes children from the container at a path.
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
