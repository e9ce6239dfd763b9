/// Bytes of a journal from some offset of its file on, and the records in them.
struct JournalPart: Sendable {
  let bytes: [UInt8]
  /// Where the bytes begin in the file.
  let origin: Int
  let frame: JournalFrame

  init(_ bytes: [UInt8], at origin: Int, in frame: JournalFrame) {
    self.bytes = bytes
    self.origin = origin
    self.frame = frame
  }

  /// The number of a record that begins at an offset in the bytes, in version 2.
  func number(at offset: Int) -> UInt64 { frame.number(at: origin + offset) }
}

extension JournalRecord {
  /// What a record has before its contents, and where those are.
  struct Head {
    let version: UInt16
    let number: UInt64
    let durable: UInt64
    /// In the bytes that it was read from.
    let contents: Range<Int>
    fileprivate let sum: UInt32
  }
}

extension JournalPart {
  /// Reads the head at an offset where there is a whole record for sure.
  ///
  /// - Returns: `nil` if there are too few bytes for one.
  func head(at offset: Int) -> JournalRecord.Head? {
    let headLength = frame.headLength
    guard bytes.count - offset > headLength else { return nil }
    return bytes.withUnsafeBytes { bytes -> JournalRecord.Head? in
      func number(at place: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + place, as: UInt32.self))
      }
      func longNumber(at place: Int) -> UInt64 {
        UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + place, as: UInt64.self))
      }
      let isFirst = frame.version == 1
      guard isFirst || number(at: 0) == frame.mark else { return nil }
      let length = Int(number(at: isFirst ? 0 : 4))
      guard 1...JournalRecord.maximumLength ~= length, bytes.count - offset - headLength >= length else { return nil }
      let durable = isFirst ? longNumber(at: 16) : UInt64(number(at: 12))
      return JournalRecord.Head(
        version: frame.version, number: isFirst ? longNumber(at: 8) : self.number(at: offset),
        durable: isFirst || durable == 0 ? durable : frame.base + durable,
        contents: offset + headLength..<offset + headLength + length, sum: number(at: isFirst ? 4 : 8))
    }
  }

  /// Reads the head at an offset; `nil` if there is no whole record of the journal there.
  func record(at offset: Int) -> JournalRecord.Head? {
    guard let head = head(at: offset) else { return nil }
    let begin = offset + (frame.version == 1 ? 8 : 12)
    let found = bytes.withUnsafeBytes { bytes in
      JournalRecord.checksum(
        ofLength: head.contents.count, UnsafeRawBufferPointer(rebasing: bytes[begin..<head.contents.upperBound]),
        in: frame.identity)
    }
    return head.sum == found ? head : nil
  }

  /// Where a record may begin behind an offset: only a look at its checksum is dearer.
  ///
  /// - Parameters:
  ///   - offset: Where to begin to look.
  ///   - number: The number that the record has at least.
  /// - Returns: The offset and the length of the contents; `nil` if there is none.
  func plausibleRecord(from offset: Int, number: UInt64) -> (offset: Int, length: Int)? {
    frame.version == 1 ? numberedRecord(from: offset, number: number) : markedRecord(from: offset)
  }

  private func markedRecord(from start: Int) -> (offset: Int, length: Int)? {
    bytes.withUnsafeBytes { bytes in
      var offset = start
      while offset + frame.headLength < bytes.count {
        if UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) == frame.mark {
          let length = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)))
          if 1...(bytes.count - offset - frame.headLength) ~= length { return (offset, length) }
        }
        offset += 1
      }
      return nil
    }
  }

  private func numberedRecord(from start: Int, number: UInt64) -> (offset: Int, length: Int)? {
    bytes.withUnsafeBytes { bytes in
      var offset = start
      while offset + frame.headLength < bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        // Five of its bytes begin a length of zero, which no record has; a file may be long and hold nothing.
        if word == 0 {
          offset += 5
          continue
        }
        let length = Int(word & 0xFFFF_FFFF)
        if 1...(bytes.count - offset - frame.headLength) ~= length {
          let found = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
          if found >= number, found - number < 1 << 32 { return (offset, length) }
        }
        offset += 1
      }
      return nil
    }
  }
}
