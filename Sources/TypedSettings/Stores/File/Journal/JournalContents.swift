/// What the bytes of a journal say from some record on.
package struct JournalContents: Sendable {
  /// The records that are whole and follow each other.
  package private(set) var records: [JournalRecord] = []
  /// Where the last of them ends.
  package private(set) var end: Int
  /// What is behind that.
  package private(set) var rest = Rest.nothing

  package enum Rest: Hashable, Sendable {
    case nothing
    /// The beginning of a record that was never written to its end, or that a power cut has lost: it was not durable.
    case torn
    /// Bytes in the midst of records that were durable have changed; those around them are in ``records``.
    case damage
  }

  /// Whether somebody has appended to the journal: what a newer version has added is in it from the beginning.
  package var isUsed: Bool { records.contains { if case .unknown = $0.contents { $0.durable > 0 } else { true } } }

  /// The number that the next record would have.
  package private(set) var next: UInt64

  /// Reads records.
  ///
  /// - Parameters:
  ///   - bytes: The journal, or what of it comes from some record on; all offsets are in these bytes.
  ///   - offset: Where to begin.
  ///   - next: The number of the record to be found there.
  ///   - journal: The identity of the journal.
  package init(_ bytes: [UInt8], from offset: Int, next: UInt64, of journal: JournalIdentity) {
    end = offset
    self.next = next
    read(bytes, of: journal)
    guard end < bytes.count else { return }
    rest = .torn
    var gap = end
    var found: [(record: JournalRecord, offset: Int)] = []
    while let record = Self.search(bytes, after: gap, from: found.last?.record.number ?? self.next, of: journal) {
      found.append(record)
      gap = record.offset
    }
    // Whoever wrote a later record knew that what is missing here was on the disk.
    let durable = found.map(\.record.durable).max() ?? 0
    for (record, offset) in found where offset >= end && record.number >= self.next {
      guard durable >= self.next else { return }
      rest = .damage
      self.next = record.number
      end = offset
      read(bytes, of: journal)
    }
    if rest == .damage, end < bytes.count { end = bytes.count }
  }

  private mutating func read(_ bytes: [UInt8], of journal: JournalIdentity) {
    while let (record, end) = JournalRecord.read(bytes, at: end, in: journal), record.number == next {
      records.append(record)
      self.end = end
      next += 1
    }
  }

  /// The next whole record behind bytes that are none.
  private static func search(
    _ bytes: [UInt8], after offset: Int, from number: UInt64, of journal: JournalIdentity
  ) -> (record: JournalRecord, offset: Int)? {
    var offset = offset + 1
    while offset + JournalRecord.headLength < bytes.count {
      // A checksum at every byte would take a time that grows with the square: its number must fit first.
      var head = JournalScanner(bytes, in: offset + 8..<bytes.count)
      if let found = head.readNumber(UInt64.self), found > number, found - number < 1 << 32,
        let (record, _) = JournalRecord.read(bytes, at: offset, in: journal)
      {
        return (record, offset)
      }
      offset += 1
    }
    return nil
  }
}
