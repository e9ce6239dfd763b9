/// Looks for whole records behind bytes that are none.
///
/// A checksum at every byte would take a time that grows with the square: the number that belongs to it must fit first,
/// and where it does so too often, the search ends before the bytes do.
struct JournalSearch {
  private let bytes: [UInt8]
  private let journal: JournalIdentity
  private var offset: Int
  /// The number that the next record has to exceed.
  private var number: UInt64
  /// How many bytes may still go into checksums.
  private var rest: Int

  /// Whether the search has ended before the bytes did.
  private(set) var isGivenUp = false

  /// Begins behind an offset, with the records that come after a number.
  init(_ bytes: [UInt8], after offset: Int, from number: UInt64, of journal: JournalIdentity) {
    self.bytes = bytes
    self.journal = journal
    self.offset = offset
    self.number = number
    rest = Self.leastWork + 4 * bytes.count
  }

  /// What even a short journal may cost: a value of many small numbers looks like the heads of records.
  private static let leastWork = 1 << 20

  /// The next whole record; nil if there is none, or none that was found in time.
  mutating func next() -> (record: JournalRecord, offset: Int)? {
    offset += 1
    while !isGivenUp, offset + JournalRecord.headLength < bytes.count {
      if isPlausible(), let (record, _) = JournalRecord.read(bytes, at: offset, in: journal) {
        number = record.number
        return (record, offset)
      }
      offset += 1
    }
    return nil
  }

  /// Whether a record may begin here whose checksum there is still time for.
  private mutating func isPlausible() -> Bool {
    var head = JournalScanner(bytes, in: offset..<bytes.count)
    guard let length = head.readNumber(UInt32.self).map(Int.init), head.readNumber(UInt32.self) != nil,
      let found = head.readNumber(UInt64.self), found > number, found - number < 1 << 32,
      1...(bytes.count - offset - JournalRecord.headLength) ~= length
    else { return false }
    rest -= length
    isGivenUp = rest < 0
    return !isGivenUp
  }
}
