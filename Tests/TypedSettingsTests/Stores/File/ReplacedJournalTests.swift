import Foundation
import Testing

@testable import TypedSettings

/// A journal that another one takes the place of while a process has it open.
@Suite struct ReplacedJournalTests {
  private static let headerLength = 72
  private let disk = SimulatedDisk.withFolder()

  /// What makes a process replace the journal.
  enum Reason: CaseIterable {
    case fold, failedFlush, damage, damagedBeginning
  }

  private func replaceJournal(because reason: Reason, by process: SimulatedProcess) throws {
    switch reason {
    case .fold: try process.fold()
    case .failedFlush:
      disk.faults = [Fault(operation: .synchronize, effect: .error(EIO))]
      #expect(throws: SettingsError.self) { try process.flush() }
    case .damage, .damagedBeginning:
      var bytes = try #require(disk.bytes(at: SimulatedProcess.journal))
      bytes[reason == .damage ? Self.headerLength + 30 : 10] ^= 1
      disk.overwrite(SimulatedProcess.journal, with: bytes)
    }
  }

  @Test(arguments: Reason.allCases, [false, true])
  func `who has it open goes on in the next one`(because reason: Reason, onNetworkDisk: Bool) throws {
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
      // Of the damage, a process learns that reads the journal anew.
      let writer = reason == .damage || reason == .damagedBeginning ? try SimulatedProcess(disk, number: 4) : first
      try writer.set("d", 1)
      #expect(disk.bytes(at: SimulatedProcess.journal)?.starts(with: open?.prefix(Self.headerLength) ?? []) == false)
      try second.set("e", 1)
      try third.set("f", 1)
      let values = try SimulatedProcess.values(on: disk)
      #expect(["d", "e", "f"].allSatisfy { values[$0] == 1 })
      if reason == .fold || reason == .failedFlush { #expect(values.count == 6) }
    }
  }

  @Test func `one that was removed is noticed by the next write`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      disk.remove(SimulatedProcess.journal)
      try process.set("b", 1)
      #expect(try SimulatedProcess.values(on: disk)["b"] == 1)
    }
  }

  @Test func `one that has a second name is written on, and looked for by its name`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      let folder = try Folder(SimulatedProcess.folder, of: SimulatedFileSystem(disk, process: 9))
      try folder.link(SimulatedProcess.names.journal, as: "backup")
      try process.set("b", 1)
      #expect(try SimulatedProcess.values(on: disk) == ["a": 1, "b": 1])
      try folder.link(SimulatedProcess.names.journal, as: "another backup")
      disk.replace(SimulatedProcess.journal, with: "")
      try process.set("c", 1)
      #expect(try SimulatedProcess.values(on: disk) == ["c": 1])
    }
  }

  @Test func `one that was moved away is noticed by who refreshes`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      let folder = try Folder(SimulatedProcess.folder, of: SimulatedFileSystem(disk, process: 9))
      try folder.rename(SimulatedProcess.names.journal, to: "elsewhere")
      process.core.refresh()
      try process.set("b", 1)
      #expect(try SimulatedProcess.values(on: disk) == ["b": 1])
    }
  }

  @Test func `one that a process was killed over before it was replaced is whole`() throws {
    try quietly {
      for calls in 0..<40 {
        let disk = SimulatedDisk.withFolder()
        let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
        try first.set("a", 1)
        try second.set("b", 1)
        disk.faults = [Fault(operation: .synchronize, effect: .error(EIO))]
        #expect(throws: SettingsError.self) { try first.flush() }
        disk.faults = [Fault(operation: nil, after: calls, isSticky: true, effect: .error(EIO))]
        do { try first.set("c", 1) } catch {}
        disk.faults = []
        disk.kill(1)
        try second.set("d", 1)
        let values = try SimulatedProcess.values(on: disk)
        #expect(values.filter { $0.key != "c" } == ["a": 1, "b": 1, "d": 1])
      }
    }
  }
}
