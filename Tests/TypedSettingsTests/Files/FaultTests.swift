import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Every call fails, once or persistently, with every possible error.
@Suite struct FaultTests {
  static let effects: [Fault.Effect] =
    [EIO, ENOSPC, EDQUOT, EACCES, EROFS, EMFILE, ESTALE, EBUSY, EXDEV].map { .error($0) } + [.shortWrite]

  @Test(arguments: effects, [false, true])
  func `no failure loses accepted values`(_ effect: Fault.Effect, isSticky: Bool) throws {
    var number = 0
    while true {
      let disk = SimulatedDisk.withFolder()
      disk.replace(SimulatedProcess.document, with: #"{"com.example.app": {"a": 0, "z": 9}}"#)
      disk.faults = [Fault(after: number, isSticky: isSticky, effect: effect)]
      try quietly { try run(on: disk, "call \(number)") }
      // If the script made fewer calls, nothing can fail.
      if !isSticky, !disk.faults.isEmpty { break }
      if isSticky, let rest = disk.faults.first?.after, rest > 0 { break }
      number += 1
    }
    #expect(number > 60)
  }

  private func run(on disk: SimulatedDisk, _ place: String) throws {
    let process = try SimulatedProcess(disk)
    var history: [[String: SettingsValue]] = [["a": 0, "z": 9]]
    // A file that couldn't be read has no values yet, and the test draws no conclusion from that.
    func expected(_ name: String, _ value: SettingsValue?) -> [String: SettingsValue] {
      var values = history[history.count - 1]
      values[name] = value
      return values
    }
    let steps: [(String, SettingsValue?)?] = [
      ("a", 1), ("b", 1), nil, ("a", 2), ("b", nil), nil, ("c", "text"), ("a", 3),
    ]
    for (index, step) in steps.enumerated() {
      if let (name, value) = step {
        let before = process.values
        do {
          try process.set(name, value)
          #expect(process[name] == value, "step \(index), \(place)")
          history.append(expected(name, value))
        } catch {
          #expect(error is SettingsError, "step \(index), \(place)")
          // A file that became readable may have brought values, but not this one.
          #expect(process[name] == before[name] || process.values == history.last, "step \(index), \(place)")
        }
      } else {
        do { try index == 2 ? process.flush() : process.checkpoint() } catch {
          #expect(error is SettingsError, "step \(index), \(place)")
        }
      }
      let found = try SimulatedProcess.values(on: disk)
      #expect(history.contains(found), "step \(index), \(place): \(found) of \(history)")
    }
    let counts = disk.faults
    disk.faults = []
    process.core.refresh()
    try process.flush()
    #expect(process.values == history.last, "\(place)")
    #expect(try SimulatedProcess.values(on: disk) == history.last, "\(place)")
    try process.set("last", 1)
    try process.flush()
    try process.checkpoint()
    #expect(try SimulatedProcess.documentValues(on: disk) == expected("last", 1), "\(place)")
    disk.faults = counts
  }

  @Test func `a full disk loses nothing once it has space again`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      try process.checkpoint()
      let before = disk.files(in: SimulatedProcess.folder)
      disk.faults = [
        Fault(operation: .write, effect: .shortWrite),
        Fault(operation: .write, after: 1, isSticky: true, effect: .error(ENOSPC)),
      ]
      try process.set("a", 2)
      #expect(throws: SettingsError.self) { try process.flush() }
      #expect(process["a"] == 2)
      #expect(disk.bytes(at: SimulatedProcess.document) == before[SimulatedProcess.names.document])
      #expect(try SimulatedProcess.values(on: disk) == ["a": 1])
      disk.faults = []
      try process.flush()
      #expect(try SimulatedProcess.values(on: disk) == ["a": 2])
    }
  }

  @Test func `a document that could not be written is written once there is space`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      disk.faults = [Fault(operation: .write, isSticky: true, effect: .error(ENOSPC))]
      process.schedule.advance(by: .seconds(30))
      #expect(try SimulatedProcess.documentValues(on: disk) == [:])
      disk.faults = []
      process.schedule.advance(by: .seconds(30))
      #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 1])
    }
  }

  @Test func `a write that is not saved throws, and its value is kept until it is`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    disk.faults = [Fault(operation: .write, isSticky: true, effect: .error(ENOSPC))]
    let reported = reports {
      for value in 1...3 {
        let error = #expect(throws: SettingsError.self) { try process.store(["a": .integer(Int64(value))]) }
        #expect(error?.code == .notSaved)
        #expect(process["a"] == .integer(Int64(value)))
      }
    }
    #expect(reported.isEmpty)
    disk.faults = []
    try process.flush()
    #expect(try SimulatedProcess.values(on: disk) == ["a": 3])
  }

  @Test func `one failure is reported once`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    try process.set("a", 1)
    disk.faults = [Fault(operation: .write, isSticky: true, effect: .error(ENOSPC))]
    let reported = try reports {
      for count in 0..<10 { try process.set("a", .integer(Int64(count + 10))) }
      process.schedule.advance(by: .seconds(10))
    }
    #expect(reported.map(\.code) == [.notSaved])
  }

  /// Another process has created a new journal after the present one was removed, or has written the document.
  @Test(arguments: [false, true], 0..<12)
  func `a failed look at a journal that was replaced costs no value`(isRemoved: Bool, after count: Int) throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let process = try SimulatedProcess(disk, number: 1)
      try process.set(["a": 1, "b": 1])
      try process.flush()
      if isRemoved { disk.remove(SimulatedProcess.journal) }
      let other = try SimulatedProcess(disk, number: 2)
      try other.set("b", 2)
      if !isRemoved { try other.checkpoint() }
      // As on a network file system, if another client has removed the file.
      disk.faults = [Fault(operation: .look, after: count, effect: .error(ESTALE))]
      process.core.refresh()
      disk.faults = []
      try process.flush()
      let expected: [String: SettingsValue] = ["a": 1, "b": 2]
      #expect(process.values == expected)
      #expect(try SimulatedProcess.values(on: disk) == expected)
    }
  }

  @Test(arguments: [ENOLCK, ENOSYS, EOPNOTSUPP])
  func `without file locks, one process can save, and that is reported once`(number: Int32) throws {
    let disk = SimulatedDisk.withFolder()
    disk.faults = [Fault(operation: .lock, isSticky: true, effect: .error(number))]
    let process = try SimulatedProcess(disk)
    let reported = try reports {
      for value in 1...3 {
        try process.set("a", .integer(Int64(value)))
        try process.flush()
        try process.checkpoint()
      }
    }
    #expect(reported.map(\.code) == [.locksUnsupported])
    #expect(try SimulatedProcess.values(on: disk) == ["a": 3])
    #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 3])
  }

  @Test func `a process without the lock does not truncate the journal`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let (first, second) = (try SimulatedProcess(disk, number: 1), try SimulatedProcess(disk, number: 2))
      try first.set("a", 1)
      second.core.refresh()
      // The other process is in the middle of a write.
      let whole = try #require(disk.bytes(at: SimulatedProcess.journal))
      disk.overwrite(SimulatedProcess.journal, with: whole + [40, 0, 0, 0, 1, 2, 3])
      disk.faults = [Fault(operation: .lock, isSticky: true, effect: .error(EIO))]
      second.core.refresh()
      #expect(disk.bytes(at: SimulatedProcess.journal)?.count == whole.count + 7)
    }
  }
}
