import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// The document after the last process has exited.
@Suite struct ClosingTests {
  private let disk = SimulatedDisk.withFolder()

  /// Lets another process hold the lock of the journal, as it does while it writes the document.
  private func lockJournal() throws -> OpenFile {
    let system = SimulatedFileSystem(disk, process: 9)
    let file = try Folder(SimulatedProcess.folder, of: system).open(SimulatedProcess.names.journal, for: .writing)
    #expect(try system.lock(file.descriptor))
    return file
  }

  @Test(arguments: [1, 2, 100])
  func `a process that exits waits for the document of another one, and then adds its own values`(
    attempts: Int
  ) throws {
    let process = try SimulatedProcess(disk)
    try process.set("a", 1)
    let other = LockedState<OpenFile?>(try lockJournal())
    let count = LockedState(0)
    disk.interrupt { call in
      guard call.operation == .lock, call.process == 1 else { return }
      let isDone = count.withLock { count in
        count += 1
        return count > attempts
      }
      if isDone { other.withLock { $0 = nil } }
    }
    process.core.close()
    disk.interrupt(with: nil)
    #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 1])
  }

  @Test func `a process that exits does not wait for a stopped process for long`() throws {
    let process = try SimulatedProcess(disk)
    try process.set("a", 1)
    let other = try lockJournal()
    disk.interrupt { [schedule = process.schedule] call in
      if call.operation == .lock, call.process == 1 { schedule.pass(.milliseconds(100)) }
    }
    disk.forgetCalls()
    process.core.close()
    disk.interrupt(with: nil)
    #expect(disk.count(.lock) <= 20)
    #expect(try SimulatedProcess(disk, number: 2).values == ["a": 1])
    _ = other
  }

  @Test func `a process that has written nothing exits without touching the disk`() throws {
    let process = try SimulatedProcess(disk)
    disk.forgetCalls()
    process.core.close()
    #expect(disk.calls.isEmpty)
  }
}
