/// The records of a journal, or of a part of it.
///
/// The positions of the records are found once. Their contents are decoded on request, because a journal may contain
/// more than fits into memory.
package struct JournalContents: Sendable {
  /// A run of complete, consecutive records.
  struct Run: Sendable {
    let start: Int
    var end: Int
    /// The number of the first record.
    let first: UInt64
    /// The number that a next record would have.
    var next: UInt64
    /// The greatest number that any of the records marks as durable.
    var durable: UInt64 = 0
    /// A Boolean value that indicates whether the last record ends the journal.
    var isEnd = false
    /// The last record.
    var last: RecordMark?

    init(at offset: Int, from number: UInt64) {
      start = offset
      end = offset
      first = number
      next = number
    }
  }

  private let part: JournalPart
  private var runs: [Run] = []
  /// The offset in the file where the last valid record ends.
  package private(set) var end: Int
  /// The kind of bytes behind the last valid record.
  package private(set) var rest = Rest.nothing
  /// The ranges of damaged bytes in the file.
  private(set) var damages: [Range<Int>] = []
  /// A Boolean value that indicates whether the last valid record ends the journal.
  package private(set) var isEnded = false
  /// The journals that may continue this one.
  private(set) var successors: Set<JournalIdentity> = []

  /// The kind of bytes that follow the valid records.
  package enum Rest: Hashable, Sendable {
    case nothing
    /// An incomplete record that wasn't durable: a write was interrupted, or a power failure has lost it.
    case torn
    /// Changed bytes among durable records; ``records`` contains the records around them.
    case damage
  }

  /// The greatest number that any record marks as durable.
  package var durable: UInt64 { runs.lazy.map(\.durable).max() ?? 0 }

  /// The number that a next record would have.
  package private(set) var next: UInt64

  /// The last valid record; `nil` if there is none.
  var lastRecord: RecordMark? { runs.last { $0.last != nil }?.last }

  /// The maximum number of runs behind damaged bytes that are read.
  private static let maximumRuns = 1_000

  /// Finds the records of a whole journal.
  ///
  /// - Parameters:
  ///   - bytes: The whole journal.
  ///   - header: The header of the journal.
  package init(_ bytes: [UInt8], of header: JournalHeader) {
    self.init(bytes, at: 0, from: header.length, next: header.firstRecord, in: header.frame)
  }

  /// Finds the records of a part of a journal.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the part.
  ///   - origin: The offset of the part in the file.
  ///   - offset: The offset of the first record in the part.
  ///   - next: The number of the first record.
  ///   - frame: The identity and numbering of the records.
  init(_ bytes: [UInt8], at origin: Int, from offset: Int = 0, next: UInt64, in frame: JournalFrame) {
    part = JournalPart(bytes, at: origin, in: frame)
    end = offset
    self.next = next
    add(Run(at: offset, from: next).extended(in: part))
    if end < bytes.count { findRest() }
    end += origin
  }

  /// Finds the valid records behind the first offset without a complete record.
  private mutating func findRest() {
    // No record begins right behind the last valid one, or one that has no effect.
    var search = JournalSearch(part, after: isEnded ? end - 1 : end)
    var found: [Run] = []
    while found.count < Self.maximumRuns, let run = search.next() { found.append(run) }
    let isCutShort = search.hasGivenUp || found.count == Self.maximumRuns
    continueBehindSkips(&found)
    if isEnded { return findSuccessors(in: found) }
    if end == part.bytes.count { return }
    rest = .torn
    // The writer of a later record knew that the missing bytes were durable.
    let durable = found.map(\.durable).max() ?? 0
    while let run = found.first, durable >= next {
      rest = .damage
      found.removeFirst()
      damages.append(part.origin + end..<part.origin + run.start)
      add(run)
      continueBehindSkips(&found)
      if isEnded { return findSuccessors(in: found) }
    }
    // The rest, which wasn't searched, may contain durable records.
    guard isCutShort, end < part.bytes.count else { return }
    rest = .damage
    damages.append(part.origin + end..<part.origin + part.bytes.count)
    end = part.bytes.count
    next = part.number(at: end)
  }

  /// Continues behind skip records, which declare that the incomplete record at the current end has no effect.
  private mutating func continueBehindSkips(_ found: inout [Run]) {
    while !isEnded, let skip = firstSkip(in: found) {
      found.removeAll { $0.start < skip }
      let number = part.number(at: skip)
      add(Run(at: skip, from: number).extended(in: part))
      found.removeAll { $0.start < end }
    }
  }

  /// Returns the offset behind the first skip record that refers to the current end.
  private func firstSkip(in found: [Run]) -> Int? {
    let broken = part.number(at: end)
    for run in found {
      for head in heads(of: run) where JournalRecord.isSkip(part.bytes[head.contents.lowerBound]) {
        var budget = JournalBudget()
        if case .skip(broken)? = JournalRecord.Contents(part.bytes, head, &budget) { return head.contents.upperBound }
      }
    }
    return nil
  }

  private mutating func add(_ run: Run) {
    runs.append(run)
    end = run.end
    next = run.next
    for head in heads(of: run) {
      if run.isEnd, JournalRecord.isEnd(part.bytes[head.contents.lowerBound]) { isEnded = true }
    }
    if isEnded { findSuccessors(in: [run]) }
  }

  /// Finds the journals that may continue this one; several if a power failure removed the name of the first.
  private mutating func findSuccessors(in found: [Run]) {
    for run in found {
      for head in heads(of: run) where JournalRecord.isEnd(part.bytes[head.contents.lowerBound]) {
        var budget = JournalBudget()
        if case .end(let next)? = JournalRecord.Contents(part.bytes, head, &budget) { successors.insert(next) }
      }
    }
  }

  /// Returns the heads of the records of a run.
  private func heads(of run: Run) -> some Sequence<JournalRecord.Head> {
    sequence(state: run.start) { offset in
      guard offset < run.end, let head = part.head(at: offset) else { return nil }
      offset = head.contents.upperBound
      return head
    }
  }
}

extension JournalContents.Run {
  /// Returns the run extended by all records that follow it, up to one that ends the journal.
  func extended(in part: JournalPart) -> Self {
    var run = self
    while !run.isEnd, let head = part.record(at: run.end), head.number == run.next {
      run.durable = max(run.durable, head.durable)
      let start = run.end
      run.last = part.bytes.withUnsafeBytes { bytes in
        RecordMark(
          UnsafeRawBufferPointer(rebasing: bytes[start..<head.contents.upperBound]), at: part.origin + start)
      }
      run.end = head.contents.upperBound
      run.next = part.number(at: run.end)
      run.isEnd = JournalRecord.isEnd(part.bytes[head.contents.lowerBound])
    }
    return run
  }
}

extension JournalContents {
  /// The valid records, as far as the budget allows.
  package var records: [JournalRecord] { readRecords().records }

  /// The valid records; `nil` if they exceed the budget.
  var recordsInBudget: [JournalRecord]? {
    let (records, isWhole) = readRecords()
    return isWhole ? records : nil
  }

  /// Returns whether a record announces or confirms a document.
  func mentions(_ document: DocumentFingerprint) -> Bool {
    var isMentioned = false
    // Records about documents need no budget.
    var budget = JournalBudget(memory: 0)
    read(&budget) { record, _ in
      if case .document(document, _, _) = record.contents { isMentioned = true }
    }
    return isMentioned
  }

  /// Calls a closure with the head of each record, and the bytes that its contents are in.
  func forEachRecord(_ body: (JournalRecord.Head, [UInt8]) -> Void) {
    for run in runs { for head in heads(of: run) { body(head, part.bytes) } }
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

  /// Decodes the records.
  ///
  /// Records that exceed the budget are left out, except those about documents and about the journal itself.
  ///
  /// - Parameters:
  ///   - budget: The budget that the records are taken from.
  ///   - body: A closure that's called with each record, and may return to the budget what it doesn't keep.
  /// - Returns: `true` if no record exceeded the budget.
  @discardableResult
  func read(_ budget: inout JournalBudget, _ body: (JournalRecord, inout JournalBudget) -> Void) -> Bool {
    var isWhole = true
    for run in runs {
      for head in heads(of: run) {
        if let contents = JournalRecord.Contents(part.bytes, head, &budget) {
          body(JournalRecord(number: head.number, durable: head.durable, contents: contents), &budget)
        } else {
          isWhole = false
        }
      }
    }
    return isWhole
  }
}
