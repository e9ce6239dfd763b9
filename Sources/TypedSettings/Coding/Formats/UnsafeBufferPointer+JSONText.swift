extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first byte, from some offset on, that JSON has no plain form for in a string; the count if there
  /// is none.
  func offsetOfSpecialByte(from start: Int) -> Int {
    var offset = start
    // Each load ends at the count or before it.
    while offset + 8 <= count {
      let word = UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let marks = UInt64(littleEndian: word).marksOfSpecialBytes
      if marks != 0 { return offset + marks.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < count, self[offset] >= 0x20, self[offset] != UInt8(ascii: "\""), self[offset] != UInt8(ascii: "\\") {
      offset += 1
    }
    return offset
  }

  /// Whether all bytes are ASCII; it looks at all of them, which is faster than to stop at the first that is none.
  var isASCII: Bool { reduce(0, |) < 0x80 }
}

extension UInt64 {
  /// Eight bytes of text with a mark at each that JSON has no plain form for in a string: quotes, backslashes and control
  /// characters.
  ///
  /// The mark is the highest bit of the byte. The lowest mark is always right, one above it may mark a plain byte,
  /// because a subtraction below borrows from it. See "Determine if a word has a byte less than n" in Sean Anderson's
  /// collection of bit tricks.
  @inline(__always)
  fileprivate var marksOfSpecialBytes: UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // A byte is a quote if it is zero after all bits of a quote have been flipped.
    let quotes = self ^ ones &* UInt64(UInt8(ascii: "\""))
    let backslashes = self ^ ones &* UInt64(UInt8(ascii: "\\"))
    let marks = (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | (self &- ones &* 0x20) & ~self
    return marks & 0x8080_8080_8080_8080
  }
}
