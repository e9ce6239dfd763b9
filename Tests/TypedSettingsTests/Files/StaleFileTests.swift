import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Open files that can't be used any more, because another machine has removed them from a network file system.
@Suite struct StaleFileTests {
  private let disk = SimulatedDisk.withFolder()

  init() { disk.state.withLock { $0.losesRemovedFiles = true } }

  /// Writes the document twice, so that the journal that others have open loses its last name.
  private func replaceJournal(by process: SimulatedProcess) throws {
    for number: Int64 in 1...2 {
      try process.set("z", .integer(number))
      try process.checkpoint()
      try process.set("c", nil)
    }
  }

  @Test(arguments: [false, true])
  func `a write goes to the journal that has taken the place of the open one`(hasWritten: Bool) throws {
    let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
    try first.set("a", 1)
    second.core.refresh()
    if hasWritten {
      try second.set("c", 1)
      first.core.refresh()
    }
    try replaceJournal(by: first)
    try second.store(["b": 1])
    // The value that the first process has removed meanwhile doesn't return.
    let values: [String: SettingsValue] = ["a": 1, "b": 1, "z": 2]
    #expect(second.values == values)
    #expect(try SimulatedProcess.values(on: disk) == values)
  }

  @Test(arguments: [false, true])
  func `the values of a removed journal are written again`(flushes: Bool) throws {
    let process = try SimulatedProcess(disk)
    try process.set("a", 1)
    disk.remove(SimulatedProcess.journal)
    if flushes { try process.flush() } else { try process.store(["b": 1]) }
    let values: [String: SettingsValue] = flushes ? ["a": 1] : ["a": 1, "b": 1]
    #expect(try SimulatedProcess.values(on: disk) == values)
  }

  @Test func `a journal that can't be synchronized any more doesn't make later flushes fail`() throws {
    try quietly {
      let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
      try second.set("a", 1)
      let isDone = LockedState(false)
      disk.interrupt { call in
        guard call.process == 2, call.operation == .synchronize, !isDone.withLock({ $0 }) else { return }
        isDone.withLock { $0 = true }
        #expect(throws: Never.self) { try replaceJournal(by: first) }
      }
      #expect(throws: SettingsError.self) { try second.flush() }
      disk.interrupt(with: nil)
      try second.flush()
      try second.set("b", 1)
      try second.flush()
      try second.checkpoint()
      #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 1, "b": 1, "z": 2])
    }
  }

  @Test(arguments: [false, true])
  func `a folder that was removed and made again is opened again`(reads: Bool) throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      disk.remove(SimulatedProcess.folder)
      disk.makeFolder(SimulatedProcess.folder)
      if reads {
        disk.replace(SimulatedProcess.document, with: #"{"com.example.app": {"b": 1}}"#)
        process.core.refresh()
        #expect(process["b"] == 1)
      } else {
        try process.store(["b": 1])
      }
      try process.store(["c": 1])
      #expect(try SimulatedProcess.values(on: disk) == ["a": 1, "b": 1, "c": 1])
    }
  }

  @Test func `the first write goes to the folder that was made again`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      disk.remove(SimulatedProcess.folder)
      disk.makeFolder(SimulatedProcess.folder)
      try process.store(["a": 1])
      #expect(try SimulatedProcess.values(on: disk) == ["a": 1])
    }
  }

  @Test func `a folder that was made again isn't taken for the removed one with its inode`() throws {
    disk.state.withLock { $0.reusesInodes = true }
    let (path, system, table) = (SimulatedProcess.folder, SimulatedFileSystem(disk), FolderTable())
    let removed = try Folder(path, of: system).file
    #expect(try table.file(sharing: removed, at: path) === removed)
    #expect(try table.file(sharing: Folder(path, of: system).file, at: path) === removed)
    disk.remove(path)
    disk.makeFolder(path)
    let present = try Folder(path, of: system).file
    #expect(try table.file(sharing: present, at: path) === present)
    withExtendedLifetime(removed) {}
  }
}
