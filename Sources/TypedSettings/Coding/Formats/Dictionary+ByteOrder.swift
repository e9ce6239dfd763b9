extension Dictionary where Key == String {
  /// The members in the order of the UTF-8 of their keys.
  ///
  /// Strings themselves are in the order of their canonical forms, which other languages do not share. The bytes of all
  /// keys are sorted in one place, because a comparison of two strings costs more in reference counts than in bytes.
  var membersInByteOrder: [Element] {
    let members = Array(self)
    guard count > 1 else { return members }
    var text: [UInt8] = []
    var places: [(key: Range<Int>, member: Int)] = []
    places.reserveCapacity(count)
    for (index, member) in members.enumerated() {
      let start = text.count
      text += member.key.utf8
      places.append((start..<text.count, index))
    }
    text.withUnsafeBytes { text in
      places.sort { left, right in
        UnsafeRawBufferPointer(rebasing: text[left.key]).precedes(UnsafeRawBufferPointer(rebasing: text[right.key]))
      }
    }
    return places.map { members[$0.member] }
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
