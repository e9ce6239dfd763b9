import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Journals that programs write in the seconds between two documents.
@Suite struct LargeJournalTests {
  private let disk = SimulatedDisk.withFolder()

  /// A dictionary whose names need as much time to decode as those of any language.
  private static func dictionary(_ number: Int64) -> SettingsValue {
    let name = "読み上げの速さと声の高さの設定"
    return .dictionary(
      Dictionary(uniqueKeysWithValues: (0..<40).map { ("\(name) \($0)", .integer(number)) }))
  }

  @Test(arguments: [false, true])
  func `the last of many values counts, however long it takes to decode all of them`(isConditional: Bool) throws {
    let process = try SimulatedProcess(disk)
    try process.set("a", Self.dictionary(0))
    let bytes = try #require(disk.bytes(at: SimulatedProcess.journal))
    guard case .header(let header) = JournalHeader.find(in: bytes) else { throw SomeError() }
    disk.kill(1)
    let key = SimulatedProcess.key("a")
    var journal = header.bytes
    for number: Int64 in 1...4_000 {
      let changes = [(key, Optional(Self.dictionary(number)))]
      journal += JournalRecord.bytes(
        of: isConditional
          ? .changes(changes, .init(keys: [key], since: header.frame.number(at: journal.count)))
          : .changes(changes),
        durable: 0, in: header.frame)
    }
    disk.overwrite(SimulatedProcess.journal, with: journal)
    let log = Log<SettingsError>()
    let next = try SettingsDiagnostics.withHandler({ log.append($0) }) { try SimulatedProcess(disk, number: 2) }
    #expect(next["a"] == Self.dictionary(4_000))
    #expect(log.elements.map(\.code) == [])
  }

  @Test(arguments: [false, true])
  func `a damaged journal is kept when the document gets its values, also an ended one`(hasEnded: Bool) throws {
    try quietly {
      let first = try SimulatedProcess(disk)
      try first.set("a", 1)
      try first.flush()
      try first.set("b", 1)
      try first.flush()
      try first.set("c", 1)
      if hasEnded {
        disk.interrupt { [disk] call in if call.operation == .synchronize { disk.kill(1) } }
        #expect(throws: (any Error).self) { try first.checkpoint() }
        disk.interrupt(with: nil)
      }
      disk.kill(1)
      let next = disk.bytes(at: SimulatedProcess.path(SimulatedProcess.names.nextJournal))
      #expect((next != nil) == hasEnded)
      var bytes = try #require(disk.bytes(at: SimulatedProcess.journal))
      bytes[JournalHeader.minimumLength + 20] ^= 1
      disk.overwrite(SimulatedProcess.journal, with: bytes)
      let process = try SimulatedProcess(disk, number: 2)
      #expect(process.values == ["b": 1, "c": 1])
      try process.checkpoint()
      #expect(disk.bytes(at: SimulatedProcess.path(SimulatedProcess.names.quarantine(1))) == bytes)
      #expect(try SimulatedProcess.values(on: disk) == ["b": 1, "c": 1])
    }
  }

  // With room for about a hundred small values.
  private static let limits = JournalLimits(memory: 100 * (JournalBudget.memoryOfKey + 64))

  /// Writes values, and returns whether each of them was saved.
  private func fill(_ process: SimulatedProcess, size: Int, times: Int) throws -> [String: Bool] {
    var isSaved: [String: Bool] = [:]
    for number in 0..<times {
      process.schedule.pass(.milliseconds(2))
      let name = "\(process.number) \(number)"
      do {
        try process.store([name: .string(String(repeating: "x", count: size))])
        isSaved[name] = true
      } catch let error as SettingsError where error.code == .notSaved {
        isSaved[name] = false
      }
    }
    return isSaved
  }

  @Test(arguments: [1, 500, 20_000], [1, 3])
  func `every saved value is read again, however many there are`(size: Int, processes: Int32) throws {
    try quietly {
      var isSaved: [String: Bool] = [:]
      // No process writes the document, as if another one were stopped in the middle of it.
      let system = SimulatedFileSystem(disk, process: 9)
      try SimulatedProcess(disk, number: 8, limits: Self.limits).set("first", 1)
      let journal = try Folder(SimulatedProcess.folder, of: system).open(SimulatedProcess.names.journal, for: .writing)
      #expect(try system.lock(journal.descriptor))
      for number in 1...processes {
        let process = try SimulatedProcess(disk, number: number, limits: Self.limits)
        isSaved.merge(try fill(process, size: size, times: 150)) { $1 }
        disk.kill(number)
      }
      #expect(isSaved.values.contains(true))
      #expect(isSaved.values.contains(false))
      let values = try SimulatedProcess(disk, number: 4, limits: Self.limits).values
      for (name, _) in isSaved where isSaved[name] == true { #expect(values[name] != nil, "\(name)") }
      #expect(values["first"] == 1)
    }
  }

  @Test(arguments: [false, true])
  func `values that the document contains count until their journal is gone`(isNew: Bool) throws {
    try quietly {
      let first = try SimulatedProcess(disk, limits: Self.limits)
      var writer = try SimulatedProcess(disk, number: 2, limits: Self.limits)
      var isSaved = try fill(first, size: 100, times: 50)
      // Killed after it has confirmed the document, before the ended journal loses its name.
      let next = SimulatedProcess.names.nextJournal
      disk.interrupt { [disk] call in
        if call.operation == .rename, call.name.contains(next), call.name.hasSuffix(SimulatedProcess.names.journal) {
          disk.kill(1)
        }
      }
      #expect(throws: (any Error).self) { try first.checkpoint() }
      disk.interrupt(with: nil)
      #expect(disk.bytes(at: SimulatedProcess.path(next)) != nil)
      if isNew { writer = try SimulatedProcess(disk, number: 3, limits: Self.limits) } else { writer.core.refresh() }
      isSaved.merge(try fill(writer, size: 100, times: 100)) { $1 }
      #expect(isSaved.values.contains(false))
      disk.kill(writer.number)
      let values = try SimulatedProcess(disk, number: 4, limits: Self.limits).values
      for (name, _) in isSaved where isSaved[name] == true { #expect(values[name] != nil, "\(name)") }
    }
  }

  @Test(arguments: [1_000, 10_000, 16_000])
  func `a value that a flush has saved is read again`(size: Int) throws {
    try quietly {
      try SimulatedProcess(disk, number: 8, limits: Self.limits).set("first", 1)
      let system = SimulatedFileSystem(disk, process: 9)
      let journal = try Folder(SimulatedProcess.folder, of: system).open(SimulatedProcess.names.journal, for: .writing)
      #expect(try system.lock(journal.descriptor))
      let process = try SimulatedProcess(disk, limits: Self.limits)
      while process.core.contents.uncheckpointedMemory < Self.limits.memory / 3 * 2 {
        try process.store(["\(process.values.count)": 1])
        process.schedule.pass(.milliseconds(2))
      }
      var values = process.values
      let large = SettingsValue.string(String(repeating: "x", count: size))
      if succeeds({ try process.store(["large": large]) }) || succeeds({ try process.flush() }) {
        values["large"] = large
      }
      disk.kill(1)
      let next = try SimulatedProcess(disk, number: 2, limits: Self.limits)
      #expect(values.allSatisfy { next.values[$0.key] == $0.value })
    }
  }

  @Test(arguments: [false, true])
  func `a flushed value is read again, although journals had more values than are read`(hasEnded: Bool) throws {
    try quietly {
      let first = try SimulatedProcess(disk)
      try first.set("a", 1)
      if hasEnded { first.stopCheckpoint() }
      disk.kill(1)
      // This process has more memory.
      let second = try SimulatedProcess(disk, number: 2)
      for number in 0..<150 { try second.store(["\(number)": 1]) }
      disk.kill(2)
      let third = try SimulatedProcess(disk, number: 3, limits: Self.limits)
      // The value may have to wait for the document.
      ignoringFailure { try third.store(["last": 1]) }
      try third.flush()
      disk.kill(3)
      #expect(try SimulatedProcess(disk, number: 4, limits: Self.limits)["last"] == 1)
    }
  }

  @Test func `values that had to wait for the document are saved after it`() throws {
    try quietly {
      let process = try SimulatedProcess(disk, limits: Self.limits)
      let isSaved = try fill(process, size: 100, times: 1_000)
      #expect(isSaved.values.contains(true))
      #expect(isSaved.values.contains(false))
      process.schedule.advance(by: .seconds(60))
      disk.kill(1)
      let next = try SimulatedProcess(disk, number: 2, limits: Self.limits)
      #expect(Set(next.values.keys) == Set(isSaved.keys))
    }
  }

  @Test(arguments: [(size: 100, times: 500), (size: 5_000, times: 20)])
  func `a flush writes the document first if values have to wait for it`(size: Int, times: Int) throws {
    try quietly {
      let process = try SimulatedProcess(disk, limits: Self.limits)
      let isSaved = try fill(process, size: size, times: times)
      #expect(isSaved.values.contains(false))
      try process.flush()
      disk.kill(1)
      let next = try SimulatedProcess(disk, number: 2, limits: Self.limits)
      #expect(Set(next.values.keys) == Set(isSaved.keys))
    }
  }

  @Test func `a flush of values that have to wait fails with the document`() throws {
    try quietly {
      let process = try SimulatedProcess(disk, limits: Self.limits)
      _ = try fill(process, size: 100, times: 1_000)
      disk.faults = [Fault(operation: .link, isSticky: true, effect: .error(ENOSPC))]
      let error = #expect(throws: SettingsError.self) { try process.flush() }
      #expect(error?.code == .notSaved)
      #expect(error?.description.contains(String(cString: strerror(ENOSPC))) == true)
    }
  }

  @Test func `a program writes any number of settings, because the document is written in time`() throws {
    let process = try SimulatedProcess(disk, limits: Self.limits)
    for number in 0..<1_000 {
      try process.store(["\(number)": .string(String(repeating: "x", count: 100))])
      process.schedule.advance(by: .milliseconds(2))
    }
    disk.kill(1)
    #expect(try SimulatedProcess(disk, number: 2, limits: Self.limits).values.count == 1_000)
  }
}
