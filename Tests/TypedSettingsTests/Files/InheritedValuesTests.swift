import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Values that a process couldn't write before it called `fork`, so that its child has them too.
@Suite struct InheritedValuesTests {
  /// The first operation of the child.
  enum Operation: CaseIterable {
    case set, flush, refresh
  }

  /// Makes a process that couldn't write `x`, and lets it continue as a child.
  private func makeChild(_ disk: SimulatedDisk, hasJournal: Bool) throws -> SimulatedProcess {
    let child = try SimulatedProcess(disk, number: 1)
    if hasJournal { try child.set("w", 1) }
    disk.faults = [Fault(operation: .write, isSticky: true, effect: .error(ENOSPC))]
    try child.set("x", 1)
    disk.faults = []
    disk.fork(1)
    return child
  }

  private func perform(_ operation: Operation, by child: SimulatedProcess) throws {
    switch operation {
    case .set: break
    case .flush: try child.flush()
    case .refresh: child.core.refresh()
    }
    try child.set("y", 1)
  }

  private func values(_ x: SettingsValue, hasJournal: Bool) -> [String: SettingsValue] {
    hasJournal ? ["w": 1, "x": x, "y": 1] : ["x": x, "y": 1]
  }

  @Test(arguments: Operation.allCases, [false, true])
  func `a value that the parent process has saved and changed isn't written again`(
    operation: Operation, hasJournal: Bool
  ) throws {
    for isInDocument in [false, true] {
      try quietly {
        let disk = SimulatedDisk.withFolder()
        let child = try makeChild(disk, hasJournal: hasJournal)
        let parent = try SimulatedProcess(disk, number: 2)
        try parent.set("x", 1)
        try parent.set("x", 2)
        if isInDocument { try parent.checkpoint() }
        try perform(operation, by: child)
        #expect(child.values == values(2, hasJournal: hasJournal))
        #expect(try SimulatedProcess.values(on: disk) == values(2, hasJournal: hasJournal))
      }
    }
  }

  @Test(arguments: Operation.allCases, [false, true])
  func `a value that the parent process hasn't saved is written`(operation: Operation, hasJournal: Bool) throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let child = try makeChild(disk, hasJournal: hasJournal)
      try perform(operation, by: child)
      #expect(child.values == values(1, hasJournal: hasJournal))
      #expect(try SimulatedProcess.values(on: disk) == values(1, hasJournal: hasJournal))
    }
  }

  @Test(arguments: Operation.allCases)
  func `a value that the parent process has saved in a new folder isn't written again`(operation: Operation) throws {
    try quietly {
      let disk = SimulatedDisk()
      let child = try SimulatedProcess(disk, number: 1)
      disk.faults = [Fault(operation: .makeFolder, isSticky: true, effect: .error(ENOSPC))]
      try child.set("x", 1)
      disk.faults = []
      disk.fork(1)
      let parent = try SimulatedProcess(disk, number: 2)
      try parent.set("x", 1)
      try parent.set("x", 2)
      try perform(operation, by: child)
      #expect(child.values == values(2, hasJournal: false))
      #expect(try SimulatedProcess.values(on: disk) == values(2, hasJournal: false))
    }
  }

  @Test func `a value that the parent process changes at the same moment isn't replaced`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let child = try makeChild(disk, hasJournal: true)
      let parent = try SimulatedProcess(disk, number: 2)
      disk.interrupt { call in
        guard call.process == 1, call.operation == .write else { return }
        do { try parent.set("x", 2) } catch { Issue.record(error) }
      }
      try child.set("y", 1)
      disk.interrupt(with: nil)
      #expect(child.values == values(2, hasJournal: true))
      #expect(try SimulatedProcess.values(on: disk) == values(2, hasJournal: true))
    }
  }
}
