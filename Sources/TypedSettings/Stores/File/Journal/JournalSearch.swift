/// Looks for whole records behind bytes that are none.
///
/// A checksum at every byte would take a time that grows with the square: what a record begins with must fit first, and
/// where it does so too often, the search ends before the bytes do.
struct JournalSearch {
  private let part: JournalPart
  private var offset: Int
  /// The number that the next record has at least.
  private var number: UInt64
  /// How many bytes may still go into checksums.
  private var rest: Int

  /// A Boolean value that indicates whether the search has ended before the bytes did.
  private(set) var isGivenUp = false

  /// Begins behind an offset, with the records that come after a number.
  init(_ part: JournalPart, after offset: Int, from number: UInt64) {
    self.part = part
    self.offset = offset + 1
    self.number = number + 1
    rest = Self.leastWork + part.bytes.count
  }

  /// What even a short journal may cost: a value of many small numbers looks like the heads of records.
  private static let leastWork = 1 << 20

  /// Returns the next records that are whole and follow each other; `nil` if there are none, or none were found in time.
  mutating func next() -> JournalContents.Run? {
    while moveToPlausibleHead() {
      if let head = part.record(at: offset) {
        let run = JournalContents.Run(at: offset, from: head.number).extended(in: part)
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
    guard let found = part.plausibleRecord(from: offset, number: number) else {
      offset = part.bytes.count
      return false
    }
    offset = found.offset
    rest -= found.length
    isGivenUp = rest < 0
    return !isGivenUp
  }
}
