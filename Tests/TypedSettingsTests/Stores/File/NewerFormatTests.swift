import Foundation
import Testing
import TypedSettingsTesting

@testable import TypedSettings

/// Files of future versions of the library.
@Suite struct NewerFormatTests {
  @Test func `a journal of a newer format is not changed`() throws {
    try quietly {
      let disk = try SimulatedDisk.withDocumentAndJournal()
      disk.overwrite(SimulatedProcess.journal, with: try newer(disk, major: JournalHeader.majorVersion + 1))
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
        with: try newer(disk, major: JournalHeader.majorVersion + 1))
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
      let (disk, foreign) = try diskWithAdditions()
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

  /// A disk on which a newer version appends a record before a call of a checkpoint, whose process is killed later.
  private func scene(_ foreign: [[UInt8]], arrivingAt arrival: Int, killedAt end: Int) throws
    -> (disk: SimulatedDisk, witness: SimulatedProcess, calls: Int)
  {
    let disk = SimulatedDisk.withFolder()
    do {
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
    }
    disk.overwrite(
      SimulatedProcess.journal, with: try newer(disk, addition: Array("more".utf8), records: foreign.dropLast()))
    let newer = try SimulatedProcess(disk, number: 3)
    let (process, witness) = (try SimulatedProcess(disk, number: 2), try SimulatedProcess(disk, number: 4))
    try process.set("a", 2)
    let calls = try disk.countCalls(of: 2) { number in
      if number == arrival, let record = foreign.last { self.append(record, newer) }
      if number == end { disk.kill(2) }
    } during: {
      do { try process.checkpoint() } catch is SettingsError {}
    }
    disk.kill(2)
    return (disk, witness, calls)
  }

  private func append(_ record: [UInt8], _ process: SimulatedProcess) {
    do {
      _ = try process.core.session.withLock { session throws(FileSystemError) in
        try process.core.append(.copied(record), &session)
      }
    } catch {
      Issue.record(error)
    }
  }

  @Test(arguments: [false, true])
  func `a record of a newer version that arrives during a checkpoint survives a kill, once`(isAlive: Bool) throws {
    try quietly {
      let foreign: [[UInt8]] = [[200, 1, 2, 3], [201, 4]]
      let calls = try scene([], arrivingAt: 0, killedAt: 0).calls
      #expect(calls > 20)
      for arrival in 1...calls {
        for end in arrival...calls + 1 {
          let (disk, witness, _) = try scene(foreign, arrivingAt: arrival, killedAt: end)
          let later = isAlive ? witness : try SimulatedProcess(disk, number: 5)
          try later.set("b", 1)
          try later.checkpoint()
          #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 2, "b": 1])
          try expect(foreign, "more", in: disk, "arrived at \(arrival), killed at \(end)")
        }
      }
    }
  }

  @Test(arguments: [0, 2])
  func `durable additions of a newer minor version survive a power cut during a checkpoint`(count: Int) throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      do {
        let process = try SimulatedProcess(disk)
        try process.set("a", 1)
        try process.flush()
      }
      let foreign: [[UInt8]] = Array([[200, 1, 2, 3], [201, 4]].prefix(count))
      disk.overwrite(SimulatedProcess.journal, with: try newer(disk, addition: Array("more".utf8), records: foreign))
      let process = try SimulatedProcess(disk, number: 2)
      let cuts = LockedState<[SimulatedDisk]>([])
      disk.interrupt { [disk] call in
        guard call.operation.changesDisk || call.operation == .synchronize else { return }
        var generator = SeededGenerator(seed: UInt64(cuts.withLock { $0.count }))
        let states = disk.statesAfterPowerCut(limit: 20, using: &generator)
        cuts.withLock { $0 += states }
      }
      try process.checkpoint()
      disk.interrupt(with: nil)
      var generator = SeededGenerator(seed: 29)
      for cut in cuts.withLock({ $0 }) + disk.statesAfterPowerCut(limit: 50, using: &generator) {
        let later = try SimulatedProcess(cut, number: 3)
        try later.set("b", 1)
        try later.checkpoint()
        #expect(try SimulatedProcess.documentValues(on: cut) == ["a": 1, "b": 1])
        try expect(foreign, "more", in: cut)
      }
    }
  }

  @Test func `no setter waits until additions of a newer minor version are durable`() throws {
    try quietly {
      let (disk, foreign) = try diskWithAdditions()
      let process = try SimulatedProcess(disk, number: 2)
      let written = try disk.write("b", in: process) { try process.checkpoint() }
      #expect(written.count >= 4)
      #expect(!written.contains(false))
      try expect(foreign, "more", in: disk)
    }
  }

  @Test func `additions of a newer minor version survive a power cut after a flush that failed meanwhile`() throws {
    try quietly {
      let (disk, foreign) = try diskWithAdditions()
      let process = try SimulatedProcess(disk, number: 2)
      let isDone = LockedState(false)
      disk.interrupt { [disk, unowned process] call in
        guard call.operation == .synchronize, call.name == SimulatedProcess.folder, !isDone.withLock({ $0 }),
          disk.bytes(at: SimulatedProcess.document) != nil
        else { return }
        isDone.withLock { $0 = true }
        // The ended journal comes first.
        disk.faults = [Fault(operation: .synchronize, after: 1, effect: .error(EIO))]
        #expect(throws: Never.self) { try process.set("b", 1) }
        #expect(throws: SettingsError.self) { try process.flush() }
        #expect(process.core.session.withLock { $0.unsynchronized.lost === $0.journals.current?.file })
      }
      try process.checkpoint()
      disk.interrupt(with: nil)
      #expect(isDone.withLock { $0 })
      var generator = SeededGenerator(seed: 43)
      for cut in disk.statesAfterPowerCut(limit: 200, using: &generator) {
        let later = try SimulatedProcess(cut, number: 3)
        try later.set("c", 1)
        try later.checkpoint()
        try expect(foreign, "more", in: cut)
      }
    }
  }

  /// Returns a disk whose journal has additions of a newer minor version, and their records.
  private func diskWithAdditions() throws -> (disk: SimulatedDisk, records: [[UInt8]]) {
    let disk = SimulatedDisk.withFolder()
    do {
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
    }
    let records: [[UInt8]] = [[200, 1, 2, 3], [201, 4]]
    disk.overwrite(SimulatedProcess.journal, with: try newer(disk, addition: Array("more".utf8), records: records))
    return (disk, records)
  }

  private func expect(_ foreign: [[UInt8]], _ addition: String, in disk: SimulatedDisk, _ moment: String = "") throws {
    let bytes = try #require(disk.bytes(at: SimulatedProcess.journal))
    guard case .header(let header) = JournalHeader.find(in: bytes) else {
      Issue.record("the journal has no header")
      return
    }
    #expect(header.minor == 1)
    #expect(header.addition == Array(addition.utf8))
    let contents = JournalContents(bytes, of: header)
    let found = contents.records.compactMap { if case .copied(let bytes) = $0.contents { bytes } else { nil } }
    #expect(found == foreign, "\(moment)")
  }

  /// Returns the bytes of a disk's journal as another version of the library would write them.
  private func newer(
    _ disk: SimulatedDisk, major: UInt16 = JournalHeader.majorVersion, addition: [UInt8] = [], records: [[UInt8]] = []
  ) throws -> [UInt8] {
    let bytes = try #require(disk.bytes(at: SimulatedProcess.journal))
    guard case .header(var header) = JournalHeader.find(in: bytes) else { return [] }
    var rest = Array(bytes[header.length...])
    header.minor = 1
    header.addition = addition
    for record in records { rest += JournalRecord.bytes(of: .copied(record), durable: 0, in: header.frame) }
    return header.bytes(major: major) + rest
  }
}
