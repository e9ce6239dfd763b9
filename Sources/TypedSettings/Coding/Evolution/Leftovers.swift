/// The parts of a stored value that its type could not take up, kept for the next write.
struct Leftovers: Sendable {
  /// The stored value with the parts that could not be read replaced by what was read instead.
  let tree: SettingsValue

  /// The parts that could not be read, as they are stored.
  let originals: [TreePath: SettingsValue]

  /// The names in dictionaries that are no properties of the type.
  let unknownNames: [TreePath: Set<String>]

  /// A new value with the leftovers put back.
  struct Merge {
    let value: SettingsValue
    /// Whether the new value has taken the place of a part that could not be read.
    let replacesOriginals: Bool
  }

  /// Puts the leftovers into a new value.
  ///
  /// A part that could not be read stays while the new value has there what was read instead of it; who has changed
  /// that meant to replace it. Properties that the type does not have stay with the value they belong to. An element
  /// of an array is known again by its value, or else by its place in an array of the same length.
  ///
  /// - Parameters:
  ///   - new: The stored form of the new value.
  ///   - read: The stored form of the value that was read.
  ///   - keepsUnknown: Whether properties that the type does not have stay.
  /// - Returns: The new value with the leftovers in it.
  func merged(into new: SettingsValue, read: SettingsValue, keepsUnknown: Bool) -> Merge {
    var merging = LeftoversMerging(leftovers: self, keepsUnknown: keepsUnknown)
    let value = merging.merge(new, tree, read, [])
    return Merge(value: value, replacesOriginals: merging.replacesOriginals)
  }
}

/// One run through three trees: the new value, the stored one, and the value that was read from it.
struct LeftoversMerging {
  let leftovers: Leftovers
  let keepsUnknown: Bool
  private var keptOriginals = 0

  init(leftovers: Leftovers, keepsUnknown: Bool) {
    self.leftovers = leftovers
    self.keepsUnknown = keepsUnknown
  }

  /// Whether a part that could not be read is no longer there.
  var replacesOriginals: Bool { keptOriginals < leftovers.originals.count }

  mutating func merge(
    _ new: SettingsValue, _ stored: SettingsValue, _ read: SettingsValue, _ path: TreePath
  ) -> SettingsValue {
    if let original = leftovers.originals[path] {
      guard new == read else { return new }
      keptOriginals += 1
      return original
    }
    return switch (new, stored, read) {
    case (.dictionary(let new), .dictionary(let stored), .dictionary(let read)):
      .dictionary(merge(new, stored, read, path))
    case (.array(let new), .array(let stored), .array(let read)) where stored.count == read.count:
      .array(merge(new, stored, read, path))
    default: new
    }
  }

  private mutating func merge(
    _ new: [String: SettingsValue], _ stored: [String: SettingsValue], _ read: [String: SettingsValue],
    _ path: TreePath
  ) -> [String: SettingsValue] {
    var result = new
    for (name, value) in new {
      guard let stored = stored[name], let read = read[name] else { continue }
      result[name] = merge(value, stored, read, path + [TreeStep(.key(name), isCollection: false)])
    }
    if keepsUnknown {
      for name in leftovers.unknownNames[path] ?? [] where result[name] == nil { result[name] = stored[name] }
    }
    return result
  }

  private mutating func merge(
    _ new: [SettingsValue], _ stored: [SettingsValue], _ read: [SettingsValue], _ path: TreePath
  ) -> [SettingsValue] {
    let origins = origins(of: new, in: read)
    return new.indices.map { index in
      guard let origin = origins[index] else { return new[index] }
      let step = TreeStep(.element(origin), isCollection: true)
      return merge(new[index], stored[origin], read[origin], path + [step])
    }
  }

  /// The places at which the elements of a new array were in the one that was read.
  private func origins(of new: [SettingsValue], in read: [SettingsValue]) -> [Int?] {
    var origins = [Int?](repeating: nil, count: new.count)
    var free: [SettingsValue: [Int]] = [:]
    for index in read.indices.reversed() {
      if new.indices.contains(index), new[index] == read[index] {
        origins[index] = index
      } else {
        free[read[index], default: []].append(index)
      }
    }
    for index in new.indices where origins[index] == nil { origins[index] = free[new[index]]?.popLast() }
    guard new.count == read.count else { return origins }
    var taken = Set(origins.compactMap { $0 })
    for index in new.indices where origins[index] == nil && taken.insert(index).inserted { origins[index] = index }
    return origins
  }
}
