import Foundation
import Testing

@testable import TypedSettings

/// Files of future versions of the library.
@Suite struct NewerFormatTests {
  @Test func `a journal of a newer format is not changed`() throws {
    try quietly {
      let disk = try SimulatedDisk.withDocumentAndJournal()
      disk.overwrite(SimulatedProcess.journal, with: try newer(disk, major: JournalFrame.currentVersion + 1))
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
        SimulatedProcess.path(SimulatedProcess.names.nextJournal),
        with: try newer(disk, major: JournalFrame.currentVersion + 1))
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

  @Test func `additions of a newer minor version survive a hundred checkpoints`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      do {
        let process = try SimulatedProcess(disk)
        try process.set("a", 1)
      }
      let foreign: [[UInt8]] = [[200, 1, 2, 3], [201] + Array(repeating: 7, count: 300)]
      disk.overwrite(SimulatedProcess.journal, with: try newer(disk, addition: Array("more".utf8), records: foreign))
      var processes = try [SimulatedProcess(disk, number: 2), SimulatedProcess(disk, number: 3)]
      for count in 0..<100 {
        try processes[count % 2].set("a", .integer(Int64(count + 2)))
        try processes[count / 2 % 2].checkpoint()
        if count % 10 == 9 { processes[0] = try SimulatedProcess(disk, number: 2) }
      }
      try expect(foreign, "more", in: disk)
    }
  }

  @Test func `additions of a newer minor version survive a kill during a checkpoint, once`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      do {
        let process = try SimulatedProcess(disk)
        try process.set("a", 1)
      }
      let foreign: [[UInt8]] = [[200, 1, 2, 3], [201, 4]]
      disk.overwrite(SimulatedProcess.journal, with: try newer(disk, addition: Array("more".utf8), records: foreign))
      let process = try SimulatedProcess(disk, number: 2)
      for moment in try disk.moments(of: { try process.checkpoint() }) {
        let later = try SimulatedProcess(moment, number: 3)
        try later.set("b", 1)
        try later.checkpoint()
        #expect(try SimulatedProcess.documentValues(on: moment) == ["a": 1, "b": 1])
        try expect(foreign, "more", in: moment)
      }
    }
  }

  private func expect(_ foreign: [[UInt8]], _ addition: String, in disk: SimulatedDisk) throws {
    let bytes = try #require(disk.bytes(at: SimulatedProcess.journal))
    guard case .header(let header) = JournalHeader.find(in: bytes) else {
      Issue.record("the journal has no header")
      return
    }
    #expect(header.minor == 1)
    #expect(header.addition == Array(addition.utf8))
    let contents = JournalContents(bytes, of: header)
    let found = contents.records.compactMap { if case .unknown(let bytes) = $0.contents { bytes } else { nil } }
    #expect(found == foreign)
  }

  /// Returns the bytes of a disk's journal as another version of the library would write them.
  private func newer(
    _ disk: SimulatedDisk, major: UInt16 = JournalFrame.currentVersion, addition: [UInt8] = [], records: [[UInt8]] = []
  ) throws -> [UInt8] {
    let bytes = try #require(disk.bytes(at: SimulatedProcess.journal))
    guard case .header(var header) = JournalHeader.find(in: bytes) else { return [] }
    var rest = Array(bytes[header.length...])
    header.minor = 1
    header.addition = addition
    for record in records { rest += JournalRecord.bytes(of: .unknown(record), durable: 0, in: header.frame) }
    var head = Array(header.bytes.dropLast(4))
    head[8] = UInt8(major)
    var sum = JournalBytes()
    sum.append(Checksum(of: head).masked)
    return head + sum.bytes + rest
  }
}
