extension Dictionary where Key == String {
  /// The members sorted by the UTF-8 bytes of their keys.
  ///
  /// The order of `String` depends on canonical forms, which other languages don't share.
  fileprivate var membersInByteOrder: [Element] {
    let members = Array(self)
    guard count > 1 else { return members }
    var sorted = SortedMembers()
    for member in members { sorted.append(member.key, text: 0..<0) }
    return sorted.sort(from: 0).map { members[Int($0.member)] }
  }
}

extension Dictionary where Key == String, Value == SettingsValue {
  /// The members of a document, sorted by key, including each member of a group of equivalent names.
  package var documentMembers: [Element] {
    let members = membersInByteOrder
    guard members.contains(where: { $0.value.spellings(of: $0.key) != nil }) else { return members }
    return members.flatMap { member in
      member.value.spellings(of: member.key)?.map { (key: $0.name, value: $0.value) } ?? [member]
    }
  }
}

extension SettingsValue {
  /// Returns the members that the value represents if their names are equivalent to a key; otherwise `nil`.
  func spellings(of key: String) -> [(name: String, value: SettingsValue)]? {
    guard let spellings, spellings.first?.name == key else { return nil }
    return spellings
  }
}

/// The members of nested objects, to be sorted by the UTF-8 bytes of their keys.
///
/// The bytes of all keys are in one buffer, because comparing strings costs more for reference counting than for the
/// bytes.
struct SortedMembers: ~Copyable {
  /// A member with offsets in other buffers.
  private struct Member {
    let keyStart: Int
    let keyEnd: Int
    let textStart: Int
    let textEnd: Int
  }

  /// A member during sorting.
  struct Entry {
    /// The first eight bytes after the common prefix as a big-endian number, padded with zeros.
    var head: UInt64
    /// The index of the member, which fits because memory holds fewer members.
    let member: UInt32
  }

  private var keys = MovableStack<UInt8>()
  private var members = MovableStack<Member>()
  private var entries = MovableStack<Entry>()
  private var texts = MovableStack<UInt8>()
  private var offsets = MovableStack<Int>()

  var count: Int { members.count }

  /// Reserves memory for members.
  mutating func reserve(_ count: Int) {
    members.reserve(count)
    keys.reserve(24 * count)
  }

  /// Adds a member.
  @inline(__always)
  mutating func append(_ key: String, text: Range<Int>) {
    let start = keys.count
    if key.utf8.withContiguousStorageIfAvailable({ keys.append(contentsOf: $0) }) == nil {
      // Strings bridged from Objective-C may not be contiguous.
      var key = key
      key.withUTF8 { keys.append(contentsOf: $0) }
    }
    members.append(
      Member(keyStart: start, keyEnd: keys.count, textStart: text.lowerBound, textEnd: text.upperBound))
  }

  /// Removes the members from an index to the top, and sorts their texts, which follow each other in the same order.
  mutating func sortTexts(of first: Int, in bytes: inout MovableStack<UInt8>) {
    guard members.count - first > 1 else { return removeAll(from: first) }
    let start = members.elements[first].textStart
    let (all, sorted) = (UnsafeBufferPointer(bytes.elements), sort(from: first))
    texts.removeAll(from: 0)
    texts.reserve(all.count - start)
    for entry in sorted {
      let member = members.elements[first + Int(entry.member)]
      texts.append(contentsOf: UnsafeBufferPointer(rebasing: all[member.textStart..<member.textEnd]))
    }
    // The texts are as long as the bytes that they replace, because they are the same bytes in another order.
    bytes.removeAll(from: start)
    bytes.append(contentsOf: UnsafeBufferPointer(texts.elements))
    removeAll(from: first)
  }

  private mutating func removeAll(from first: Int) {
    if first < members.count { keys.removeAll(from: members.elements[first].keyStart) }
    members.removeAll(from: first)
  }

  /// Returns the members from an index to the top in the order of their keys, until members are added or removed.
  mutating func sort(from first: Int) -> UnsafeMutableBufferPointer<Entry> {
    // No keys or members are added while these buffers are in use.
    let keys = UnsafeRawBufferPointer(keys.elements)
    let members = UnsafeMutableBufferPointer(rebasing: members.elements[first...])
    func key(_ member: Int) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(rebasing: keys[members[member].keyStart..<members[member].keyEnd])
    }
    func precedes(_ left: Entry, _ right: Entry) -> Bool {
      left.head == right.head ? key(Int(left.member)).precedes(key(Int(right.member))) : left.head < right.head
    }
    var common = members.isEmpty ? 0 : key(0).count
    for index in members.indices { common = key(0).commonPrefixLength(with: key(index), atMost: common) }
    entries.removeAll(from: 0)
    // The second half is for moving the entries.
    entries.reserve(2 * members.count)
    for index in members.indices { entries.append(Entry(head: key(index).head(from: common), member: UInt32(index))) }
    if members.count >= 128 {
      let sorted = sortedByHeads()
      var start = 0
      while start < sorted.count {
        var end = start + 1
        while end < sorted.count, sorted[end].head == sorted[start].head { end += 1 }
        if end - start > 1 {
          // Few keys also have the next eight bytes in common, so few comparisons read the keys, which are far apart.
          for index in start..<end { sorted[index].head = key(Int(sorted[index].member)).head(from: common + 8) }
          sorted[start..<end].sort(by: precedes)
        }
        start = end
      }
      return sorted
    }
    var sorted = entries.elements
    if members.count > 12 {
      sorted.sort(by: precedes)
      return sorted
    }
    for end in sorted.indices.dropFirst() {
      let entry = sorted[end]
      var index = end
      while index > 0, precedes(entry, sorted[index - 1]) {
        sorted[index] = sorted[index - 1]
        index -= 1
      }
      sorted[index] = entry
    }
    return sorted
  }

  /// Sorts the entries by each byte of their heads, beginning with the last one.
  private mutating func sortedByHeads() -> UnsafeMutableBufferPointer<Entry> {
    let unsorted = entries.elements
    let differing = unsorted.reduce(0) { $0 | $1.head ^ unsorted[0].head }
    // Doesn't move the first half, because the memory is reserved.
    var (source, target) = (unsorted, entries.append(uninitialized: unsorted.count))
    for shift in stride(from: 0, to: UInt64(64), by: 8) where differing >> shift & 0xFF != 0 {
      offsets.removeAll(from: 0)
      let offsets = offsets.append(uninitialized: 257)
      offsets.initialize(repeating: 0)
      for entry in source { offsets[Int(entry.head >> shift & 0xFF) + 1] += 1 }
      for byte in 0..<256 { offsets[byte + 1] += offsets[byte] }
      for entry in source {
        let byte = Int(entry.head >> shift & 0xFF)
        target[offsets[byte]] = entry
        offsets[byte] += 1
      }
      swap(&source, &target)
    }
    return source
  }
}

extension UnsafeRawBufferPointer {
  /// Returns the number of leading bytes that are the same in another buffer.
  @inlinable package func commonPrefixLength(with other: UnsafeRawBufferPointer, atMost limit: Int) -> Int {
    let limit = Swift.min(limit, count, other.count)
    var length = 0
    while length + 8 <= limit,
      loadUnaligned(fromByteOffset: length, as: UInt64.self)
        == other.loadUnaligned(fromByteOffset: length, as: UInt64.self)
    {
      length += 8
    }
    while length < limit, self[length] == other[length] { length += 1 }
    return length
  }

  /// Returns the eight bytes from an offset on as a big-endian number, padded with zeros behind the end.
  @inline(__always)
  fileprivate func head(from start: Int) -> UInt64 {
    if start + 8 <= count { return UInt64(bigEndian: loadUnaligned(fromByteOffset: start, as: UInt64.self)) }
    var head: UInt64 = 0
    for offset in Swift.min(start, count)..<count { head |= UInt64(self[offset]) << (56 - 8 * UInt64(offset - start)) }
    return head
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
