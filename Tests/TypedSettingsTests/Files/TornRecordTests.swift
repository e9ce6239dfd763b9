import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsFiles

/// Incomplete records that are followed by others.
@Suite struct TornRecordTests {
  private let disk = SimulatedDisk.withFolder()

  /// Appends the first bytes of a record to the journal.
  private func tear(_ count: Int) throws {
    let bytes = try #require(disk.bytes(at: SimulatedProcess.journal))
    disk.overwrite(SimulatedProcess.journal, with: bytes + bytes[72..<(72 + count)])
  }

  @Test(arguments: [1, 15, 16, 17, 40])
  func `a torn record affects no other one, whichever process writes after it`(count: Int) throws {
    try quietly {
      let processes = try (1...3).map { try SimulatedProcess(disk, number: $0) }
      try processes[0].set("a", 1)
      for process in processes { process.core.refresh() }
      try tear(count)
      let length = disk.bytes(at: SimulatedProcess.journal)?.count
      processes[1].core.refresh()
      #expect(disk.bytes(at: SimulatedProcess.journal)?.count == length)
      for (index, process) in processes.enumerated() { try process.set("of \(index)", 1) }
      #expect(try processes[2].compareExchange("a", expected: 1, desired: 2))
      let late = try SimulatedProcess(disk, number: 4)
      try late.set("late", 1)
      let expected: [String: SettingsValue] = ["a": 2, "of 0": 1, "of 1": 1, "of 2": 1, "late": 1]
      for process in processes {
        process.core.refresh()
        #expect(process.values == expected)
      }
      #expect(try SimulatedProcess.values(on: disk) == expected)
      for process in processes { try process.checkpoint() }
      #expect(try SimulatedProcess.documentValues(on: disk) == expected)
    }
  }

  @Test func `two processes that find a torn record at once both keep their records`() throws {
    let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
    try first.set("a", 1)
    second.core.refresh()
    try tear(20)
    var number = 0
    while true {
      let isDone = try disk.run(
        { [number] in
          do { try second.set("b", .integer(Int64(number))) } catch { Issue.record(error) }
        }, beforeCall: number
      ) { try first.set("a", .integer(Int64(number + 2))) }
      let values = try SimulatedProcess.values(on: disk)
      #expect(values["a"] == .integer(Int64(number + 2)))
      if !isDone { break }
      #expect(values["b"] == .integer(Int64(number)))
      try tear(20)
      number += 1
    }
    #expect(number > 2)
  }

  @Test func `a power cut removes all records after a torn one`() throws {
    try quietly {
      var generator = SeededGenerator(seed: 21)
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      try process.flush()
      for value in 2..<8 { try process.set("a", .integer(Int64(value))) }
      for cut in disk.statesAfterPowerCut(limit: 64, using: &generator) {
        let later = try SimulatedProcess(cut, number: 2)
        let found = later.values
        try later.set("b", 1)
        #expect(try SimulatedProcess.values(on: cut) == found.merging(["b": 1]) { $1 })
      }
    }
  }

  @Test func `a damaged journal is replaced, so that a later process finds no damage`() throws {
    let process = try SimulatedProcess(disk)
    for count in 0..<8 { try process.set("key \(count)", 1) }
    try process.flush()
    try process.set("last", 1)
    var bytes = try #require(disk.bytes(at: SimulatedProcess.journal))
    bytes[72 + 100] ^= 1
    disk.overwrite(SimulatedProcess.journal, with: bytes)
    let reported = try reports {
      let later = try SimulatedProcess(disk, number: 2)
      try later.set("later", 1)
    }
    #expect(reported.map(\.code) == [.fileCorrupt])
    #expect(disk.files(in: SimulatedProcess.folder).values.contains(bytes))
    let again = try reports {
      let values = try SimulatedProcess(disk, number: 3).values
      #expect(values.count == 9)
    }
    #expect(again.isEmpty)
  }

  @Test func `without atomic appends, each append is made under the lock of the journal`() throws {
    disk.state.withLock { $0.locksAppends = true }
    let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
    try first.set("a", 1)
    disk.forgetCalls()
    try first.set("a", 2)
    #expect(disk.calls.map(\.operation) == [.lock, .write, .unlock])
    for round in 0..<5 {
      try second.set("b", .integer(Int64(round)))
      #expect(try first.compareExchange("a", expected: .integer(Int64(round + 2)), desired: .integer(Int64(round + 3))))
      try first.checkpoint()
    }
    #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 7, "b": 4])
    let folder = try Folder(SimulatedProcess.folder, of: SimulatedFileSystem(disk, process: 77))
    let journal = try folder.open(SimulatedProcess.names.journal, for: .writing)
    #expect(try journal.system.lock(journal.descriptor))
    let error = #expect(throws: SettingsError.self) { try first.store(["a": 9]) }
    #expect(error?.code == .notSaved)
    disk.kill(77)
    try first.flush()
    #expect(try SimulatedProcess.values(on: disk) == ["a": 9, "b": 4])
  }
}
