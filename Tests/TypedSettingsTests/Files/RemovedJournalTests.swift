import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsFiles

/// A journal that another program removes, and a process that doesn't run while others go on without it.
@Suite struct RemovedJournalTests {
  private let disk = SimulatedDisk.withFolder()

  /// How often the others write the document before the process runs again.
  private static let documents = [1, 2, 5]

  /// Makes two processes that have both written, one of which doesn't run from now on.
  private func makeProcesses(
    limits: JournalLimits = JournalLimits()
  ) throws -> (running: SimulatedProcess, stopped: SimulatedProcess) {
    let first = try SimulatedProcess(disk, number: 9)
    try first.set(["a": 0, "b": 0, "c": 0])
    try first.checkpoint()
    disk.kill(9)
    let running = try SimulatedProcess(disk, number: 1, limits: limits)
    let stopped = try SimulatedProcess(disk, number: 2, limits: limits)
    try stopped.set(["a": 1, "b": 1])
    try running.set("c", 1)
    return (running, stopped)
  }

  private func expect(_ values: [String: SettingsValue], after process: SimulatedProcess) throws {
    process.core.refresh()
    #expect(process.values == values)
    try process.set("z", 1)
    try process.flush()
    var values = values
    values["z"] = 1
    #expect(try SimulatedProcess.values(on: disk) == values)
  }

  @Test(arguments: documents)
  func `a process that runs again doesn't restore values that others have restored and changed`(count: Int) throws {
    try quietly {
      let (running, stopped) = try makeProcesses()
      disk.remove(SimulatedProcess.journal)
      try running.flush()
      try running.checkpoint()
      for number in 1...count {
        try running.set("a", .integer(Int64(number + 1)))
        try running.checkpoint()
      }
      try expect(["a": .integer(Int64(count + 1)), "b": 1, "c": 1], after: stopped)
    }
  }

  @Test(arguments: documents)
  func `values that the others hadn't read are restored`(count: Int) throws {
    try quietly {
      let (running, stopped) = try makeProcesses()
      running.core.refresh()
      try stopped.set("b", 2)
      disk.remove(SimulatedProcess.journal)
      try running.flush()
      for number in 1...count {
        try running.set("a", .integer(Int64(number + 1)))
        try running.checkpoint()
      }
      try expect(["a": .integer(Int64(count + 1)), "b": 2, "c": 1], after: stopped)
    }
  }

  @Test(arguments: [false, true])
  func `values in a document don't return with a process that hasn't seen it`(isRemoved: Bool) throws {
    try quietly {
      let (running, stopped) = try makeProcesses()
      try running.checkpoint()
      try running.set("a", 2)
      try running.checkpoint()
      try running.set("a", nil)
      for name in disk.names(in: SimulatedProcess.folder) where isRemoved && name != SimulatedProcess.names.document {
        disk.remove(SimulatedProcess.path(name))
      }
      running.schedule.pass(.milliseconds(1))
      try running.set("c", 2)
      try running.checkpoint()
      try expect(["b": 1, "c": 2], after: stopped)
    }
  }

  @Test(arguments: [1, 2])
  func `a journal that is removed repeatedly is restored each time`(count: Int) throws {
    try quietly {
      let (running, stopped) = try makeProcesses()
      for number in 1...3 {
        disk.remove(SimulatedProcess.journal)
        running.schedule.pass(.milliseconds(1))
        try running.set("a", .integer(Int64(number + 1)))
        for _ in 1...count { try running.checkpoint() }
      }
      try expect(["a": 4, "b": 1, "c": 1], after: stopped)
    }
  }

  @Test func `of two processes that both restore values, the one that knows more adds its own`() throws {
    try quietly {
      let (first, second) = try makeProcesses()
      let stopped = try SimulatedProcess(disk, number: 3)
      try stopped.set("c", 2)
      first.core.refresh()
      try second.set("b", 3)
      disk.remove(SimulatedProcess.journal)
      try first.flush()
      try second.flush()
      first.core.refresh()
      try first.set("c", 4)
      try first.checkpoint()
      try second.set("a", 5)
      try second.checkpoint()
      try expect(["a": 5, "b": 3, "c": 4], after: stopped)
    }
  }

  @Test func `a value that was set after a restored one isn't replaced by a later restored one`() throws {
    try quietly {
      let (running, stopped) = try makeProcesses()
      disk.remove(SimulatedProcess.journal)
      try running.flush()
      // Within a millisecond, this process doesn't notice that the journal was removed.
      try stopped.set("a", 2)
      stopped.schedule.pass(.milliseconds(1))
      stopped.core.refresh()
      try running.set("a", 5)
      try stopped.set("z", 1)
      for _ in 1...2 {
        for process in [running, stopped] {
          process.core.refresh()
          #expect(process["a"] == 5)
        }
        #expect(try SimulatedProcess.values(on: disk)["a"] == 5)
        try running.checkpoint()
      }
    }
  }

  // MARK: Values that only the document shows to be later

  /// Removes the folder, either with its files or by moving it away.
  private func removeFolder(isMoved: Bool) {
    for name in disk.names(in: SimulatedProcess.folder) where !isMoved { disk.remove(SimulatedProcess.path(name)) }
    disk.remove(SimulatedProcess.folder)
  }

  @Test(arguments: [false, true], [2, nil] as [SettingsValue?])
  func `values of a removed folder don't return with a process that hasn't seen the next one`(
    isMoved: Bool, value: SettingsValue?
  ) throws {
    try quietly {
      let (running, stopped) = try makeProcesses()
      removeFolder(isMoved: isMoved)
      running.core.refresh()
      try running.set("a", value)
      try running.checkpoint()
      var values: [String: SettingsValue] = ["b": 1, "c": 1]
      values["a"] = value
      try expect(values, after: stopped)
    }
  }

  @Test(arguments: [2, nil] as [SettingsValue?])
  func `values that were removed with their document don't return after the next document`(
    value: SettingsValue?
  ) throws {
    try quietly {
      let (running, stopped) = try makeProcesses()
      for path in [SimulatedProcess.document, SimulatedProcess.journal] { disk.remove(path) }
      try running.flush()
      try running.set("a", value)
      try running.checkpoint()
      var values: [String: SettingsValue] = ["b": 1, "c": 1]
      values["a"] = value
      try expect(values, after: stopped)
    }
  }

  @Test func `a value in the document of a process that knew no earlier one isn't replaced`() throws {
    try quietly {
      let (running, stopped) = try makeProcesses()
      disk.kill(running.number)
      removeFolder(isMoved: false)
      let other = try SimulatedProcess(disk, number: 3)
      try other.set("a", 2)
      try other.checkpoint()
      // The new document lacks the other value, as the removed one may have had it.
      try expect(["a": 2, "b": 1], after: stopped)
    }
  }

  @Test func `values that others have restored and changed don't return after another journal was removed`() throws {
    try quietly {
      let (running, stopped) = try makeProcesses()
      disk.remove(SimulatedProcess.journal)
      try running.flush()
      try running.checkpoint()
      try running.set("a", 2)
      try running.checkpoint()
      disk.remove(SimulatedProcess.journal)
      try expect(["a": 2, "b": 1, "c": 1], after: stopped)
    }
  }

  @Test func `of many removed journals, the last ones are mentioned`() throws {
    try quietly {
      let running = try SimulatedProcess(disk, number: 1)
      func removeJournal() throws {
        disk.remove(SimulatedProcess.journal)
        running.core.refresh()
        try running.flush()
      }
      for number in 0..<40 {
        try running.set("c", .integer(Int64(number)))
        try removeJournal()
      }
      let stopped = try SimulatedProcess(disk, number: 2)
      try stopped.set("a", 1)
      try running.set("c", 40)
      for number in 2...4 {
        try removeJournal()
        try running.set("a", .integer(Int64(number)))
      }
      try running.set("a", nil)
      try running.checkpoint()
      try expect(["c": 40], after: stopped)
    }
  }

  @Test func `a value that the others hadn't read replaces an earlier one in their document`() throws {
    try quietly {
      let (running, stopped) = try makeProcesses()
      disk.remove(SimulatedProcess.journal)
      try running.flush()
      // Within a millisecond, this process doesn't notice that the journal was removed.
      try stopped.set("a", 2)
      try running.checkpoint()
      try expect(["a": 2, "b": 1, "c": 1], after: stopped)
    }
  }

  @Test func `another value in a document that is put back without its journal is used, and reported`() throws {
    disk.replace(SimulatedProcess.path("earlier"), with: #"{"com.example.app": {"a": -1, "b": 0}}"#)
    let (_, stopped) = try makeProcesses()
    disk.remove(SimulatedProcess.journal)
    let folder = try Folder(SimulatedProcess.folder, of: SimulatedFileSystem(disk, process: 8))
    try folder.rename("earlier", to: SimulatedProcess.names.document)
    let reported = try reports { try expect(["a": -1, "b": 1, "c": 1], after: stopped) }
    #expect(reported.map(\.code) == [.changeLost])
    #expect(reported.first?.key == SimulatedProcess.key("a"))
  }

  @Test func `a document that is away while its journal is removed doesn't replace later values`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      try process.set("a", 0)
      try process.checkpoint()
      disk.replace(SimulatedProcess.document, with: #"{"com.example.app": {"a": 1}}"#)
      process.core.refresh()
      #expect(process["a"] == 1)
      try process.set("a", 5)
      let folder = try Folder(SimulatedProcess.folder, of: SimulatedFileSystem(disk, process: 8))
      try folder.rename(SimulatedProcess.names.document, to: "away")
      for _ in 0..<2 {
        process.schedule.pass(.milliseconds(100))
        process.core.refresh()
      }
      try #require(process.core.session.withLock { $0.document.status == nil })
      disk.remove(SimulatedProcess.journal)
      try folder.rename("away", to: SimulatedProcess.names.document)
      process.core.refresh()
      try process.flush()
      #expect(try SimulatedProcess.values(on: disk) == ["a": 5])
    }
  }

  @Test func `a removed journal is replaced later if that fails at first`() throws {
    try quietly {
      let (running, stopped) = try makeProcesses()
      disk.remove(SimulatedProcess.journal)
      running.core.refresh()
      // One write for the journal, and one for each of three values.
      disk.faults = [Fault(operation: .write, after: 3, effect: .error(ENOSPC))]
      #expect(throws: SettingsError.self) { try running.flush() }
      #expect(disk.faults.isEmpty)
      try running.set("a", 2)
      try running.checkpoint()
      try expect(["a": 2, "b": 1, "c": 1], after: stopped)
    }
  }

  /// Reads the present journal.
  private func journal() throws -> (contents: JournalContents, header: JournalHeader) {
    let bytes = try #require(disk.bytes(at: SimulatedProcess.journal))
    guard case .header(let header) = JournalHeader.find(in: bytes) else { throw SomeError() }
    return (JournalContents(bytes, of: header), header)
  }

  @Test func `no record without a change is written after those of restored values`() throws {
    try quietly {
      let (running, _) = try makeProcesses()
      disk.remove(SimulatedProcess.journal)
      try running.flush()
      let records = try journal().contents.records
      #expect(records.count >= 2)
      #expect(!records.contains { if case .changes(let changes, _) = $0.contents { changes.isEmpty } else { false } })
    }
  }

  @Test func `a removed journal is still mentioned after a very long journal was shortened`() throws {
    try quietly {
      let limits = JournalLimits(veryLong: 4_000, nearlyFull: 12_000, full: 16_000)
      let (running, stopped) = try makeProcesses(limits: limits)
      disk.remove(SimulatedProcess.journal)
      try running.flush()
      let restored = try #require(disk.bytes(at: SimulatedProcess.journal)?.prefix(JournalHeader.minimumLength))
      for number in 0..<40 {
        running.schedule.pass(.milliseconds(1))
        try running.set("c", .string(String(repeating: "x", count: 200 + number)))
      }
      try running.core.shortenInBackground()
      #expect(disk.bytes(at: SimulatedProcess.journal)?.starts(with: restored) == false)
      try running.set(["a": 2, "c": 1])
      try running.checkpoint()
      try expect(["a": 2, "b": 1, "c": 1], after: stopped)
    }
  }
}
