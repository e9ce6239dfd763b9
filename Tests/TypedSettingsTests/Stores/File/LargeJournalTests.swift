import Testing

@testable import TypedSettings

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
          ? .conditional(changes, dependingOn: [key], since: header.frame.number(at: journal.count))
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
}
