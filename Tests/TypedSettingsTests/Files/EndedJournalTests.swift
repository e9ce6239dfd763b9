import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// A journal that was ended for a checkpoint and removed before a document contained its changes.
@Suite struct EndedJournalTests {
  /// How a process learns that a journal was removed.
  enum Discovery: CaseIterable {
    case flush, checkpoint, set, refresh

    func happen(to process: SimulatedProcess) throws {
      switch self {
      case .flush: try process.flush()
      case .checkpoint: try process.checkpoint()
      case .set:
        try process.set("d", 1)
        try process.flush()
      case .refresh:
        process.core.refresh()
        process.schedule.advance(by: .seconds(5))
      }
    }
  }

  @Test(arguments: Discovery.allCases, [0, 1])
  func `the changes of a journal that was removed in the middle of a checkpoint are written again`(
    by discovery: Discovery, afterCheckpoints checkpoints: Int
  ) throws {
    for hasSeenEnd in [false, true] {
      try quietly {
        let disk = SimulatedDisk.withFolder()
        let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
        try first.set(["a": 1, "c": 1])
        try second.set("b", 1)
        first.stopCheckpoint()
        if hasSeenEnd { second.core.refresh() }
        disk.kill(1)
        disk.remove(SimulatedProcess.journal)
        let third = try SimulatedProcess(disk, number: 3)
        try third.set("c", 2)
        for _ in 0..<checkpoints { try third.checkpoint() }
        try discovery.happen(to: second)
        let values = try SimulatedProcess.values(on: disk.afterKill())
        #expect(values.filter { $0.key != "d" } == ["a": 1, "b": 1, "c": 2], "has seen the end: \(hasSeenEnd)")
        second.core.refresh()
        third.core.refresh()
        #expect(second.values == values)
        #expect(third.values == values)
      }
    }
  }

  @Test(arguments: Discovery.allCases, [false, true])
  func `the changes of both journals of a checkpoint are written again if they were removed`(
    by discovery: Discovery, afterAnotherProcess isAnother: Bool
  ) throws {
    for hasSeenEnd in [false, true] {
      try quietly {
        let disk = SimulatedDisk.withFolder()
        let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
        try first.set(["a": 1, "c": 1])
        try second.set("b", 1)
        first.stopCheckpoint()
        if hasSeenEnd { second.core.refresh() }
        disk.kill(1)
        disk.remove(SimulatedProcess.journal)
        disk.remove(SimulatedProcess.path(SimulatedProcess.names.nextJournal))
        if isAnother { try SimulatedProcess(disk, number: 3).set("c", 2) }
        try discovery.happen(to: second)
        let values = try SimulatedProcess.values(on: disk.afterKill())
        #expect(
          values.filter { $0.key != "d" } == ["a": 1, "b": 1, "c": isAnother ? 2 : 1],
          "has seen the end: \(hasSeenEnd)")
      }
    }
  }

  @Test(arguments: [1, 2, 3], [false, true])
  func `a process that has missed checkpoints writes nothing again`(checkpoints: Int, hasSeenEnd: Bool) throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
      try first.set(["a": 1, "c": 1])
      try second.set("b", 1)
      if hasSeenEnd {
        first.stopCheckpoint()
        second.core.refresh()
      }
      for number in 0..<checkpoints {
        try first.set(["a": nil, "c": .integer(Int64(number) + 2)])
        try first.checkpoint()
      }
      let expected = try SimulatedProcess.values(on: disk)
      try second.flush()
      second.schedule.advance(by: .seconds(5))
      #expect(second.values == expected)
      #expect(second["a"] == nil)
      #expect(try SimulatedProcess.values(on: disk.afterKill()) == expected)
    }
  }
}
