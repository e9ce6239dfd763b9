extension UnsafeBufferPointer<UInt8> {
  /// Returns the offset behind the string that starts at an offset, and whether it's ASCII without escape sequences.
  @inlinable @inline(__always)
  package func endOfString(from start: Int) -> (end: Int, isPlain: Bool) {
    var (offset, isPlain) = endOfPlainText(from: start + 1)
    while offset < count, self[offset] != UInt8(ascii: "\"") {
      isPlain = false
      // The character after a backslash doesn't end the string.
      offset = endOfPlainText(from: Swift.min(offset + 2, count)).offset
    }
    return (Swift.min(offset + 1, count), isPlain)
  }

  /// Returns the offset behind the value that starts at an offset; the start if there is none.
  @inlinable @inline(__always)
  package func endOfValue(from start: Int) -> Int {
    guard start < count else { return start }
    switch self[start] {
    case UInt8(ascii: "\""): return endOfString(from: start).end
    case UInt8(ascii: "{"), UInt8(ascii: "["): return endOfContainer(from: start)
    case UInt8(ascii: ":"): return start
    default:
      var offset = start
      while offset < count, !endsScalar(self[offset]) { offset += 1 }
      return offset
    }
  }

  @inlinable @inline(__always)
  func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: "/"), UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): true
    default: false
    }
  }

  @inlinable func endOfContainer(from start: Int) -> Int {
    var (offset, depth) = (start, 0)
    while true {
      offset = offsetOfStructure(from: offset)
      guard offset < count else { return offset }
      switch self[offset] {
      case UInt8(ascii: "\""): offset = endOfString(from: offset).end
      case UInt8(ascii: "/"): offset = Swift.min(endOfComment(at: offset) ?? offset + 1, count)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        offset += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        offset += 1
        if depth == 0 { return offset }
      default: offset += 1
      }
    }
  }

  /// Returns the offset of the next bracket, brace, slash or quotation mark from an offset on; the count if none.
  @inlinable @inline(__always)
  func offsetOfStructure(from start: Int) -> Int {
    var offset = start
    // Each load ends at or before the count.
    while offset + 8 <= count {
      let word = UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let marks = UInt64(littleEndian: word).marksOfStructure
      if marks != 0 { return offset + marks.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < count {
      switch self[offset] {
      case UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"),
        UInt8(ascii: "]"):
        return offset
      default: offset += 1
      }
    }
    return offset
  }

  /// Returns the offset of the next byte that isn't a space from an offset on.
  @inlinable @inline(__always)
  package func endOfSpaces(from start: Int) -> Int {
    var offset = start
    // Each load ends at or before the count.
    while offset + 8 <= count {
      let word = UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let others = UInt64(littleEndian: word) ^ 0x2020_2020_2020_2020
      if others != 0 { return offset + others.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < count, self[offset] == 0x20 { offset += 1 }
    return offset
  }
}

extension UInt64 {
  /// A mask whose lowest bit is in the first byte that is a bracket, brace, slash or quotation mark.
  ///
  /// The mark is the highest bit of the byte. Only the lowest mark is always correct.
  @inlinable @inline(__always)
  var marksOfStructure: UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // Brackets and braces differ in one bit.
    let folded = self | ones &* 0x20
    let quotes = self ^ ones &* UInt64(UInt8(ascii: "\""))
    let slashes = self ^ ones &* UInt64(UInt8(ascii: "/"))
    let opening = folded ^ ones &* UInt64(UInt8(ascii: "{"))
    let closing = folded ^ ones &* UInt64(UInt8(ascii: "}"))
    let marks =
      (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | (opening &- ones) & ~opening
      | (closing &- ones) & ~closing
    return marks & 0x8080_8080_8080_8080
  }
}
