extension UnsafeBufferPointer<UInt8> {
  /// The offset of the first byte, from some offset on, that JSON has no plain form for in a string; the count if there
  /// is none.
  func offsetOfSpecialByte(from start: Int) -> Int { endOfPlainText(from: start).offset }

  /// The offset of the first byte, from some offset on, that JSON has no plain form for in a string, or the count if
  /// there is none; and whether all bytes before it are ASCII.
  @inline(__always)
  func endOfPlainText(from start: Int) -> (offset: Int, isASCII: Bool) {
    var offset = start
    var bits: UInt64 = 0
    // Each load ends at the count or before it.
    while offset + 8 <= count {
      let word = UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let marks = UInt64(littleEndian: word).marksOfSpecialBytes
      if marks != 0 {
        // Of the bytes behind the lowest mark, and of that one the mark itself, nothing counts.
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

  /// Whether all bytes are ASCII; it looks at all of them, which is faster than to stop at the first that is none.
  var isASCII: Bool { reduce(0, |) < 0x80 }
}

extension UInt64 {
  /// Whether eight bytes of text are all ASCII.
  @inline(__always)
  fileprivate var isASCII: Bool { self & 0x8080_8080_8080_8080 == 0 }

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

extension UInt8 {
  /// The value of an ASCII digit.
  @inline(__always)
  var decimalDigit: UInt8? {
    let digit = self &- UInt8(ascii: "0")
    return digit < 10 ? digit : nil
  }

  /// The value of an ASCII hexadecimal digit of either case.
  var hexadecimalDigit: UInt8? {
    if let decimalDigit { return decimalDigit }
    // The two cases of a letter differ in one bit.
    let digit = (self | 0x20) &- UInt8(ascii: "a")
    return digit < 6 ? digit + 10 : nil
  }
}

/// A place in a text, as editors show it: `line 3, column 14`.
///
/// Both count from one. A line ends with a line feed, a carriage return or one of each, and a column is a Unicode scalar,
/// so that a letter beyond ASCII moves what follows by one column as in an editor, however many bytes it takes. A byte
/// order mark is no part of the first line.
package struct TextPosition: Equatable, CustomStringConvertible {
  package private(set) var line = 1
  package private(set) var column = 1

  /// Finds the place of a byte in UTF-8, which may be wrong as well; the offset may be that of the end.
  package init(of offset: Int, in bytes: some RandomAccessCollection<UInt8>) {
    var isAfterReturn = false
    for (index, byte) in bytes.prefix(offset).enumerated() {
      switch byte {
      case UInt8(ascii: "\n") where isAfterReturn: break
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): (line, column) = (line + 1, 1)
      // A scalar has one byte that is none of these, its first.
      case 0x80..<0xC0: break
      case 0xEF where index == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]): break
      default: column += 1
      }
      isAfterReturn = byte == UInt8(ascii: "\r")
    }
  }

  package var description: String { "line \(line), column \(column)" }
}
