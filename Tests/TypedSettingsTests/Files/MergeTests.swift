import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles
@testable import TypedSettingsUserDefaults

/// What becomes of a value when the log was interrupted.
@Suite struct MergeTests {
  private static let journal = JournalIdentity(high: 1, low: 1)

  /// What the writers of the present journal know of the one that had the value, in its record 10.
  enum Knowledge: CaseIterable {
    case none, earlier, wholeAndReplaced, wholeAndEnded

    var ancestor: JournalAncestor? {
      switch self {
      case .none: nil
      case .earlier: JournalAncestor(journal, upTo: 9, isEnded: false)
      case .wholeAndReplaced: JournalAncestor(journal, upTo: 10, isEnded: false)
      case .wholeAndEnded: JournalAncestor(journal, upTo: 10, isEnded: true)
      }
    }
  }

  /// The value that is there now, in relation to one with the value 2, after 1, over a document with the value 0.
  enum Present: CaseIterable {
    case same, base, before, another

    var value: SettingsValue {
      switch self {
      case .same: 2
      case .base: 0
      case .before: 1
      case .another: 3
      }
    }
  }

  private static let table: [(Present, Knowledge, ReplicatedValue.Outcome)] = [
    (.same, .none, .present), (.same, .earlier, .present), (.same, .wholeAndReplaced, .present),
    (.same, .wholeAndEnded, .present),
    (.base, .none, .missing), (.base, .earlier, .missing), (.base, .wholeAndReplaced, .lost),
    (.base, .wholeAndEnded, .replaced),
    (.before, .none, .missing), (.before, .earlier, .missing), (.before, .wholeAndReplaced, .lost),
    (.before, .wholeAndEnded, .replaced),
    (.another, .none, .lost), (.another, .earlier, .lost), (.another, .wholeAndReplaced, .replaced),
    (.another, .wholeAndEnded, .replaced),
  ]

  @Test func `the outcome depends on the present value and on what its writers know`() {
    #expect(Self.table.count == Present.allCases.count * Knowledge.allCases.count)
    for (present, knowledge, outcome) in Self.table {
      let value = ReplicatedValue(
        key: SimulatedProcess.key("a"), value: 2, number: 10, isInJournal: true, base: 0, before: 1)
      let found = value.outcome(now: present.value, knowledge.ancestor) { $0 == $1 }
      #expect(found == outcome, "\(present), \(knowledge)")
    }
  }

  @Test func `a value that couldn't be written is known to nobody`() {
    let value = ReplicatedValue(
      key: SimulatedProcess.key("a"), value: 2, number: nil, isInJournal: false, base: 0, before: 1)
    let ancestor = JournalAncestor(Self.journal, upTo: .max - 1, isEnded: true)
    #expect(value.outcome(now: 0, ancestor) { $0 == $1 } == .missing)
    #expect(value.outcome(now: 3, ancestor) { $0 == $1 } == .lost)
  }

  @Test func `the journals before one are read as they were written`() throws {
    var lineage = JournalLineage()
    for number in 1...3 as ClosedRange<UInt64> {
      lineage.append(JournalAncestor(JournalIdentity(high: number, low: 7), upTo: number, isEnded: number == 2))
    }
    let header = JournalHeader(
      identity: Self.journal, predecessor: .none, base: 5 << 32, document: nil, lineage)
    guard case .header(let found) = JournalHeader.find(in: header.bytes) else { throw SomeError() }
    #expect(found == header)
    for length in 0..<header.bytes.count {
      if case .header = JournalHeader.find(in: Array(header.bytes.prefix(length))) { Issue.record("read \(length)") }
    }
  }

  @Test(arguments: [1 << 62, .max] as [UInt64])
  func `a journal before one with numbers that no later one can follow is damage, and no crash`(last: UInt64) throws {
    try quietly {
      var lineage = JournalLineage()
      lineage.append(JournalAncestor(JournalIdentity(high: 2, low: 7), upTo: last, isEnded: false))
      let header = JournalHeader(
        identity: Self.journal, predecessor: .none, base: 5 << 32, document: nil, lineage)
      let disk = SimulatedDisk.withFolder()
      let process = try SimulatedProcess(disk, number: 1)
      try process.set("a", 1)
      // A record has to follow, because a header alone may be a file that was never finished.
      let record = JournalRecord.bytes(
        of: .changes([(key: SimulatedProcess.key("b"), value: .integer(1))]), durable: 0, in: header.frame)
      disk.replace(SimulatedProcess.journal, with: header.bytes + record)
      process.schedule.pass(.milliseconds(2))
      try process.set("a", 2)
      #expect(try SimulatedProcess.values(on: disk) == ["a": 2])
    }
  }

  @Test func `the number of journals that a journal mentions is limited`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let process = try SimulatedProcess(disk)
      for number in 0..<200 {
        try process.set("a", .integer(Int64(number)))
        disk.remove(SimulatedProcess.journal)
        process.core.refresh()
        try process.flush()
      }
      try process.checkpoint()
      let length = try #require(disk.bytes(at: SimulatedProcess.journal)?.count)
      #expect(length < 4_096)
      #expect(process["a"] == 199)
    }
  }
}
