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
