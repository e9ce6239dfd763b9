import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles
@testable import TypedSettingsFormats
@testable import TypedSettingsUserDefaults

/// What other programs do to the journal while processes have it open.
@Suite struct NeighbourTests {
  private let disk = SimulatedDisk.withFolder()
  private static let next = SimulatedProcess.path(SimulatedProcess.names.nextJournal)

  /// Lets more time pass than a process writes without looking at its journal.
  private func pass(_ processes: SimulatedProcess...) {
    for process in processes { process.schedule.pass(.milliseconds(2)) }
  }

  /// Checks that all processes, and a new one, have the same values.
  private func expect(_ values: [String: SettingsValue], in processes: SimulatedProcess...) throws {
    for _ in 0..<2 { for process in processes { process.core.refresh() } }
    for process in processes { #expect(process.values == values) }
    #expect(try SimulatedProcess.values(on: disk) == values)
  }

  @Test func `a flushed value survives the removal of the next journal at any call of a checkpoint`() throws {
    var calls = 1
    for place in 1...200 where place <= calls {
      let disk = SimulatedDisk.withFolder()
      let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
      try first.set(["a": 1, "b": 1])
      try first.checkpoint()
      try first.set("a", 2)
      second.core.refresh()
      calls = disk.countCalls(of: 1) { number in
        guard number == place else { return }
        #expect(throws: Never.self) {
          try second.set("b", 2)
          try second.flush()
        }
        if disk.bytes(at: Self.next) != nil { disk.remove(Self.next) }
      } during: {
        quietly { ignoringFailure { try first.checkpoint() } }
      }
      for process in [first, second, first] {
        process.schedule.pass(.milliseconds(2))
        process.core.refresh()
        try process.flush()
      }
      let values: [String: SettingsValue] = ["a": 2, "b": 2]
      #expect(first.values == values, "removed before call \(place)")
      #expect(second.values == values, "removed before call \(place)")
      #expect(try SimulatedProcess.values(on: disk.afterKill()) == values, "removed before call \(place)")
    }
    #expect(20..<200 ~= calls)
  }

  /// How a program changes the journal in its place.
  enum Change: CaseIterable {
    case empty, cut, earlierCopy, anotherJournal
  }

  private func perform(_ change: Change, earlier: [UInt8]) throws {
    let bytes = try #require(disk.bytes(at: SimulatedProcess.journal))
    switch change {
    case .empty: disk.overwrite(SimulatedProcess.journal, with: [])
    case .cut: disk.overwrite(SimulatedProcess.journal, with: Array(bytes.dropLast(30)))
    case .earlierCopy: disk.overwrite(SimulatedProcess.journal, with: earlier)
    case .anotherJournal:
      let other = SimulatedDisk.withFolder()
      let process = try SimulatedProcess(other, number: 7)
      for number in 0..<40 { try process.set("z", .integer(Int64(number))) }
      disk.overwrite(SimulatedProcess.journal, with: try #require(other.bytes(at: SimulatedProcess.journal)))
    }
  }

  @Test(arguments: Change.allCases, [false, true])
  func `processes agree on all flushed values after the journal was changed in its place`(
    _ change: Change, writesFirst: Bool
  ) throws {
    try quietly {
      let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
      try first.set(["a": 1, "b": 1])
      let earlier = try #require(disk.bytes(at: SimulatedProcess.journal))
      try first.set("a", 2)
      try second.set("b", 2)
      try first.set("c", 1)
      try first.flush()
      try second.flush()
      try perform(change, earlier: earlier)
      pass(first, second)
      if writesFirst { try first.set("d", 1) } else { try first.flush() }
      var values: [String: SettingsValue] = ["a": 2, "b": 2, "c": 1]
      if writesFirst { values["d"] = 1 }
      if change == .anotherJournal { values["z"] = 39 }
      try expect(values, in: first, second)
      try second.checkpoint()
      try expect(values, in: first, second)
      #expect(try SimulatedProcess.documentValues(on: disk) == values)
    }
  }

  @Test func `a value that others hadn't read is written again although they restore an earlier one first`() throws {
    try quietly {
      let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
      try first.set("a", 1)
      try second.set("b", 1)
      try first.set("a", 2)
      disk.overwrite(SimulatedProcess.journal, with: [])
      // Both notice it before one of them writes.
      for process in [first, second] { process.core.refresh() }
      try second.set("b", 2)
      try first.flush()
      try expect(["a": 2, "b": 2], in: first, second)
    }
  }

  @Test(arguments: Change.allCases)
  func `a flush that returned means that a new process reads the values`(_ change: Change) throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      let earlier = try #require(disk.bytes(at: SimulatedProcess.journal))
      try process.set("a", 2)
      try process.flush()
      try perform(change, earlier: earlier)
      try process.flush()
      #expect(try SimulatedProcess.values(on: disk.afterKill())["a"] == 2)
    }
  }

  @Test(arguments: [false, true])
  func `an earlier copy that takes the journal's place doesn't revert values`(hasNewDocument: Bool) throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      let earlier = try #require(disk.bytes(at: SimulatedProcess.journal))
      try process.set("a", 2)
      if hasNewDocument { try process.checkpoint() }
      try process.set("b", 2)
      try process.flush()
      disk.replace(SimulatedProcess.journal, with: earlier)
      pass(process)
      try process.flush()
      try expect(["a": 2, "b": 2], in: process)
    }
  }

  @Test func `shared counters are exact although the journal is removed again and again`() throws {
    try quietly {
      let processes = try (1...3).map { try SimulatedProcess(disk, number: $0) }
      var count: Int64 = 0
      try processes[0].set("count", 0)
      for step in 0..<300 {
        let process = processes[step % 3]
        if step % 7 == 3 { disk.remove(SimulatedProcess.journal) }
        while true {
          process.core.refresh()
          let now = try #require(process["count"])
          guard case .integer(let number) = now else { break }
          if try process.compareExchange("count", expected: now, desired: .integer(number + 1)) { break }
        }
        count += 1
      }
      try expect(["count": .integer(count)], in: processes[0], processes[1], processes[2])
    }
  }
}
