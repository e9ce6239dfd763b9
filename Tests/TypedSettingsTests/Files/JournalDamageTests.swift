import Testing
import TypedSettings

@testable import TypedSettingsFiles

/// The handling of a journal with flipped bits.
@Suite struct JournalDamageTests {
  /// A journal whose records are known to be on the disk, except for the last ones.
  private struct Sample {
    let disk: SimulatedDisk
    let bytes: [UInt8]
    /// The ends of the records.
    let ends: [Int]
    /// The values after each record, starting with the empty state.
    let history: [[String: SettingsValue]]
    /// The length of the header.
    let header: Int
    /// The number of records that the mark in the last one covers.
    let durable: Int

    init() throws {
      disk = .withFolder()
      let process = try SimulatedProcess(disk)
      try process.set("base", 1)
      try process.checkpoint()
      var history = [process.values]
      var ends: [Int] = []
      for count in 0..<12 {
        if count == 10 { try process.flush() }
        // Each record has its own key, so that a missing one shows.
        try process.set("key \(count)", .string(String(repeating: "\(count)", count: 20 + 7 * count)))
        history.append(process.values)
        ends.append(disk.bytes(at: SimulatedProcess.journal)?.count ?? 0)
      }
      self.history = history
      self.ends = ends
      durable = 10
      bytes = try #require(disk.bytes(at: SimulatedProcess.journal))
      guard case .header(let found) = JournalHeader.find(in: bytes) else { throw SomeError() }
      header = found.length
    }
  }

  @Test func `a flipped bit anywhere gives no wrong value and keeps the bytes`() throws {
    let sample = try Sample()
    var failures: [String] = []
    for place in sample.bytes.indices {
      // Every bit of some bytes, and one bit of all bytes.
      for bit in place % 16 == 0 ? Array(0..<8) : [place % 8] {
        var bytes = sample.bytes
        bytes[place] ^= 1 << UInt8(bit)
        check(bytes, changed: place..<place + 1, sample, &failures)
      }
    }
    #expect(failures.prefix(8) == [])
  }

  @Test(arguments: [UInt8(0), 0xFF])
  func `an overwritten block gives no wrong value and keeps the bytes`(_ byte: UInt8) throws {
    let sample = try Sample()
    var failures: [String] = []
    for start in stride(from: 0, to: sample.bytes.count, by: 512) {
      let end = min(start + 512, sample.bytes.count)
      var bytes = sample.bytes
      for place in start..<end { bytes[place] = byte }
      check(bytes, changed: start..<end, sample, &failures)
    }
    #expect(failures.prefix(8) == [])
  }

  @Test func `a truncated journal has every complete record`() throws {
    let sample = try Sample()
    var failures: [String] = []
    for length in sample.bytes.indices {
      let whole = sample.ends.prefix { $0 <= length }.count
      let disk = sample.disk.afterKill()
      disk.overwrite(SimulatedProcess.journal, with: Array(sample.bytes[..<length]))
      let values = try SimulatedProcess.values(on: disk)
      if values != sample.history[whole] { failures.append("cut to \(length): \(values)") }
    }
    #expect(failures.prefix(8) == [])
  }

  private func check(_ bytes: [UInt8], changed: Range<Int>, _ sample: Sample, _ failures: inout [String]) {
    let disk = sample.disk.afterKill()
    disk.overwrite(SimulatedProcess.journal, with: bytes)
    let first = sample.ends.firstIndex { changed.lowerBound < $0 } ?? sample.ends.count
    let last = sample.ends.firstIndex { changed.upperBound <= $0 } ?? sample.ends.count
    let header = sample.header
    var isReported = false
    do {
      let log = Log<SettingsError>()
      let process = try SettingsDiagnostics.withHandler({ log.append($0) }) { try SimulatedProcess(disk) }
      isReported = !log.elements.isEmpty
      try quietly {
        let values = process.values
        let wrong = values.filter { sample.history[sample.history.count - 1][$0.key] != $0.value }
        if !wrong.isEmpty { failures.append("\(changed): wrong values \(wrong)") }
        if changed.lowerBound >= header {
          let before = sample.history[first]
          if !before.allSatisfy({ values[$0.key] == $0.value }) { failures.append("\(changed): lacks records before") }
          if last < sample.durable - 1 {
            let after = (last + 1..<12).map { "key \($0)" }
            if !after.allSatisfy({ values[$0] != nil }) {
              failures.append("\(changed): lacks records after: \(values.keys)")
            }
          }
        }
        // The last record says which ones were durable; without it, a loss looks like that of a power cut.
        let isKnown = changed.lowerBound < header || first < sample.durable
        if isKnown, changed.upperBound <= sample.ends[10], !isReported {
          failures.append("\(changed): no report")
        }
        try process.set("later", 1)
        try process.checkpoint()
        let expected = values.merging(["later": 1]) { $1 }
        if try SimulatedProcess.values(on: disk) != expected { failures.append("\(changed): lost later") }
        if isReported, !disk.files(in: SimulatedProcess.folder).values.contains(bytes) {
          failures.append("\(changed): the bytes are gone")
        }
      }
    } catch {
      failures.append("\(changed): \(error)")
    }
  }

  @Test func `two processes with a corrupt journal open continue together`() throws {
    try quietly {
      let sample = try Sample()
      let (first, second) = (try SimulatedProcess(sample.disk, number: 1), try SimulatedProcess(sample.disk, number: 2))
      try first.set("a", 1)
      second.core.refresh()
      var bytes = try #require(sample.disk.bytes(at: SimulatedProcess.journal))
      bytes[sample.ends[3] + 30] ^= 1
      sample.disk.overwrite(SimulatedProcess.journal, with: bytes)
      let third = try SimulatedProcess(sample.disk, number: 3)
      try third.set("b", 1)
      try first.set("c", 1)
      try second.set("d", 1)
      for process in [first, second, third] {
        process.core.refresh()
        #expect(["a", "b", "c", "d"].allSatisfy { process[$0] == 1 })
      }
      let values = try SimulatedProcess.values(on: sample.disk)
      #expect(["a", "b", "c", "d"].allSatisfy { values[$0] == 1 })
    }
  }

  @Test func `a corrupt journal that continues another one is kept`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let process = try SimulatedProcess(disk)
      try process.set("a", 1)
      // The checkpoint stops before the next journal replaces the ended one.
      disk.faults = [Fault(operation: .rename, after: 1, effect: .error(5))]
      #expect(throws: SettingsError.self) { try process.checkpoint() }
      for count in 0..<4 { try process.set("key \(count)", 1) }
      try process.flush()
      try process.set("last", 1)
      let path = SimulatedProcess.path(SimulatedProcess.names.nextJournal)
      var bytes = try #require(disk.bytes(at: path))
      bytes[72 + 40] ^= 1
      disk.overwrite(path, with: bytes)
      let later = try SimulatedProcess(disk, number: 2)
      #expect(later["last"] == 1)
      try later.set("later", 1)
      try later.checkpoint()
      #expect(disk.files(in: SimulatedProcess.folder).values.contains(bytes))
      #expect(try SimulatedProcess.values(on: disk)["last"] == 1)
    }
  }

  /// A record that a power cut has lost must not reappear with the records after it.
  @Test func `a truncated record does not reappear after another one`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let early = try SimulatedProcess(disk, number: 1)
      let process = try SimulatedProcess(disk.afterKill(), number: 2)
      try process.set("a", 1)
      let first = process.disk.bytes(at: SimulatedProcess.journal)?.count ?? 0
      try process.set("b", 1)
      let second = process.disk.bytes(at: SimulatedProcess.journal)?.count ?? 0
      try process.set("c", 1)
      var bytes = try #require(process.disk.bytes(at: SimulatedProcess.journal))
      for place in first..<second { bytes[place] = 0 }
      disk.replace(SimulatedProcess.journal, with: bytes)
      try early.set("d", 1)
      early.core.refresh()
      #expect(early.values == ["a": 1, "d": 1])
      #expect(try SimulatedProcess.values(on: disk) == ["a": 1, "d": 1])
    }
  }
}
