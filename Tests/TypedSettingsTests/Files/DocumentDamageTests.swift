import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// The handling of a document with flipped bits.
@Suite struct DocumentDamageTests {
  private struct Sample {
    let disk: SimulatedDisk
    let bytes: [UInt8]
    let values: [String: SettingsValue]

    /// Creates a document and the files beside it, then calls a function.
    init(_ ending: (SimulatedProcess) throws -> Void) throws {
      disk = .withFolder()
      let process = try SimulatedProcess(disk)
      for count in 0..<12 {
        try process.set("key \(count)", .string(String(repeating: "\(count)", count: 20 + 3 * count)))
        try process.set("number", .integer(Int64(count)))
        if count % 4 == 3 { try process.checkpoint() }
      }
      try ending(process)
      values = process.values
      bytes = try #require(disk.bytes(at: SimulatedProcess.document))
    }
  }

  @Test func `a truncated or overwritten document loses no value`() throws {
    var failures: [String] = []
    for sample in try quietly({ [try Sample { _ in }, try Sample { try $0.set("number", 100) }] }) {
      var broken: [[UInt8]] = sample.bytes.indices.dropLast().map { Array(sample.bytes[..<$0]) }
      for start in stride(from: 0, to: sample.bytes.count, by: 512) {
        for byte in [UInt8(0), 0xFF] {
          var bytes = sample.bytes
          for place in start..<min(start + 512, bytes.count) { bytes[place] = byte }
          broken.append(bytes)
        }
      }
      for bytes in broken { try check(bytes, sample, &failures) }
    }
    #expect(failures.prefix(8) == [])
  }

  @Test func `a flipped bit is an edit or is reported`() throws {
    let sample = try quietly { try Sample { _ in } }
    var failures: [String] = []
    for place in sample.bytes.indices {
      for bit in place % 16 == 0 ? Array(0..<8) : [place % 8] {
        var bytes = sample.bytes
        bytes[place] ^= 1 << UInt8(bit)
        if (try? DocumentFormat.json.value(of: bytes)) == nil {
          try check(bytes, sample, &failures)
        } else {
          // A document has no checksum, so any readable contents count as an edit.
          let disk = sample.disk.afterKill()
          disk.overwrite(SimulatedProcess.document, with: bytes)
          let values = try SimulatedProcess.values(on: disk)
          if values != (try SimulatedProcess.documentValues(on: disk)) { failures.append("\(place): \(values)") }
        }
      }
    }
    #expect(failures.prefix(8) == [])
  }

  private func check(_ bytes: [UInt8], _ sample: Sample, _ failures: inout [String]) throws {
    let place = "\(bytes.count) of \(sample.bytes.count) bytes"
    let disk = sample.disk.afterKill()
    disk.overwrite(SimulatedProcess.document, with: bytes)
    let log = Log<SettingsError>()
    let process = try SettingsDiagnostics.withHandler({ log.append($0) }) { try SimulatedProcess(disk) }
    if process.core.state.error?.code != .fileCorrupt { failures.append("\(place): \(process.core.state)") }
    if log.elements.map(\.code) != [.fileCorrupt] { failures.append("\(place): \(log.elements)") }
    if process.values != sample.values { failures.append("\(place): \(process.values) for \(sample.values)") }
    try quietly {
      try process.set("later", 1)
      if try SimulatedProcess.values(on: disk) != process.values { failures.append("\(place): lost later") }
      try process.checkpoint()
    }
    if disk.bytes(at: SimulatedProcess.path("app.json.corrupt-1")) != bytes { failures.append("\(place): bytes gone") }
    if try SimulatedProcess.documentValues(on: disk) != process.values { failures.append("\(place): not written") }
    if case .ready = process.core.state {} else { failures.append("\(place): still \(process.core.state)") }
  }

  @Test func `a kill while a corrupt document is replaced loses no value`() throws {
    try quietly {
      let sample = try Sample { _ in }
      sample.disk.overwrite(SimulatedProcess.document, with: Array(sample.bytes.dropLast(20)))
      let process = try SimulatedProcess(sample.disk, number: 2)
      try process.set("later", 1)
      let expected = sample.values.merging(["later": 1]) { $1 }
      for (number, moment) in try sample.disk.moments(of: { try process.checkpoint() }).enumerated() {
        #expect(try SimulatedProcess.values(on: moment) == expected, "before call \(number)")
      }
    }
  }

  @Test func `a corrupt document that is saved again unchanged is still kept`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let broken = Array(#"{"com.example.app": {"a": 1"#.utf8)
      disk.replace(SimulatedProcess.document, with: broken)
      let process = try SimulatedProcess(disk)
      try process.set("b", 1)
      disk.replace(SimulatedProcess.document, with: broken)
      process.core.refresh()
      #expect(process.core.state.error?.code == .fileCorrupt)
      try process.checkpoint()
      #expect(disk.bytes(at: SimulatedProcess.path("app.json.corrupt-1")) == broken)
    }
  }

  @Test func `corrupt documents are kept side by side`() throws {
    try quietly {
      let disk = SimulatedDisk.withFolder()
      let process = try SimulatedProcess(disk)
      for number in 1...3 {
        disk.replace(SimulatedProcess.document, with: String(repeating: "{", count: number))
        process.core.refresh()
        try process.set("a", .integer(Int64(number)))
        try process.checkpoint()
        #expect(
          disk.text(at: SimulatedProcess.path("app.json.corrupt-\(number)")) == String(repeating: "{", count: number))
      }
    }
  }

  /// FAT and some network file systems answer `link` with EPERM.
  @Test func `corrupt documents are kept on a disk without links too`() throws {
    try quietly {
      let sample = try Sample { _ in }
      let broken = Array(sample.bytes.dropLast(20))
      sample.disk.overwrite(SimulatedProcess.document, with: broken)
      sample.disk.faults = [Fault(operation: .link, isSticky: true, effect: .error(EPERM))]
      let process = try SimulatedProcess(sample.disk, number: 2)
      try process.set("later", 1)
      try process.checkpoint()
      try process.set("later", 2)
      try process.checkpoint()
      #expect(sample.disk.bytes(at: SimulatedProcess.path("app.json.corrupt-1")) == broken)
      let expected = sample.values.merging(["later": 2]) { $1 }
      #expect(try SimulatedProcess.documentValues(on: sample.disk) == expected)
    }
  }

  @Test func `a corrupt document that cannot be kept is not replaced`() throws {
    try quietly {
      let sample = try Sample { _ in }
      let broken = Array(sample.bytes.dropLast(20))
      sample.disk.overwrite(SimulatedProcess.document, with: broken)
      let process = try SimulatedProcess(sample.disk, number: 2)
      try process.set("later", 1)
      sample.disk.faults = [Fault(operation: .link, isSticky: true, effect: .error(ENOSPC))]
      #expect(throws: SettingsError.self) { try process.checkpoint() }
      #expect(sample.disk.bytes(at: SimulatedProcess.document) == broken)
      sample.disk.faults = []
      try process.checkpoint()
      #expect(sample.disk.bytes(at: SimulatedProcess.path("app.json.corrupt-1")) == broken)
      let expected = sample.values.merging(["later": 1]) { $1 }
      #expect(try SimulatedProcess.documentValues(on: sample.disk) == expected)
    }
  }
}
