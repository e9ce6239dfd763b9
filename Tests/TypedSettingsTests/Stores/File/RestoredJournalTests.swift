import Testing

@testable import TypedSettings

/// The records about removed journals.
@Suite struct RestoredJournalTests {
  @Test func `a record about a removed journal is read as it was written, and no other one is taken for it`() {
    let record = RestoredJournal(JournalIdentity(high: 1, low: 2), upTo: 3)
    #expect(RestoredJournal(record.bytes) == record)
    for length in 0..<record.bytes.count { #expect(RestoredJournal(Array(record.bytes.prefix(length))) == nil) }
    #expect(RestoredJournal(record.bytes + [0]) == nil)
    for kind: UInt8 in [0, 1, 8, 10, 255] { #expect(RestoredJournal([kind] + record.bytes.dropFirst()) == nil) }
  }

  @Test func `the number of removed journals that a journal mentions is limited`() throws {
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
