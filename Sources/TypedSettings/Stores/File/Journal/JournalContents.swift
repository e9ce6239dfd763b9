/// What the bytes of a journal say from some record on.
///
/// The records are found once and read when they're asked for: a journal may hold more than fits into memory.
package struct JournalContents: Sendable {
  /// Records that are whole and follow each other.
  struct Run: Sendable {
    let start: Int
    var end: Int
    /// The number of the first one.
    let first: UInt64
    /// The number of the one that would come next.
    var next: UInt64
    /// The greatest mark of what was durable.
    var durable: UInt64 = 0

    init(at offset: Int, from number: UInt64) {
      start = offset
      end = offset
      first = number
      next = number
    }
  }

  private let bytes: [UInt8]
  private let journal: JournalIdentity
  private var runs: [Run] = []
  /// Where the last record ends.
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
  package private(set) var isUsed = false

  /// The number of the last record of which any of these knew that it was durable.
  package var durable: UInt64 { runs.lazy.map(\.durable).max() ?? 0 }

  /// The number that the next record would have.
  package private(set) var next: UInt64

  /// A journal that is broken in more places is not read behind the last of them.
  private static let maximumRuns = 1_000

  /// Finds the records.
  ///
  /// - Parameters:
  ///   - bytes: The journal, or what of it comes from some record on; all offsets are in these bytes.
  ///   - offset: Where to begin.
  ///   - next: The number of the record to be found there.
  ///   - journal: The identity of the journal.
  package init(_ bytes: [UInt8], from offset: Int, next: UInt64, of journal: JournalIdentity) {
    self.bytes = bytes
    self.journal = journal
    end = offset
    self.next = next
    add(Run(at: offset, from: next).extended(over: bytes, of: journal))
    guard end < bytes.count else { return }
    rest = .torn
    var search = JournalSearch(bytes, after: end, from: self.next, of: journal)
    var found: [Run] = []
    while found.count < Self.maximumRuns, let run = search.next() { found.append(run) }
    // Whoever wrote a later record knew that what is missing here was on the disk.
    let durable = found.map(\.durable).max() ?? 0
    for run in found {
      guard durable >= self.next else { break }
      rest = .damage
      add(run)
    }
    // What was not looked through may hold records that were durable.
    if search.isGivenUp || found.count == Self.maximumRuns { rest = .damage }
    if rest == .damage, end < bytes.count { end = bytes.count }
  }

  private mutating func add(_ run: Run) {
    runs.append(run)
    end = run.end
    next = run.next
    isUsed =
      isUsed || heads(of: run).contains { $0.durable > 0 || JournalRecord.isKnown(bytes[$0.contents.lowerBound]) }
  }

  /// The heads of the records of a run.
  private func heads(of run: Run) -> some Sequence<JournalRecord.Head> {
    sequence(state: run.start) { offset in
      guard offset < run.end, let head = JournalRecord.Head(bytes, at: offset) else { return nil }
      offset = head.contents.upperBound
      return head
    }
  }
}

extension JournalContents.Run {
  /// The run with all records that follow it.
  func extended(over bytes: [UInt8], of journal: JournalIdentity) -> Self {
    var run = self
    while let head = JournalRecord.Head(bytes, at: run.end, in: journal), head.number == run.next {
      run.durable = max(run.durable, head.durable)
      run.end = head.contents.upperBound
      run.next += 1
    }
    return run
  }
}

extension JournalContents {
  /// The records that are whole and follow each other, as far as there is room for them.
  package var records: [JournalRecord] { readRecords().records }

  /// The records that are whole and follow each other; `nil` if there is no room for all.
  var recordsInBudget: [JournalRecord]? {
    let (records, isWhole) = readRecords()
    return isWhole ? records : nil
  }

  private func readRecords() -> (records: [JournalRecord], isWhole: Bool) {
    var budget = JournalBudget()
    var records: [JournalRecord] = []
    let isWhole = read(&budget) { record, budget in
      records.append(record)
      _ = budget.take(memory: JournalBudget.memoryOfRecord)
    }
    return (records, isWhole)
  }

  /// Reads the records.
  ///
  /// Of those that there is no room for, only what they say of documents and of the journal is read.
  ///
  /// - Parameters:
  ///   - budget: What the records may take.
  ///   - body: Called with each record, which may give back what it doesn't keep.
  /// - Returns: Whether there was room for all.
  @discardableResult
  func read(_ budget: inout JournalBudget, _ body: (JournalRecord, inout JournalBudget) -> Void) -> Bool {
    var isWhole = true
    for run in runs {
      for head in heads(of: run) {
        if let contents = JournalRecord.Contents(bytes, head, &budget) {
          body(JournalRecord(number: head.number, durable: head.durable, contents: contents), &budget)
        } else {
          isWhole = false
        }
      }
    }
    return isWhole
  }
}
