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
    var search = JournalSearch(bytes, after: end, from: self.next, of: journal)
    var found: [(record: JournalRecord, offset: Int)] = []
    while let record = search.next() { found.append(record) }
    // Whoever wrote a later record knew that what is missing here was on the disk.
    let durable = found.map(\.record.durable).max() ?? 0
    for (record, offset) in found where offset >= end && record.number >= self.next {
      guard durable >= self.next else { break }
      rest = .damage
      self.next = record.number
      end = offset
      read(bytes, of: journal)
    }
    // What was not looked through may hold records that were durable.
    if search.isGivenUp { rest = .damage }
    if rest == .damage, end < bytes.count { end = bytes.count }
  }

  private mutating func read(_ bytes: [UInt8], of journal: JournalIdentity) {
    while let (record, end) = JournalRecord.read(bytes, at: end, in: journal), record.number == next {
      records.append(record)
      self.end = end
      next += 1
    }
  }
}
