extension UnsafeBufferPointer<UInt8> {
  /// Returns the offset of the first byte, from an offset on, that a JSON string must escape; the count if none.
  func offsetOfSpecialByte(from start: Int) -> Int { endOfPlainText(from: start).offset }

  /// Returns the offset of the first byte that a JSON string must escape, and whether all bytes before it are ASCII.
  ///
  /// The offset is the count if there is no such byte.
  @inlinable @inline(__always)
  package func endOfPlainText(from start: Int) -> (offset: Int, isASCII: Bool) {
    var offset = start
    var bits: UInt64 = 0
    // Each load ends at or before the count.
    while offset + 8 <= count {
      let word = UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let marks = UInt64(littleEndian: word).marksOfSpecialBytes
      if marks != 0 {
        // Ignores the byte of the lowest mark and all bytes after it.
        bits |= UInt64(littleEndian: word) & ((marks & (0 &- marks)) &- 1)
        return (offset + marks.trailingZeroBitCount / 8, bits.isASCII)
      }
      bits |= word
      offset += 8
    }
    while offset < count, self[offset] >= 0x20, self[offset] != UInt8(ascii: "\""), self[offset] != UInt8(ascii: "\\") {
      bits |= UInt64(self[offset])
      offset += 1
    }
    return (offset, bits.isASCII)
  }

  /// A Boolean value that indicates whether all bytes are ASCII.
  ///
  /// Testing all bytes is faster than stopping at the first one that isn't ASCII.
  var isASCII: Bool { reduce(0, |) < 0x80 }
}

extension UInt64 {
  /// A Boolean value that indicates whether all eight bytes are ASCII.
  @inlinable @inline(__always)
  var isASCII: Bool { self & 0x8080_8080_8080_8080 == 0 }

  /// A mask that marks each byte that a JSON string must escape: quotation marks, backslashes and control characters.
  ///
  /// The mark is the highest bit of the byte. The lowest mark is always correct. A higher one may mark a plain byte,
  /// because a subtraction below borrows from it. See "Determine if a word has a byte less than n" in Sean Anderson's
  /// collection of bit tricks.
  @inlinable @inline(__always)
  var marksOfSpecialBytes: UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // XOR with a quotation mark turns a quotation mark into zero.
    let quotes = self ^ ones &* UInt64(UInt8(ascii: "\""))
    let backslashes = self ^ ones &* UInt64(UInt8(ascii: "\\"))
    let marks = (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes | (self &- ones &* 0x20) & ~self
    return marks & 0x8080_8080_8080_8080
  }
}

extension UInt8 {
  /// The value of an ASCII digit; `nil` for other bytes.
  @inlinable @inline(__always)
  package var decimalDigit: UInt8? {
    let digit = self &- UInt8(ascii: "0")
    return digit < 10 ? digit : nil
  }

  /// The value of an ASCII hexadecimal digit in either case; `nil` for other bytes.
  var hexadecimalDigit: UInt8? {
    if let decimalDigit { return decimalDigit }
    // The two cases of a letter differ in one bit.
    let digit = (self | 0x20) &- UInt8(ascii: "a")
    return digit < 6 ? digit + 10 : nil
  }
}
