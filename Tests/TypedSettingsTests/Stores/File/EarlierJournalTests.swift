import Foundation
import Testing

@testable import TypedSettings

/// Journals written by an earlier version of the library.
@Suite struct EarlierJournalTests {
  private static let identity = JournalIdentity(high: 7, low: 9)
  private static let nextIdentity = JournalIdentity(high: 8, low: 9)
  private static let document = Array(#"{"com.example.app": {"a": 0, "z": 9}}"#.utf8)

  /// The files that an earlier version may have left.
  enum State: CaseIterable {
    case journal, endedAndNext, unusedNext, endLost
  }

  private func disk(_ state: State, hasLock: Bool) -> SimulatedDisk {
    let disk = SimulatedDisk.withFolder()
    disk.replace(SimulatedProcess.document, with: Self.document)
    let header = EarlierJournal.header(Self.identity, document: DocumentFingerprint(of: Self.document))
    let isEnded = state == .endedAndNext
    disk.replace(
      SimulatedProcess.journal,
      with: EarlierJournal.bytes([("a", 1), ("b", 1)], header: header, end: isEnded ? .end(next: nil) : nil))
    if state != .journal {
      // An end record is numbered as well.
      let next = EarlierJournal.header(
        Self.nextIdentity, predecessor: Self.identity, firstRecord: 4, document: DocumentFingerprint(of: Self.document))
      disk.replace(
        SimulatedProcess.path(SimulatedProcess.names.nextJournal),
        with: EarlierJournal.bytes(state == .unusedNext ? [] : [("c", 1)], header: next))
    }
    if hasLock { disk.replace(SimulatedProcess.path(SimulatedProcess.names.lock), with: "") }
    return disk
  }

  @Test(arguments: State.allCases, [true, false])
  func `an update from an earlier version loses nothing`(_ state: State, hasLock: Bool) throws {
    var expected: [String: SettingsValue] = ["a": 1, "b": 1, "z": 9]
    if state == .endedAndNext || state == .endLost { expected["c"] = 1 }
    let disk = disk(state, hasLock: hasLock)
    let reader = try SimulatedProcess(disk, number: 3)
    let process = try SimulatedProcess(disk, number: 1)
    let second = try SimulatedProcess(disk, number: 2)
    #expect(process.values == expected)
    let before = disk.files(in: SimulatedProcess.folder)
    process.core.refresh()
    #expect(disk.files(in: SimulatedProcess.folder) == before)
    let moments = try disk.moments { try process.set("new", 1) }
    for moment in moments {
      let values = try SimulatedProcess.values(on: moment)
      #expect(values == expected || values == expected.merging(["new": 1]) { $1 })
    }
    expected["new"] = 1
    try second.set("later", 1)
    expected["later"] = 1
    try process.checkpoint()
    reader.core.refresh()
    #expect(reader.values == expected)
    #expect(try SimulatedProcess.values(on: disk) == expected)
    #expect(try SimulatedProcess.documentValues(on: disk) == expected)
  }

  @Test func `a write stays in memory while an earlier version holds the lock`()
    throws
  {
    let disk = disk(.journal, hasLock: true)
    let system = SimulatedFileSystem(disk, process: 77)
    let folder = try Folder(SimulatedProcess.folder, of: system)
    let lock = try folder.open(SimulatedProcess.names.lock, for: .writing)
    #expect(try system.lock(lock.descriptor))
    let process = try SimulatedProcess(disk)
    let error = #expect(throws: SettingsError.self) { try process.store(["new": 1]) }
    #expect(error?.code == .notSaved)
    #expect(process["new"] == 1)
    disk.kill(77)
    try process.flush()
    #expect(try SimulatedProcess.values(on: disk) == ["a": 1, "b": 1, "z": 9, "new": 1])
  }
}
