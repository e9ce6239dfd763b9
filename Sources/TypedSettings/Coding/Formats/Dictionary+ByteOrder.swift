extension Dictionary where Key == String {
  /// The members in the order of the UTF-8 of their keys.
  ///
  /// Strings themselves are in the order of their canonical forms, which other languages do not share. The bytes of all
  /// keys are sorted in one place, because a comparison of two strings costs more in reference counts than in bytes.
  var membersInByteOrder: [Element] {
    let members = Array(self)
    guard count > 1 else { return members }
    var text: [UInt8] = []
    text.reserveCapacity(32 * count)
    var keys: [PlacedKey] = []
    keys.reserveCapacity(count)
    for (index, member) in members.enumerated() {
      let start = text.count
      text += member.key.utf8
      keys.append(PlacedKey(start: start, end: text.count, member: index))
    }
    text.withUnsafeBytes { text in
      let common = lengthOfCommonStart(of: keys, in: text)
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
  /// The members as a document has them, in the order of their keys: of names in several spellings, all.
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
  /// Whether the value is the form of members whose names are all a key.
  fileprivate func isSpellings(of key: String) -> Bool { spellings?.first.map { $0.name == key } ?? false }
}

/// How many bytes all keys start with: the names of settings have that of their group.
private func lengthOfCommonStart(of keys: [PlacedKey], in text: UnsafeRawBufferPointer) -> Int {
  guard let first = keys.first?.bytes(in: text) else { return 0 }
  return keys.reduce(first.count) { common, key in
    let bytes = key.bytes(in: text)
    let limit = Swift.min(common, bytes.count)
    return (0..<limit).first { first[$0] != bytes[$0] } ?? limit
  }
}
extension UnsafeRawBufferPointer {
  /// Whether these bytes come before others, compared a word at a time.
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
