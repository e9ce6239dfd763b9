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
