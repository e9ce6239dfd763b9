import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsFiles

/// A document that is a mount point, so that it's overwritten, and a process that stops in the middle of that.
///
/// An entry takes 16 bytes, and the new document is 16 bytes longer at its beginning. So most mixtures of the old and
/// the new document are valid, and lack an entry that is in no journal.
@Suite struct InterruptedOverwriteTests {
  private static let count = 200
  private static let grown = SettingsValue.integer(12_345_678_901_234_567)
  private static let names = SimulatedProcess.names
  private static let sector = 512

  private static let old: [UInt8] = {
    let entries = (0..<count).map { "    \"k\(String(1_000 + $0))\": 1" }
    return Array("{\n  \"com.example.app\": {\n\(entries.joined(separator: ",\n"))\n  }\n}\n".utf8)
  }()

  private static let expected: [String: SettingsValue] = {
    var values = Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\(1_000 + $0)", SettingsValue.integer(1)) })
    values["k1000"] = grown
    return values
  }()

  /// The disk at the moment before the first byte of the document is overwritten, and the new document.
  private func interrupted(isShorter: Bool = false) throws -> (disk: SimulatedDisk, old: [UInt8], new: [UInt8]) {
    let disk = SimulatedDisk.withFolder()
    disk.replace(SimulatedProcess.document, with: Self.old)
    disk.faults = [Fault(operation: .exchange, isSticky: true, effect: .error(EBUSY))]
    let process = try SimulatedProcess(disk)
    try process.set("k1000", Self.grown)
    if isShorter {
      try process.checkpoint()
      try process.set("k1000", 1)
    }
    let old = try #require(disk.bytes(at: SimulatedProcess.document))
    let moment = try #require(
      try disk.moments(of: { try process.checkpoint() }).last { $0.bytes(at: SimulatedProcess.document) == old })
    return (moment, old, try #require(disk.bytes(at: SimulatedProcess.document)))
  }

  private func expected(isShorter: Bool) -> [String: SettingsValue] {
    var values = Self.expected
    if isShorter { values["k1000"] = 1 }
    return values
  }

  /// What the document may contain when the process was killed, or the power was cut.
  private func mixtures(of old: [UInt8], and new: [UInt8]) -> [[UInt8]] {
    var generator = SeededGenerator(seed: 7)
    let full = new + old.dropFirst(new.count)
    let cuts = stride(from: 0, through: new.count, by: 64).map { Array(new[..<$0]) + old.dropFirst($0) }
    let sectors = (0..<40).map { _ in
      let sectors = stride(from: 0, to: full.count, by: Self.sector).flatMap { start in
        let end = min(start + Self.sector, full.count)
        let isNew = Bool.random(using: &generator)
        return (start..<end).map { isNew ? full[$0] : $0 < old.count ? old[$0] : 0 }
      }
      return Bool.random(using: &generator) ? sectors : Array(sectors.prefix(new.count))
    }
    return cuts + sectors + [full, new]
  }

  @Test(arguments: [false, true])
  func `no value is lost that only the former document has, wherever the write ends`(isShorter: Bool) throws {
    let (moment, old, new) = try interrupted(isShorter: isShorter)
    let expected = expected(isShorter: isShorter)
    var validCount = 0
    for mixture in mixtures(of: old, and: new) {
      let disk = moment.afterKill()
      disk.overwrite(SimulatedProcess.document, with: mixture)
      if mixture != old, mixture != new, (try? SimulatedProcess.documentValues(on: disk)) != nil { validCount += 1 }
      let reported = try reports {
        #expect(try SimulatedProcess.values(on: disk) == expected)
        // The next process completes the document.
        let process = try SimulatedProcess(disk, number: 2)
        try process.set("x", 1)
        #expect(process.values.count == Self.count + 1)
        try process.checkpoint()
      }
      #expect(reported.map(\.code) == [])
      #expect(try SimulatedProcess.documentValues(on: disk) == expected.merging(["x": 1]) { $1 })
      #expect(!disk.files(in: SimulatedProcess.folder).keys.contains { $0.hasSuffix(".overwriting") })
    }
    #expect(validCount > 20)
  }

  @Test func `another process doesn't take a half-written document for an edit`() throws {
    let disk = SimulatedDisk.withFolder()
    disk.replace(SimulatedProcess.document, with: Self.old)
    disk.faults = [Fault(operation: .exchange, isSticky: true, effect: .error(EBUSY))]
    let writer = try SimulatedProcess(disk)
    let reader = try SimulatedProcess(disk, number: 2)
    try writer.set("k1000", Self.grown)
    reader.core.refresh()
    let live = reader.core.contents.liveValue(forKey: SimulatedProcess.key("k1100"))
    let changes = Log<SettingsValue?>()
    let token = live.observe { changes.append($0.newValue) }
    defer { live.removeObserver(token) }
    let readings = Log<Int>()
    let reported = try reports {
      disk.interrupt { [disk] call in
        // After the write, before the document is durable.
        guard call.operation == .synchronize, call.process == 1,
          let whole = disk.bytes(at: SimulatedProcess.document), whole.count > Self.old.count,
          disk.names(in: SimulatedProcess.folder).contains(Self.names.overwriting)
        else { return }
        for cut in stride(from: Self.sector, to: Self.old.count, by: Self.sector) {
          disk.overwrite(SimulatedProcess.document, with: Array(whole[..<cut]) + Self.old.dropFirst(cut))
          reader.core.refresh()
          readings.append(reader.values.count)
        }
        disk.overwrite(SimulatedProcess.document, with: whole)
      }
      try writer.checkpoint()
      disk.interrupt(with: nil)
      reader.core.refresh()
    }
    #expect(readings.elements.count >= 6)
    #expect(readings.elements.allSatisfy { $0 == Self.count })
    #expect(reader.values == Self.expected)
    #expect(changes.elements == [])
    #expect(reported.map(\.code) == [.writtenInPlace])
  }

  @Test func `an edit that is saved after the interruption counts`() throws {
    let (disk, _, new) = try interrupted()
    let text = String(decoding: new.prefix(1_024) + Self.old.dropFirst(1_024), as: UTF8.self)
    try quietly {
      disk.replace(SimulatedProcess.document, with: text.replacing("\"k1150\": 1", with: "\"k1150\": 7"))
      let process = try SimulatedProcess(disk, number: 2)
      #expect(process.values["k1150"] == 7)
      try process.set("x", 1)
      try process.checkpoint()
      #expect(try SimulatedProcess.documentValues(on: disk)["k1150"] == 7)
      #expect(!disk.names(in: SimulatedProcess.folder).contains(Self.names.overwriting))
    }
  }

  @Test func `a document that another user has planted is not used to complete the present one`() throws {
    let (disk, old, new) = try interrupted()
    let mixture = Array(new[..<(2 * Self.sector)]) + old.dropFirst(2 * Self.sector)
    disk.overwrite(SimulatedProcess.document, with: mixture)
    disk.setOwner(4_242, of: SimulatedProcess.path(Self.names.overwriting))
    let found = try SimulatedProcess.documentValues(on: disk)
    #expect(found.count == Self.count - 1)
    try quietly {
      let process = try SimulatedProcess(disk, number: 2)
      #expect(process.values == found)
      try process.set("x", 1)
      try process.checkpoint()
      #expect(try SimulatedProcess.documentValues(on: disk) == found.merging(["x": 1]) { $1 })
    }
  }

  @Test func `a document that is removed after the interruption stays removed`() throws {
    let (disk, _, _) = try interrupted()
    disk.remove(SimulatedProcess.document)
    try quietly {
      let process = try SimulatedProcess(disk, number: 2)
      try process.set("x", 1)
      try process.checkpoint()
      #expect(process.values["k1100"] == nil)
      #expect(process.values["x"] == 1)
      #expect(try SimulatedProcess.documentValues(on: disk) == process.values)
      #expect(!disk.names(in: SimulatedProcess.folder).contains(Self.names.overwriting))
    }
  }

  @Test func `a disk that is full in the middle is an error, and the document is completed later`() throws {
    let disk = SimulatedDisk.withFolder()
    disk.replace(SimulatedProcess.document, with: Self.old)
    let busy = Fault(operation: .exchange, isSticky: true, effect: .error(EBUSY))
    disk.faults = [busy]
    try quietly {
      let process = try SimulatedProcess(disk)
      try process.set("k1000", Self.grown)
      disk.interrupt { [disk] call in
        guard call.operation == .write, disk.names(in: SimulatedProcess.folder).contains(Self.names.overwriting),
          !disk.faults.contains(where: { $0.operation == .write })
        else { return }
        disk.faults.append(Fault(operation: .write, effect: .shortWrite))
        disk.faults.append(Fault(operation: .write, after: 1, isSticky: true, effect: .error(ENOSPC)))
      }
      for _ in 0..<2 {
        let error = #expect(throws: SettingsError.self) { try process.checkpoint() }
        #expect(error?.code == .notSaved)
        #expect(error?.found.contains("space") == true)
        #expect(process.values == Self.expected)
      }
      disk.interrupt(with: nil)
      disk.faults = [busy]
      #expect(try SimulatedProcess.values(on: disk) == Self.expected)
      try process.checkpoint()
      #expect(try SimulatedProcess.documentValues(on: disk) == Self.expected)
      #expect(!disk.names(in: SimulatedProcess.folder).contains(Self.names.overwriting))
    }
  }

  @Test func `no setter waits until a document is complete and durable after an interruption`() throws {
    let (disk, old, new) = try interrupted()
    disk.overwrite(SimulatedProcess.document, with: Array(new[..<(2 * Self.sector)]) + old.dropFirst(2 * Self.sector))
    try quietly {
      let process = try SimulatedProcess(disk, number: 2)
      try process.set("x", 1)
      #expect(disk.count(.synchronize) == 0)
      let written = try disk.write("y", in: process) { try process.checkpoint() }
      #expect(written.count >= 3)
      #expect(!written.contains(false))
      let last = SettingsValue.integer(Int64(written.count) - 1)
      #expect(try SimulatedProcess.values(on: disk) == Self.expected.merging(["x": 1, "y": last]) { $1 })
      #expect(!disk.names(in: SimulatedProcess.folder).contains(Self.names.overwriting))
    }
  }

  @Test(arguments: [false, true])
  func `a kill or a power cut while the document is completed loses nothing`(isWritten: Bool) throws {
    let (stopped, old, new) = try interrupted()
    let disk = isWritten ? try writtenAndNotDurable() : stopped
    if !isWritten {
      disk.overwrite(SimulatedProcess.document, with: Array(new[..<(2 * Self.sector)]) + old.dropFirst(2 * Self.sector))
    }
    disk.faults = [Fault(operation: .exchange, isSticky: true, effect: .error(EBUSY))]
    try quietly {
      var generator = SeededGenerator(seed: 37)
      let process = try SimulatedProcess(disk, number: 2)
      try process.set("x", 1)
      try process.flush()
      let expected = Self.expected.merging(["x": 1]) { $1 }
      for moment in try disk.moments(of: { try process.checkpoint() }) {
        #expect(try SimulatedProcess.values(on: moment) == expected)
        for cut in moment.statesAfterPowerCut(limit: 8, using: &generator) {
          #expect(try SimulatedProcess.values(on: cut) == expected)
        }
      }
    }
  }

  /// The disk after the document was overwritten, and before it's durable.
  private func writtenAndNotDurable() throws -> SimulatedDisk {
    let disk = SimulatedDisk.withFolder()
    disk.replace(SimulatedProcess.document, with: Self.old)
    disk.faults = [Fault(operation: .exchange, isSticky: true, effect: .error(EBUSY))]
    return try quietly {
      let process = try SimulatedProcess(disk)
      try process.set("k1000", Self.grown)
      let moments = try disk.moments(of: { try process.checkpoint() })
      let new = disk.bytes(at: SimulatedProcess.document)
      return try #require(moments.first { $0.bytes(at: SimulatedProcess.document) == new })
    }
  }

  @Test func `a journal that is shortened beside a half-written document loses nothing`() throws {
    let (disk, old, new) = try interrupted()
    disk.overwrite(SimulatedProcess.document, with: Array(new[..<(2 * Self.sector)]) + old.dropFirst(2 * Self.sector))
    try quietly {
      let limits = JournalLimits(veryLong: 1_000, nearlyFull: 12_000, full: 16_000)
      let process = try SimulatedProcess(disk, number: 2, limits: limits)
      for number: Int64 in 1...100 {
        try process.set("x", .integer(number))
        process.schedule.pass(.milliseconds(2))
      }
      try process.core.shortenInBackground()
      let names = disk.names(in: SimulatedProcess.folder)
      #expect(names.contains(Self.names.overwriting))
      #expect(!names.contains(Self.names.nextJournal))
      disk.kill(2)
      let expected = Self.expected.merging(["x": 100]) { $1 }
      #expect(try SimulatedProcess.values(on: disk) == expected)
      try SimulatedProcess(disk, number: 3).checkpoint()
      #expect(try SimulatedProcess.documentValues(on: disk) == expected)
    }
  }
}
