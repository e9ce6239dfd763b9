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
    /// A Boolean value that indicates whether the last one ends the journal.
    var isEnd = false

    init(at offset: Int, from number: UInt64) {
      start = offset
      end = offset
      first = number
      next = number
    }
  }

  private let part: JournalPart
  private var runs: [Run] = []
  /// Where the last record ends that counts, in the file.
  package private(set) var end: Int
  /// What is behind that.
  package private(set) var rest = Rest.nothing
  /// Where bytes have changed, in the file.
  private(set) var damages: [Range<Int>] = []
  /// A Boolean value that indicates whether the last record that counts ends the journal.
  package private(set) var isEnded = false
  /// The journals that may come next.
  private(set) var successors: Set<JournalIdentity> = []

  package enum Rest: Hashable, Sendable {
    case nothing
    /// The beginning of a record that was never written to its end, or that a power cut has lost: it was not durable.
    case torn
    /// Bytes in the midst of records that were durable have changed; those around them are in ``records``.
    case damage
  }

  /// A Boolean value that indicates whether somebody has appended to the journal: what a newer version has added is in it from the beginning.
  package private(set) var isUsed = false

  /// The number of the last record of which any of these knew that it was durable.
  package var durable: UInt64 { runs.lazy.map(\.durable).max() ?? 0 }

  /// The number that the next record would have.
  package private(set) var next: UInt64

  /// A journal that is broken in more places is not read behind the last of them.
  private static let maximumRuns = 1_000

  /// Finds the records of a journal behind its header.
  ///
  /// - Parameters:
  ///   - bytes: The whole journal.
  ///   - header: Its header.
  package init(_ bytes: [UInt8], of header: JournalHeader) {
    self.init(bytes, at: 0, from: header.length, next: header.firstRecord, in: header.frame)
  }

  /// Finds the records of a part of a journal.
  ///
  /// - Parameters:
  ///   - bytes: The part.
  ///   - origin: Where it begins in the file.
  ///   - offset: Where the first record begins in the part.
  ///   - next: The number of that record.
  ///   - frame: How records lie in the journal.
  init(_ bytes: [UInt8], at origin: Int, from offset: Int = 0, next: UInt64, in frame: JournalFrame) {
    part = JournalPart(bytes, at: origin, in: frame)
    end = offset
    self.next = next
    add(Run(at: offset, from: next).extended(in: part))
    if end < bytes.count { findRest() }
    end += origin
  }

  /// Goes on behind the first place where there is no whole record.
  private mutating func findRest() {
    // What stands right behind the last record that counts is no record, or counts for nothing.
    var search = JournalSearch(part, after: isEnded ? end - 1 : end, from: next)
    var found: [Run] = []
    while found.count < Self.maximumRuns, let run = search.next() { found.append(run) }
    let isCutShort = search.isGivenUp || found.count == Self.maximumRuns
    if part.frame.version > 1 {
      goOnBehindSkips(&found)
      if isEnded { return findSuccessors(in: found) }
      if end == part.bytes.count { return }
    }
    rest = .torn
    // Whoever wrote a later record knew that what is missing here was on the disk.
    let durable = found.map(\.durable).max() ?? 0
    while let run = found.first, durable >= next {
      rest = .damage
      found.removeFirst()
      damages.append(part.origin + end..<part.origin + run.start)
      add(run)
      if part.frame.version > 1 { goOnBehindSkips(&found) }
      if isEnded { return findSuccessors(in: found) }
    }
    // What was not looked through may hold records that were durable.
    if isCutShort { rest = .damage }
    guard rest == .damage, end < part.bytes.count, isCutShort || part.frame.version == 1 else { return }
    damages.append(part.origin + end..<part.origin + part.bytes.count)
    end = part.bytes.count
    if part.frame.version > 1 { next = part.number(at: end) }
  }

  /// Goes on behind records that say that what begins here counts for nothing.
  private mutating func goOnBehindSkips(_ found: inout [Run]) {
    while !isEnded, let skip = firstSkip(in: found) {
      found.removeAll { $0.start < skip }
      let number = part.number(at: skip)
      add(Run(at: skip, from: number).extended(in: part))
      found.removeAll { $0.start < end }
    }
  }

  /// Where the first record ends that says so of the present end.
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
      let kind = part.bytes[head.contents.lowerBound]
      isUsed = isUsed || head.durable > 0 || JournalRecord.isKnown(kind)
      if part.frame.version > 1, run.isEnd, JournalRecord.isEnd(kind) { isEnded = true }
    }
    if isEnded { findSuccessors(in: [run]) }
  }

  /// Finds the journals that may come next: after a power cut that has taken the name of one, another one may.
  private mutating func findSuccessors(in found: [Run]) {
    for run in found {
      for head in heads(of: run) where JournalRecord.isEnd(part.bytes[head.contents.lowerBound]) {
        var budget = JournalBudget()
        if case .end(let next?)? = JournalRecord.Contents(part.bytes, head, &budget) { successors.insert(next) }
      }
    }
  }

  /// The heads of the records of a run.
  private func heads(of run: Run) -> some Sequence<JournalRecord.Head> {
    sequence(state: run.start) { offset in
      guard offset < run.end, let head = part.head(at: offset) else { return nil }
      offset = head.contents.upperBound
      return head
    }
  }
}

extension JournalContents.Run {
  /// The run with all records that follow it, up to one that ends the journal.
  func extended(in part: JournalPart) -> Self {
    var run = self
    while !run.isEnd, let head = part.record(at: run.end), head.number == run.next {
      run.durable = max(run.durable, head.durable)
      run.end = head.contents.upperBound
      run.next = part.frame.version == 1 ? run.next + 1 : part.number(at: run.end)
      run.isEnd = part.frame.version > 1 && JournalRecord.isEnd(part.bytes[head.contents.lowerBound])
    }
    return run
  }
}

extension JournalContents {
  /// The records that count, as far as there is room for them.
  package var records: [JournalRecord] { readRecords().records }

  /// The records that count; `nil` if there is no room for all.
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
