import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsFiles

/// Files of future versions of the library.
@Suite struct NewerFormatTests {
  /// What a newer version has written.
  enum Addition: CaseIterable {
    case version, kindOfRecord, kindOfValue

    /// Returns the bytes of a disk's journal with the addition.
    func journal(on disk: SimulatedDisk) throws -> [UInt8] {
      let bytes = try #require(disk.bytes(at: SimulatedProcess.journal))
      guard case .header(let header) = JournalHeader.find(in: bytes) else { throw SomeError() }
      let changes = Array(bytes[header.length...])
      return switch self {
      case .version: header.bytes(version: JournalHeader.version + 1) + changes
      case .kindOfRecord: bytes + record(in: header.frame)
      case .kindOfValue: bytes + record(in: header.frame)
      }
    }

    /// Returns the bytes of a record that this version doesn't know.
    func record(in frame: JournalFrame) -> [UInt8] {
      var bytes = JournalBytes(capacity: 128)
      bytes.appendRecord(durable: 0, in: frame) { bytes in
        if self == .kindOfValue {
          bytes.append(.changes([(key: SimulatedProcess.key("a"), value: nil)]))
          bytes.truncate(to: bytes.count - 1)
          bytes.append(byte: 200)
        } else {
          bytes.append(raw: [200, 1, 2, 3])
        }
      }
      return bytes.bytes
    }
  }

  @Test(arguments: Addition.allCases)
  func `a journal with something of a newer format is not changed`(_ addition: Addition) throws {
    try quietly {
      let disk = try SimulatedDisk.withDocumentAndJournal()
      disk.overwrite(SimulatedProcess.journal, with: try addition.journal(on: disk))
      let before = disk.files(in: SimulatedProcess.folder)
      let process = try SimulatedProcess(disk, number: 2)
      #expect(process.core.state.error?.code == .newerFormat)
      #expect(process["a"] == 1)
      for count in 0..<100 {
        let error = #expect(throws: SettingsError.self) { try process.set("a", .integer(Int64(count + 2))) }
        #expect(error?.code == .storeUnavailable)
      }
      try process.flush()
      try process.checkpoint()
      #expect(process["a"] == 1)
      #expect(disk.files(in: SimulatedProcess.folder) == before)
    }
  }

  @Test(arguments: [Addition.kindOfRecord, .kindOfValue])
  func `a running process refuses writes once a newer version has appended a record`(_ addition: Addition) throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      disk.overwrite(SimulatedProcess.journal, with: try addition.journal(on: disk))
      process.core.refresh()
      #expect(process.core.state.error?.code == .newerFormat)
      let before = disk.files(in: SimulatedProcess.folder)
      #expect(throws: SettingsError.self) { try process.set("a", 2) }
      try process.checkpoint()
      #expect(process["a"] == 1)
      #expect(disk.files(in: SimulatedProcess.folder) == before)
    }
  }

  @Test func `unsaved values are not written to files of a newer format`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      let journal = try #require(disk.bytes(at: SimulatedProcess.journal))
      disk.faults = [Fault(operation: .write, isSticky: true, effect: .error(ENOSPC))]
      try process.set("b", 1)
      disk.faults = []
      disk.replace(
        SimulatedProcess.path(SimulatedProcess.names.nextJournal), with: try Addition.version.journal(on: disk))
      disk.replace(SimulatedProcess.journal, with: journal)
      let before = disk.files(in: SimulatedProcess.folder)
      let error = #expect(throws: SettingsError.self) { try process.flush() }
      #expect(error?.code == .notSaved)
      #expect(process.core.state.error?.code == .newerFormat)
      process.schedule.advance(by: .seconds(5))
      #expect(disk.files(in: SimulatedProcess.folder) == before)
      #expect(process.values == ["a": 1, "b": 1])
    }
  }
}
