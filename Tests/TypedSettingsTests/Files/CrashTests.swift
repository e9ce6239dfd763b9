import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

@Suite struct CrashTests {
  @Test func `a kill at any call loses no acknowledged write`() throws {
    var failures: [String] = []
    for moment in try quietly({ try Script.long.moments(on: .withFolder()) }) {
      let progress = moment.progress
      try check(moment, keeps: progress.history[progress.acknowledged...], &failures)
    }
    #expect(failures.prefix(8) == [])
  }

  @Test func `a power cut at any call leaves a consistent state no older than the last flush`() throws {
    var failures: [String] = []
    var generator = SeededGenerator(seed: 5)
    var known: Set<Int> = []
    for moment in try quietly({ try Script.long.moments(on: .withFolder()) }) {
      let progress = moment.progress
      for disk in moment.disk.statesAfterPowerCut(limit: moment.call == "the end" ? 96 : 24, using: &generator) {
        var hasher = Hasher()
        hasher.combine(disk.digest)
        hasher.combine(progress.history.count)
        hasher.combine(progress.durable)
        guard known.insert(hasher.finalize()).inserted else { continue }
        let cut = Moment(disk: disk, progress: progress, call: moment.call)
        try check(cut, keeps: progress.history[progress.durable...], &failures)
      }
    }
    #expect(failures.prefix(8) == [])
    // A smaller number would mean that the script leaves too little unsynchronized.
    #expect(known.count > 2_000)
  }

  @Test func `after a kill at any call the next process continues and cleans up`() throws {
    var failures: [String] = []
    for moment in try quietly({ try Script.long.moments(on: .withFolder()) }) {
      try quietly {
        let process = try SimulatedProcess(moment.disk, number: 3)
        let expected = process.values.merging(["later": 1]) { $1 }
        try process.set("later", 1)
        try process.checkpoint()
        try process.set("last", 2)
        let values = try SimulatedProcess.values(on: moment.disk)
        if values != expected.merging(["last": 2], uniquingKeysWith: { $1 }) { failures.append("\(moment): \(values)") }
        let temporary = moment.disk.names(in: SimulatedProcess.folder).filter { $0.hasSuffix("temporary") }
        if temporary != [] { failures.append("\(moment): \(temporary)") }
      }
    }
    #expect(failures.prefix(8) == [])
  }

  @Test func `a state that survives a power cut survives the next one`() throws {
    var failures: [String] = []
    var generator = SeededGenerator(seed: 6)
    for moment in try quietly({ try Script.long.moments(on: .withFolder()) }) where moment.call == "the end" {
      for disk in moment.disk.statesAfterPowerCut(limit: 12, using: &generator) {
        try quietly {
          let process = try SimulatedProcess(disk, number: 3)
          let expected = process.values.merging(["later": 1]) { $1 }
          try process.set("later", 1)
          try process.flush()
          for later in disk.statesAfterPowerCut(limit: 12, using: &generator) {
            let values = try SimulatedProcess.values(on: later)
            if values != expected { failures.append("\(moment): \(values) for \(expected)") }
          }
        }
      }
    }
    #expect(failures.prefix(8) == [])
  }

  @Test func `the first flush makes the folders of the first write durable`() throws {
    let disk = SimulatedDisk()
    disk.makeFolder("/home")
    let process = try SimulatedProcess(disk)
    try process.set("a", 1)
    try process.flush()
    var generator = SeededGenerator(seed: 7)
    for cut in disk.statesAfterPowerCut(limit: 64, using: &generator) {
      #expect(try SimulatedProcess.values(on: cut) == ["a": 1])
    }
  }

  /// Starts a process on a moment's disk, and records the problems that it finds.
  private func check(_ moment: Moment, keeps allowed: ArraySlice<[String: SettingsValue]>, _ failures: inout [String])
    throws
  {
    let collected = LockedState<[SettingsError]>([])
    let process = try SettingsDiagnostics.withHandler({ error in collected.withLock { $0.append(error) } }) {
      try SimulatedProcess(moment.disk.afterKill(), number: 90)
    }
    let reports = collected.withLock { $0 }
    if reports.count > 0 || process.core.state.refusesWrites { failures.append("\(moment): \(reports)") }
    if !allowed.contains(process.values) {
      failures.append("\(moment): \(process.values), but it should be in \(Array(allowed))")
    }
  }
}

extension Moment: CustomStringConvertible {
  var description: String {
    "\(progress.step), before \(call), \(disk.names(in: SimulatedProcess.folder)), acknowledged \(progress.acknowledged), durable \(progress.durable)"
  }
}
