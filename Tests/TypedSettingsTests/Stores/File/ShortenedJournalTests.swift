import Testing
import TypedSettingsTesting

@testable import TypedSettings

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

  // Makes a document, and kills a process before the given call of the write that shortens the journal.
  private func scene(killedAt place: Int, hasWitness: Bool) throws -> Scene {
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
    while disk.bytes(at: SimulatedProcess.journal).map({ $0.count < 5_000 }) ?? false { try write() }
    // The length is checked about each millisecond.
    process.schedule.pass(.seconds(1))
    try write()
    let calls = try disk.countCalls(of: 2) {
      if $0 == place { disk.kill(2) }
    } during: {
      // Fails or not, depending on whether the record was appended before.
      do { try write() } catch is SettingsError {}
    }
    disk.kill(2)
    return Scene(disk: disk, witness: witness, values: values, isKilled: calls >= place)
  }

  @Test(arguments: [false, true])
  func `no value is lost if a process is killed while it shortens a journal`(hasWitness: Bool) throws {
    try quietly {
      var place = 0
      var isKilled = true
      var limits: Set<Bool> = []
      while isKilled {
        place += 1
        let scene = try scene(killedAt: place, hasWitness: hasWitness)
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

  @Test func `the document is written before a setter has to shorten the journal`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk, limits: Self.limits)
    for number: Int64 in 1...100 {
      disk.forgetCalls()
      try process.store(["d": .integer(number), "filler": Self.text])
      #expect(disk.count(.synchronize) == 0, "write \(number)")
      process.schedule.advance(by: .milliseconds(1))
    }
    disk.kill(1)
    #expect(try SimulatedProcess.values(on: disk) == ["d": 100, "filler": Self.text])
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
