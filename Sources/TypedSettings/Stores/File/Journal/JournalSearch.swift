/// Looks for whole records behind bytes that are none.
///
/// A checksum at every byte would take a time that grows with the square: the number that belongs to it must fit first,
/// and where it does so too often, the search ends before the bytes do.
struct JournalSearch {
  private let bytes: [UInt8]
  private let journal: JournalIdentity
  private var offset: Int
  /// The number that the next record has at least.
  private var number: UInt64
  /// How many bytes may still go into checksums.
  private var rest: Int

  /// Whether the search has ended before the bytes did.
  private(set) var isGivenUp = false

  /// Begins behind an offset, with the records that come after a number.
  init(_ bytes: [UInt8], after offset: Int, from number: UInt64, of journal: JournalIdentity) {
    self.bytes = bytes
    self.journal = journal
    self.offset = offset + 1
    self.number = number + 1
    rest = Self.leastWork + bytes.count
  }

  /// What even a short journal may cost: a value of many small numbers looks like the heads of records.
  private static let leastWork = 1 << 20

  /// Returns the next records that are whole and follow each other; `nil` if there are none, or none were found in time.
  mutating func next() -> JournalContents.Run? {
    while moveToPlausibleHead() {
      if let head = JournalRecord.Head(bytes, at: offset, in: journal) {
        let run = JournalContents.Run(at: offset, from: head.number).extended(over: bytes, of: journal)
        offset = run.end
        number = run.next
        return run
      }
      offset += 1
    }
    return nil
  }

  /// Moves to the next offset where a record may begin.
  ///
  /// - Returns: Whether there is one whose checksum there is still time for.
  private mutating func moveToPlausibleHead() -> Bool {
    if isGivenUp { return false }
    let length = JournalRecord.headLength
    let found = bytes.withUnsafeBytes { bytes -> (offset: Int, length: Int)? in
      var offset = offset
      while offset + length < bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        // Five of its bytes begin a length of zero, which no record has; a file may be long and hold nothing.
        if word == 0 {
          offset += 5
          continue
        }
        let size = Int(word & 0xFFFF_FFFF)
        if 1...(bytes.count - offset - length) ~= size {
          let found = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
          if found >= number, found - number < 1 << 32 { return (offset, size) }
        }
        offset += 1
      }
      return nil
    }
    guard let found else {
      offset = bytes.count
      return false
    }
    offset = found.offset
    rest -= found.length
    isGivenUp = rest < 0
    return !isGivenUp
  }
}
