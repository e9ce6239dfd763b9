import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// A journal that is replaced while a process has it open.
@Suite struct ReplacedJournalTests {
  private static let headerLength = 72
  private let disk = SimulatedDisk.withFolder()

  /// A reason for a process to replace the journal.
  enum Reason: CaseIterable {
    case checkpoint, failedFlush, damage, damagedBeginning
  }

  private func replaceJournal(because reason: Reason, by process: SimulatedProcess) throws {
    switch reason {
    case .checkpoint: try process.checkpoint()
    case .failedFlush: try failFlush(of: process)
    case .damage, .damagedBeginning:
      var bytes = try #require(disk.bytes(at: SimulatedProcess.journal))
      bytes[reason == .damage ? Self.headerLength + 30 : 10] ^= 1
      disk.overwrite(SimulatedProcess.journal, with: bytes)
    }
  }

  @Test(arguments: Reason.allCases, [false, true])
  func `a process with the journal open continues in the next one`(because reason: Reason, onNetworkDisk: Bool) throws {
    try quietly {
      disk.state.withLock { $0.keepsHiddenNames = onNetworkDisk }
      let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
      let third = try SimulatedProcess(disk, number: 3)
      try first.set("a", 1)
      try first.flush()
      try second.set("b", 1)
      try first.set("c", 1)
      for process in [second, third] { process.core.refresh() }
      let open = disk.bytes(at: SimulatedProcess.journal)
      try replaceJournal(because: reason, by: first)
      // A process learns of the damage when it reads the journal again.
      let writer = reason == .damage || reason == .damagedBeginning ? try SimulatedProcess(disk, number: 4) : first
      try writer.set("d", 1)
      let isReplaced = reason != .failedFlush
      let header = try #require(open).prefix(Self.headerLength)
      #expect(disk.bytes(at: SimulatedProcess.journal)?.starts(with: header) != isReplaced)
      try second.set("e", 1)
      try third.set("f", 1)
      let values = try SimulatedProcess.values(on: disk)
      #expect(["d", "e", "f"].allSatisfy { values[$0] == 1 })
      if reason == .checkpoint || reason == .failedFlush { #expect(values.count == 6) }
    }
  }

  @Test func `a value that is flushed while a journal is replaced outlives its process`() throws {
    var (number, count, flushes) = (0, 1, 0)
    while number < count {
      number += 1
      let (isFlushed, values) = try ReplacedJournalTests().flush(duringCall: number, ofReplacementWithCalls: &count)
      if isFlushed { #expect(values["b"] == 2, "a flush before call \(number)") }
      flushes += isFlushed ? 1 : 0
    }
    #expect(flushes > 10)
  }

  /// Flushes a value while another process replaces the damaged journal, and ends its process at once.
  ///
  /// - Parameters:
  ///   - call: The number of the call of the other process before which the value is flushed.
  ///   - count: Gets the number of calls.
  /// - Returns: Whether the flush succeeded, and the values that a later process reads.
  /// - Throws: The error of a process that can't start.
  private func flush(
    duringCall call: Int, ofReplacementWithCalls count: inout Int
  ) throws -> (isFlushed: Bool, values: [String: SettingsValue]) {
    try quietly {
      let writer = try SimulatedProcess(disk, number: 1)
      try writer.set("a", 1)
      try writer.flush()
      try writer.set("b", 1)
      try replaceJournal(because: .damage, by: writer)
      let other = try SimulatedProcess(disk, number: 2)
      let isFlushed = LockedState(false)
      count = try disk.countCalls(
        of: 2,
        running: { [disk] number in
          guard number == call else { return }
          let isDone = succeeds {
            try writer.store(["b": 2])
            try writer.flush()
          }
          isFlushed.withLock { $0 = isDone }
          disk.kill(1)
        }, during: { try other.set("c", 1) })
      return (isFlushed.withLock { $0 }, try SimulatedProcess.values(on: disk))
    }
  }

  @Test(arguments: 0..<headerLength)
  func `a value that is flushed after the beginning of a journal has changed is read again`(byte: Int) throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      try process.set(["a": 1, "b": 1])
      var bytes = try #require(disk.bytes(at: SimulatedProcess.journal))
      bytes[byte] ^= 1
      disk.overwrite(SimulatedProcess.journal, with: bytes)
      try process.store(["b": 2])
      try process.flush()
      #expect(try SimulatedProcess.values(on: disk) == ["a": 1, "b": 2])
    }
  }

  @Test func `a process that opens a corrupt journal being replaced continues in the next one`() throws {
    try quietly {
      disk.state.withLock { $0.keepsHiddenNames = true }
      let first = try SimulatedProcess(disk, number: 1)
      try first.set("a", 1)
      try first.flush()
      try first.set("b", 1)
      try replaceJournal(because: .damagedBeginning, by: first)
      let second = try SimulatedProcess(disk, number: 2)
      let third = LockedState<SimulatedProcess?>(nil)
      let journal = SimulatedProcess.names.journal
      disk.interrupt { [disk] call in
        guard call.operation == .rename, call.name.hasSuffix("to \(journal)") else { return }
        do {
          let late = try SimulatedProcess(disk, number: 3)
          third.withLock { $0 = late }
        } catch { Issue.record(error) }
      }
      try second.set("c", 1)
      disk.interrupt(with: nil)
      try #require(third.withLock { $0 }).set("d", 1)
      let values = try SimulatedProcess.values(on: disk)
      #expect(values["c"] == 1)
      #expect(values["d"] == 1)
    }
  }

  @Test func `a file too short to be a journal keeps its length until it is replaced`() throws {
    try quietly {
      disk.replace(SimulatedProcess.journal, with: "TSj")
      let process = try SimulatedProcess(disk)
      disk.faults = [Fault(operation: .rename, effect: .error(EIO))]
      try process.set("a", 1)
      #expect(disk.text(at: SimulatedProcess.journal) == "TSj")
      disk.faults = []
      try process.flush()
      #expect(try SimulatedProcess.values(on: disk) == ["a": 1])
      #expect(!disk.names(in: SimulatedProcess.folder).contains { $0.contains("corrupt") })
    }
  }

  @Test func `the values of a removed journal are rewritten by a write after a millisecond`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      disk.remove(SimulatedProcess.journal)
      try process.set("b", 1)
      process.schedule.pass(.milliseconds(1))
      try process.set("c", 1)
      #expect(try SimulatedProcess.values(on: disk) == ["a": 1, "b": 1, "c": 1])
    }
  }

  @Test func `the values of a removed journal are rewritten by a flush and by a checkpoint`() throws {
    for checkpoints in [false, true] {
      try quietly {
        let disk = SimulatedDisk.withFolder()
        let process = try SimulatedProcess(disk)
        try process.set("a", 1)
        disk.remove(SimulatedProcess.journal)
        try checkpoints ? process.checkpoint() : process.flush()
        #expect(try SimulatedProcess.values(on: disk) == ["a": 1])
      }
    }
  }

  @Test func `the first process to miss a journal rewrites it, and others add only newer values`()
    throws
  {
    try quietly {
      let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
      try first.set(["a": 1, "b": 1])
      try second.set("c", 1)
      first.core.refresh()
      disk.remove(SimulatedProcess.journal)
      try second.flush()
      try second.set("a", 2)
      first.schedule.pass(.milliseconds(1))
      try first.set("d", 1)
      #expect(try SimulatedProcess.values(on: disk) == ["a": 2, "b": 1, "c": 1, "d": 1])
      second.core.refresh()
      #expect(second.values == ["a": 2, "b": 1, "c": 1, "d": 1])
    }
  }

  @Test func `a journal with a second name is found by its own`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      let folder = try Folder(SimulatedProcess.folder, of: SimulatedFileSystem(disk, process: 9))
      try folder.link(SimulatedProcess.names.journal, as: "backup")
      process.schedule.pass(.milliseconds(1))
      try process.set("b", 1)
      #expect(try SimulatedProcess.values(on: disk) == ["a": 1, "b": 1])
      disk.replace(SimulatedProcess.journal, with: "")
      process.schedule.pass(.milliseconds(1))
      try process.set("c", 1)
      #expect(try SimulatedProcess.values(on: disk) == ["a": 1, "b": 1, "c": 1])
    }
  }

  @Test func `a refresh detects a moved journal`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      let folder = try Folder(SimulatedProcess.folder, of: SimulatedFileSystem(disk, process: 9))
      try folder.rename(SimulatedProcess.names.journal, to: "elsewhere")
      process.core.refresh()
      try process.set("b", 1)
      #expect(try SimulatedProcess.values(on: disk) == ["a": 1, "b": 1])
    }
  }

  // MARK: During a checkpoint

  @Test func `a process that has read the end of a journal finds the next one later`() throws {
    try quietly {
      let first = try SimulatedProcess(disk, number: 1)
      try first.set("a", 1)
      first.stopCheckpoint()
      // A reader without the lock may find no next journal, because it has just been renamed to this one.
      let next = SimulatedProcess.names.nextJournal
      let folder = try Folder(SimulatedProcess.folder, of: SimulatedFileSystem(disk, process: 9))
      disk.interrupt { call in
        let isLook = call.process == 2 && call.operation == .open && call.name == next
        do { if isLook { try folder.rename(next, to: "hidden") } else { try folder.rename("hidden", to: next) } } catch
        {}
      }
      let second = try SimulatedProcess(disk, number: 2)
      disk.interrupt(with: nil)
      #expect(second.values == ["a": 1])
      try first.checkpoint()
      try second.set("b", 1)
      #expect(try SimulatedProcess.values(on: disk) == ["a": 1, "b": 1])
    }
  }

  @Test func `the next journal is complete at every moment, and the document can be written`() throws {
    try quietly {
      let first = try SimulatedProcess(disk, number: 1)
      try first.set("a", 1)
      first.stopCheckpoint()
      try first.set("b", 1)
      disk.kill(1)
      disk.remove(SimulatedProcess.journal)
      let second = try SimulatedProcess(disk, number: 2)
      let moments = try disk.moments {
        try second.set("c", 1)
        try second.checkpoint()
      }
      for moment in moments { #expect(try SimulatedProcess.values(on: moment)["b"] == 1) }
      #expect(try SimulatedProcess.documentValues(on: disk)["c"] == 1)
    }
  }

  @Test func `the document can be written if the journal is removed meanwhile`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      process.stopCheckpoint()
      disk.remove(SimulatedProcess.journal)
      try process.set("b", 1)
      try process.checkpoint()
      #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 1, "b": 1])
    }
  }

  @Test func `a next journal that cannot be removed does no harm`() throws {
    try quietly {
      let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
      try first.set("a", 1)
      first.stopCheckpoint()
      try second.set("b", 1)
      try failFlush(of: first)
      disk.faults = [Fault(operation: .remove, isSticky: true, effect: .error(EPERM))]
      try first.set("c", 1)
      for (name, process) in [("d", second), ("e", first), ("f", second), ("g", first)] { try process.set(name, 1) }
      disk.faults = []
      #expect(try SimulatedProcess.values(on: disk).count == 7)
      for process in [first, second] {
        // Every process is notified of the failure once.
        do { try process.checkpoint() } catch { try process.checkpoint() }
      }
      #expect(try SimulatedProcess.documentValues(on: disk).count == 7)
    }
  }

  private func failFlush(of process: SimulatedProcess) throws {
    disk.faults = [Fault(operation: .synchronize, effect: .error(EIO))]
    #expect(throws: SettingsError.self) { try process.flush() }
    disk.faults = []
  }

  @Test(arguments: 0..<60, [false, true])
  func `a process can be killed while it replaces a journal`(afterCalls calls: Int, isFolding: Bool) throws {
    try quietly {
      let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
      let third = try SimulatedProcess(disk, number: 3)
      try first.set("a", 1)
      if isFolding { first.stopCheckpoint() }
      try second.set("b", 1)
      third.core.refresh()
      try failFlush(of: first)
      disk.faults = [Fault(operation: nil, after: calls, isSticky: true, effect: .error(EIO))]
      do { try first.set("c", 1) } catch {}
      disk.faults = []
      disk.kill(1)
      try third.set("d", 1)
      try second.set("e", 1)
      // Every process is notified of the failure once.
      do { try second.checkpoint() } catch { try second.checkpoint() }
      try third.set("f", 1)
      let values = try SimulatedProcess.values(on: disk)
      #expect(values.filter { $0.key != "c" } == ["a": 1, "b": 1, "d": 1, "e": 1, "f": 1])
    }
  }

  @Test(arguments: [0, 20])
  func `a journal whose contents a power cut has taken gives way to the next one`(length: Int) throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      try process.flush()
      let journal = try #require(disk.bytes(at: SimulatedProcess.journal))
      disk.replace(SimulatedProcess.path(SimulatedProcess.names.nextJournal), with: journal)
      disk.replace(SimulatedProcess.journal, with: Array(journal.prefix(length)))
      let later = try SimulatedProcess(disk.afterKill(), number: 2)
      #expect(later["a"] == 1)
      try later.set("b", 2)
      try later.flush()
      try later.checkpoint()
      #expect(try SimulatedProcess.values(on: later.disk) == ["a": 1, "b": 2])
    }
  }
}
