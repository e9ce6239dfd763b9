import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Journals that have to be replaced while another process holds their lock.
@Suite struct HeldLockTests {
  private let disk = SimulatedDisk.withFolder()

  init() {
    let header = JournalHeader(identity: JournalIdentity(high: 7, low: 9), document: nil)
    // Only with the lock can a process create the next journal, which a power failure has removed.
    let records: [JournalRecord.Contents] = [
      .changes([(key: SimulatedProcess.key("a"), value: .integer(1))]), .end(next: JournalIdentity(high: 8, low: 9)),
    ]
    disk.replace(
      SimulatedProcess.journal,
      with: records.reduce(header.bytes) { $0 + JournalRecord.bytes(of: $1, durable: 0, in: header.frame) })
  }

  /// Lets another process hold the lock of the journal.
  private func lockJournal() throws -> OpenFile {
    let system = SimulatedFileSystem(disk, process: 9)
    let file = try Folder(SimulatedProcess.folder, of: system).open(SimulatedProcess.names.journal, for: .writing)
    #expect(try system.lock(file.descriptor))
    return file
  }

  @Test func `a write returns soon, and the value is saved once the lock is released`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      var other: OpenFile? = try lockJournal()
      disk.forgetCalls()
      #expect(throws: SettingsError.self) { try process.store(["b": 2]) }
      // Each attempt takes a pause of at most a millisecond.
      #expect(disk.count(.lock) <= 40)
      #expect(process.values == ["a": 1, "b": 2])
      other = nil
      process.schedule.advance(by: .seconds(2))
      #expect(try SimulatedProcess(disk, number: 2).values == ["a": 1, "b": 2])
      _ = other
    }
  }

  @Test func `a flush waits longer, and lets other threads use the store meanwhile`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      let other = LockedState<OpenFile?>(try lockJournal())
      #expect(throws: SettingsError.self) { try process.store(["b": 2]) }
      let attempts = LockedState(0)
      disk.interrupt { call in
        guard call.operation == .lock, call.process == 1 else { return }
        let count = attempts.withLock { count in
          count += 1
          return count
        }
        if count == 200 { other.withLock { $0 = nil } }
      }
      try process.flush()
      disk.interrupt(with: nil)
      #expect(try SimulatedProcess(disk, number: 2).values == ["a": 1, "b": 2])
    }
  }

  @Test func `a checkpoint leaves the document to the process that holds the lock`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      let other = try lockJournal()
      #expect(throws: SettingsError.self) { try process.store(["b": 2]) }
      guard case .isElsewhere = try process.core.checkpoint() else {
        Issue.record("the document was written")
        return
      }
      _ = other
    }
  }
}
