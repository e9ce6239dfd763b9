extension Dictionary where Key == String {
  /// The members sorted by the UTF-8 bytes of their keys.
  ///
  /// The order of `String` depends on canonical forms, which other languages don't share. The bytes of all keys are
  /// sorted in one buffer, because comparing strings costs more for reference counting than for the bytes.
  fileprivate var membersInByteOrder: [Element] {
    let members = Array(self)
    guard count > 1 else { return members }
    var text: [UInt8] = []
    text.reserveCapacity(32 * count)
    var keys: [SortKey] = []
    keys.reserveCapacity(count)
    for (index, member) in members.enumerated() {
      let start = text.count
      text += member.key.utf8
      keys.append(SortKey(start: start, end: text.count, member: index))
    }
    text.withUnsafeBytes { text in
      let common = commonPrefixLength(of: keys, in: text)
      for index in keys.indices { keys[index].setHead(after: common, in: text) }
      keys.sort { left, right in
        if left.head != right.head { return left.head < right.head }
        return left.bytes(in: text).precedes(right.bytes(in: text))
      }
    }
    return keys.map { members[$0.member] }
  }
}

extension Dictionary where Key == String, Value == SettingsValue {
  /// The members of a document, sorted by key, including each member of a group of equivalent names.
  var documentMembers: [Element] {
    let members = membersInByteOrder
    guard members.contains(where: { $0.value.isSpellings(of: $0.key) }) else { return members }
    return members.flatMap { member in
      guard member.value.isSpellings(of: member.key), let spellings = member.value.spellings else { return [member] }
      return spellings.map { (key: $0.name, value: $0.value) }
    }
  }
}

extension SettingsValue {
  /// Returns whether the value represents members whose names are equivalent to a key.
  fileprivate func isSpellings(of key: String) -> Bool { spellings?.first.map { $0.name == key } ?? false }
}

/// Returns the length of the prefix that all keys share, such as the name of a settings group.
private func commonPrefixLength(of keys: [SortKey], in text: UnsafeRawBufferPointer) -> Int {
  guard let first = keys.first?.bytes(in: text) else { return 0 }
  return keys.reduce(first.count) { common, key in
    let bytes = key.bytes(in: text)
    let limit = Swift.min(common, bytes.count)
    return (0..<limit).first { first[$0] != bytes[$0] } ?? limit
  }
}

extension UnsafeRawBufferPointer {
  /// Returns whether these bytes precede others, comparing a word at a time.
  fileprivate func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
    let common = Swift.min(count, other.count)
    var offset = 0
    while offset + 8 <= common {
      let left = UInt64(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let right = UInt64(bigEndian: other.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      if left != right { return left < right }
      offset += 8
    }
    while offset < common {
      if self[offset] != other[offset] { return self[offset] < other[offset] }
      offset += 1
    }
    return count < other.count
  }
}

/// The range of a key's bytes in a buffer, with the index of its member.
private struct SortKey {
  let start: Int
  let end: Int
  let member: Int
  /// The first eight bytes after the common prefix as a big-endian number, padded with zeros.
  private(set) var head: UInt64 = 0

  init(start: Int, end: Int, member: Int) {
    self.start = start
    self.end = end
    self.member = member
  }

  func bytes(in text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: text[start..<end])
  }

  /// Sets `head` to the eight bytes that follow the common prefix.
  mutating func setHead(after common: Int, in text: UnsafeRawBufferPointer) {
    let start = start + common
    if start + 8 <= end {
      head = UInt64(bigEndian: text.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    } else {
      head = text[start..<end].reduce(0) { $0 << 8 | UInt64($1) } << (8 * (8 - (end - start)))
    }
  }
}

/// The members of a dictionary in a document whose names are canonically equivalent, and therefore one key in Swift.
struct EquivalentNames {
  private struct Group {
    var members: [(name: String, value: SettingsValue)]
    var names: Set<[UInt8]>
  }

  private var groups: [String: Group] = [:]

  /// Adds a member to a dictionary.
  ///
  /// - Returns: `false` if the dictionary has a member with exactly the same name.
  mutating func add(_ value: SettingsValue, named name: String, to values: inout [String: SettingsValue]) -> Bool {
    guard let first = values.updateValue(value, forKey: name) else { return true }
    return keep(value, named: name, beside: first, in: values)
  }

  @inline(never)
  private mutating func keep(
    _ value: SettingsValue, named name: String, beside first: SettingsValue, in values: [String: SettingsValue]
  ) -> Bool {
    if groups[name] == nil {
      // Updating a value keeps the spelling of its key.
      let firstName = values.index(forKey: name).map { values[$0].key } ?? name
      groups[name] = Group(members: [(firstName, first)], names: [Array(firstName.utf8)])
    }
    guard groups[name]?.names.insert(Array(name.utf8)).inserted == true else { return false }
    groups[name]?.members.append((name, value))
    return true
  }

  /// Replaces each group of members with equivalent names by one value, after all members were added.
  ///
  /// - Parameters:
  ///   - values: The dictionary.
  ///   - budget: The budget inside the dictionary.
  /// - Returns: The number of values added.
  /// - Throws: ``SettingsError`` if the result exceeds the limits.
  @inline(__always)
  func finish(_ values: inout [String: SettingsValue], _ budget: inout ValueBudget) throws(SettingsError) -> Int {
    groups.isEmpty ? 0 : try replace(&values, &budget)
  }

  @inline(never)
  private func replace(
    _ values: inout [String: SettingsValue], _ budget: inout ValueBudget
  ) throws(SettingsError) -> Int {
    var added = 0
    for (name, group) in groups {
      try budget.check(height: SettingsValue.levelsOfSpellings)
      for (_, value) in group.members {
        try value.checkLimits(depth: budget.depth + SettingsValue.levelsOfSpellings)
        try budget.add()
      }
      try budget.add()
      added += group.members.count + 1
      values[name] = SettingsValue(spellings: group.members)
    }
    return added
  }
}
