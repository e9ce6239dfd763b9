/// A contiguous part of a journal's bytes.
struct JournalPart: Sendable {
  let bytes: [UInt8]
  /// The offset of the bytes in the file.
  let origin: Int
  let frame: JournalFrame

  init(_ bytes: [UInt8], at origin: Int, in frame: JournalFrame) {
    self.bytes = bytes
    self.origin = origin
    self.frame = frame
  }

  /// Returns the number of a record that begins at an offset in the bytes.
  func number(at offset: Int) -> UInt64 { frame.number(at: origin + offset) }
}

extension JournalRecord {
  /// The head of a record, and the location of its contents.
  struct Head {
    let number: UInt64
    let durable: UInt64
    /// The range of the contents in the bytes that the head was read from.
    let contents: Range<Int>
    fileprivate let sum: UInt32
  }
}

extension JournalPart {
  /// Reads the head at an offset without checking the checksum.
  ///
  /// - Returns: The head; `nil` if it's invalid, or if too few bytes follow.
  func head(at offset: Int) -> JournalRecord.Head? {
    let headLength = JournalFrame.headLength
    guard bytes.count - offset > headLength else { return nil }
    return bytes.withUnsafeBytes { bytes -> JournalRecord.Head? in
      func number(at place: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + place, as: UInt32.self))
      }
      guard number(at: 0) == frame.mark else { return nil }
      let length = Int(clamping: number(at: 4))
      guard 1...JournalRecord.maximumLength ~= length, bytes.count - offset - headLength >= length else { return nil }
      let durable = UInt64(number(at: 12))
      return JournalRecord.Head(
        number: self.number(at: offset), durable: durable == 0 ? 0 : frame.base + durable,
        contents: offset + headLength..<offset + headLength + length, sum: number(at: 8))
    }
  }

  /// Reads the head at an offset; returns `nil` if no complete record of the journal begins there.
  func record(at offset: Int) -> JournalRecord.Head? {
    guard let head = head(at: offset) else { return nil }
    let found = bytes.withUnsafeBytes { bytes in
      JournalRecord.checksum(
        ofLength: head.contents.count, UnsafeRawBufferPointer(rebasing: bytes[offset + 12..<head.contents.upperBound]),
        in: frame.identity)
    }
    return head.sum == found ? head : nil
  }

  /// Returns the next offset where a record may begin, without computing its checksum.
  ///
  /// - Parameter start: The offset where the search begins.
  /// - Returns: The offset and the length of the contents; `nil` if no record may begin there.
  func plausibleRecord(from start: Int) -> (offset: Int, length: Int)? {
    bytes.withUnsafeBytes { bytes in
      var offset = start
      while offset + JournalFrame.headLength < bytes.count {
        if UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)) == frame.mark {
          let length = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self))
          if length > 0, length <= bytes.count - offset - JournalFrame.headLength { return (offset, Int(length)) }
        }
        offset += 1
      }
      return nil
    }
  }
}

/// A search for complete records behind invalid bytes.
///
/// Computing a checksum at every offset would take quadratic time. The search computes one only where the head is
/// plausible, and gives up if that happens too often.
struct JournalSearch {
  private let part: JournalPart
  private var offset: Int
  /// The number of bytes whose checksums may still be computed.
  private var rest: Int

  /// A Boolean value that indicates whether the search gave up before the end of the bytes.
  private(set) var hasGivenUp = false

  /// Creates a search behind an offset.
  init(_ part: JournalPart, after offset: Int) {
    self.part = part
    self.offset = offset + 1
    rest = Self.leastWork + part.bytes.count
  }

  /// The minimum number of bytes, because a value of many small numbers in a short journal looks like heads of records.
  private static let leastWork = 1 << 20

  /// Returns the next run of complete records; `nil` at the end, or if the search gives up.
  mutating func next() -> JournalContents.Run? {
    while moveToPlausibleHead() {
      if let head = part.record(at: offset) {
        let run = JournalContents.Run(at: offset, from: head.number).extended(in: part)
        offset = run.end
        return run
      }
      offset += 1
    }
    return nil
  }

  /// Moves to the next offset where a record may begin.
  ///
  /// - Returns: `false` at the end of the bytes, or if the search gives up.
  private mutating func moveToPlausibleHead() -> Bool {
    if hasGivenUp { return false }
    guard let found = part.plausibleRecord(from: offset) else {
      offset = part.bytes.count
      return false
    }
    offset = found.offset
    rest -= found.length
    hasGivenUp = rest < 0
    return !hasGivenUp
  }
}
