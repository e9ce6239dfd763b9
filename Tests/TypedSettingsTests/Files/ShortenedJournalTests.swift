import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// Processes that are killed while they move the values of a very long journal to the next one.
@Suite struct ShortenedJournalTests {
  private static let limits = JournalLimits(veryLong: 4_000, nearlyFull: 12_000, full: 16_000)
  private static let text = SettingsValue.string(String(repeating: "x", count: 500))

  /// The state of a disk on which a process was killed while it shortened a journal.
  private struct Scene {
    let disk: SimulatedDisk
    /// A process that was there before, or none if only new processes read the files.
    let witness: SimulatedProcess?
    /// The values that were acknowledged.
    let values: [String: SettingsValue]
    /// Whether the process was killed, and not finished before the given call.
    let isKilled: Bool
  }

  // Makes a document, and kills a process before the given call while it shortens the journal: in the background, or in
  // a write that finds the journal full.
  private func scene(killedAt place: Int, hasWitness: Bool, isFull: Bool) throws -> Scene {
    let disk = SimulatedDisk.withFolder()
    let writer = try SimulatedProcess(disk, number: 1, limits: Self.limits)
    try writer.set(["a": 1, "b": 1, "c": 1])
    let process = try SimulatedProcess(disk, number: 2, limits: Self.limits)
    let witness = hasWitness ? try SimulatedProcess(disk, number: 3, limits: Self.limits) : nil
    // The process reads in the journal which document another one has written, and doesn't read that document.
    try writer.checkpoint()
    disk.kill(1)
    var values: [String: SettingsValue] = ["a": 2, "b": 3, "c": 1]
    try process.set("a", 2)
    try process.set("b", 3)
    var number: Int64 = 0
    func write() throws {
      try process.store(["d": .integer(number + 1), "filler": Self.text])
      number += 1
      values["d"] = .integer(number)
    }
    let length = isFull ? Self.limits.full : 5_000
    while disk.bytes(at: SimulatedProcess.journal).map({ $0.count < length }) ?? false { try write() }
    let calls = try disk.countCalls(of: 2) {
      if $0 == place { disk.kill(2) }
    } during: {
      // Fails or not, depending on whether the record was appended before.
      do { try write() } catch is SettingsError {}
      if !isFull { ignoringFailure { try process.core.shortenInBackground() } }
    }
    disk.kill(2)
    return Scene(disk: disk, witness: witness, values: values, isKilled: calls >= place)
  }

  @Test(arguments: [false, true], [false, true])
  func `no value is lost if a process is killed while it shortens a journal`(hasWitness: Bool, isFull: Bool) throws {
    try quietly {
      var place = 0
      var isKilled = true
      var limits: Set<Bool> = []
      while isKilled {
        place += 1
        let scene = try scene(killedAt: place, hasWitness: hasWitness, isFull: isFull)
        isKilled = scene.isKilled
        limits.insert(scene.disk.bytes(at: SimulatedProcess.journal).map { $0.count > Self.limits.veryLong } ?? true)
        if let witness = scene.witness {
          witness.core.refresh()
          expect(witness, has: scene.values, "a process that was there, killed at \(place)")
          try witness.set("e", 5)
        }
        let next = try SimulatedProcess(scene.disk, number: 4, limits: Self.limits)
        expect(next, has: scene.values, "the next process, killed at \(place)")
        try next.set("f", 6)
        try next.checkpoint()
        let last = try SimulatedProcess(scene.disk, number: 5, limits: Self.limits)
        expect(last, has: scene.values, "a process after the document was written, killed at \(place)")
        #expect(last["f"] == 6)
        if hasWitness { #expect(last["e"] == 5) }
      }
      #expect(limits == [true, false], "the journal is shortened only by some of \(place) calls")
    }
  }

  /// A journal has another name after a backup that links files instead of copying them.
  @Test(arguments: [false, true])
  func `the document is written before a setter has to shorten the journal`(hasOtherName: Bool) throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk, limits: Self.limits)
    try process.set("a", 1)
    if hasOtherName {
      let folder = try Folder(SimulatedProcess.folder, of: SimulatedFileSystem(disk, process: 9))
      try folder.link(SimulatedProcess.names.journal, as: "backup")
    }
    for number: Int64 in 1...100 {
      disk.forgetCalls()
      try process.store(["d": .integer(number), "filler": Self.text])
      #expect(disk.count(.synchronize) == 0, "write \(number)")
      process.schedule.advance(by: .milliseconds(1))
    }
    disk.kill(1)
    #expect(try SimulatedProcess.values(on: disk) == ["a": 1, "d": 100, "filler": Self.text])
  }

  @Test func `no setter waits for the disk while the document can't be written, and journals stay short`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk, limits: Self.limits)
    try process.set("a", 1)
    try process.checkpoint()
    disk.faults = [Fault(operation: .exchange, isSticky: true, effect: .error(EIO))]
    try quietly {
      for number: Int64 in 1...200 {
        disk.forgetCalls()
        try process.store(["d": .integer(number), "filler": Self.text])
        #expect(disk.count(.synchronize) == 0, "write \(number)")
        process.schedule.advance(by: .milliseconds(1))
        let longest = disk.files(in: SimulatedProcess.folder).values.map(\.count).max() ?? 0
        #expect(longest < Self.limits.nearlyFull, "write \(number)")
      }
    }
    disk.kill(1)
    #expect(try SimulatedProcess.values(on: disk) == ["a": 1, "d": 200, "filler": Self.text])
  }

  /// A process whose journal is very long; everything in it is durable.
  private func processWithLongJournal(on disk: SimulatedDisk) throws -> SimulatedProcess {
    let process = try SimulatedProcess(disk, limits: Self.limits)
    try process.set("a", 1)
    try process.checkpoint()
    for number: Int64 in 1...10 { try process.store(["d": .integer(number), "filler": Self.text]) }
    try process.flush()
    return process
  }

  @Test func `other threads write while a background task shortens the journal`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try processWithLongJournal(on: disk)
    let written = try disk.write("e", in: process) { try process.core.shortenInBackground() }
    #expect(written.count >= 2)
    #expect(!written.contains(false))
    #expect(!disk.names(in: SimulatedProcess.folder).contains(SimulatedProcess.names.nextJournal))
    #expect(disk.bytes(at: SimulatedProcess.journal).map { $0.count < Self.limits.veryLong } == true)
    disk.kill(1)
    let last = SettingsValue.integer(Int64(written.count) - 1)
    #expect(try SimulatedProcess.values(on: disk) == ["a": 1, "d": 10, "e": last, "filler": Self.text])
  }

  @Test func `a power cut loses no durable value while a background task shortens the journal`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try processWithLongJournal(on: disk)
    let durable = process.values
    var generator = SeededGenerator(seed: 64)
    let moments = try disk.moments {
      try process.core.shortenInBackground()
      try process.set("e", 1)
    }
    #expect(moments.count > 10)
    for (number, moment) in moments.enumerated() {
      for cut in moment.statesAfterPowerCut(limit: 20, using: &generator) {
        #expect(try SimulatedProcess.values(on: cut).filter { $0.key != "e" } == durable, "moment \(number)")
      }
    }
  }

  @Test(arguments: [FileCall.Operation.synchronize, .rename, .write, .link], 0..<4)
  func `a failure in the background costs no value`(operation: FileCall.Operation, after count: Int) throws {
    let disk = SimulatedDisk.withFolder()
    let process = try processWithLongJournal(on: disk)
    disk.faults = [Fault(operation: operation, after: count, effect: .error(EIO))]
    // Some operations are called less often.
    ignoringFailure { try process.core.shortenInBackground() }
    disk.faults = []
    let values = ["a": 1, "d": 10, "e": 1, "filler": Self.text] as [String: SettingsValue]
    try quietly {
      try process.set("e", 1)
      #expect(process.values == values)
      #expect(try SimulatedProcess.values(on: disk) == values)
      try process.core.shortenInBackground()
      try process.flush()
      var generator = SeededGenerator(seed: 65)
      for cut in disk.statesAfterPowerCut(limit: 20, using: &generator) {
        #expect(try SimulatedProcess.values(on: cut) == values)
      }
      try process.checkpoint()
    }
    #expect(try SimulatedProcess.documentValues(on: disk) == values)
  }

  private func expect(_ process: SimulatedProcess, has values: [String: SettingsValue], _ who: String) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      // The last write may have been completed although it wasn't acknowledged.
      var allowed = [value]
      if name == "d", case .integer(let number) = value { allowed.append(.integer(number + 1)) }
      #expect(process[name].map(allowed.contains) == true, "\(name) of \(who)")
    }
  }
}
