import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles

/// The copies of corrupt files.
@Suite struct KeptCopiesTests {
  private let disk = SimulatedDisk.withFolder()

  /// The numbers of the copies.
  private var copies: [Int: String] {
    var copies: [Int: String] = [:]
    for (name, bytes) in disk.files(in: SimulatedProcess.folder) where name.hasPrefix("app.json.corrupt-") {
      copies[Int(name.dropFirst("app.json.corrupt-".count)) ?? -1] = String(decoding: bytes, as: UTF8.self)
    }
    return copies
  }

  /// Corrupts the document and causes it to be written again.
  private func breakDocument(_ text: String, _ process: SimulatedProcess, _ value: Int) throws {
    disk.replace(SimulatedProcess.document, with: text)
    process.core.refresh()
    try process.set("a", .integer(Int64(value)))
    try process.checkpoint()
  }

  @Test func `the first and the last four copies of a repeatedly corrupted document are kept`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      for number in 1...1_010 { try breakDocument("{ no JSON \(number)", process, number) }
    }
    #expect(
      copies.sorted { $0.key < $1.key }.map(\.value) == [1, 1_007, 1_008, 1_009, 1_010].map { "{ no JSON \($0)" })
    #expect(try SimulatedProcess.documentValues(on: disk) == ["a": 1_010])
  }

  @Test func `five copies of a repeatedly corrupted journal are kept`() throws {
    try quietly {
      for number in 1...20 {
        disk.replace(
          SimulatedProcess.journal, with: "no journal \(number), but long enough to be taken for a broken one")
        let process = try SimulatedProcess(disk)
        try process.set("a", .integer(Int64(number)))
        try process.checkpoint()
      }
    }
    #expect(copies.count == 5)
    #expect(copies.values.contains { $0.hasPrefix("no journal 1,") })
    #expect(copies.values.contains { $0.hasPrefix("no journal 20,") })
  }

  @Test(arguments: [FileCall.Operation.rename, .synchronize])
  func `failed attempts keep one copy and remove no other`(_ operation: FileCall.Operation) throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      for number in 1...3 { try breakDocument("{ no JSON \(number)", process, number) }
      disk.replace(SimulatedProcess.document, with: "{ no JSON 4")
      process.core.refresh()
      try process.set("a", 4)
      for _ in 0..<10 {
        disk.faults = [
          Fault(operation: operation, after: operation == .rename ? 1 : 2, isSticky: true, effect: .error(EIO))
        ]
        do { try process.checkpoint() } catch {}
        disk.faults = []
      }
      try process.set("a", 5)
      try process.checkpoint()
    }
    #expect(copies.values.sorted() == (1...4).map { "{ no JSON \($0)" })
  }

  @Test func `a corrupt journal that cannot be replaced is copied once`() throws {
    try quietly {
      disk.replace(SimulatedProcess.journal, with: "no journal, but long enough to be taken for a broken one")
      let process = try SimulatedProcess(disk)
      for number in 1...10 {
        disk.faults = [Fault(operation: .rename, isSticky: true, effect: .error(EIO))]
        try process.set("a", .integer(Int64(number)))
        disk.faults = []
      }
      try process.set("a", 11)
    }
    #expect(copies.count == 1)
    #expect(try SimulatedProcess.values(on: disk) == ["a": 11])
  }

  @Test
  func `files and folders with similar names are kept and do not prevent saving`()
    throws
  {
    let others = [
      "corrupt-9223372036854775807", "corrupt-99999999999999999999", "corrupt-007", "corrupt-x", "corrupt-",
    ]
    for name in others { disk.replace("\(SimulatedProcess.document).\(name)", with: name) }
    for number in 1...3 { disk.place(.folder, at: "\(SimulatedProcess.document).corrupt-\(number)") }
    try quietly {
      let process = try SimulatedProcess(disk)
      for number in 1...10 { try breakDocument("{ no JSON \(number)", process, number) }
    }
    #expect(copies.values.count { $0.hasPrefix("{ no JSON") } >= 2)
    #expect(copies.values.contains("{ no JSON 10"))
    for name in others { #expect(disk.text(at: "\(SimulatedProcess.document).\(name)") == name) }
  }

  @Test func `in a folder that cannot be listed, a corrupt document is kept`() throws {
    try quietly {
      let process = try SimulatedProcess(disk)
      for number in 1...3 {
        disk.faults = [Fault(operation: .list, isSticky: true, effect: .error(EACCES))]
        try breakDocument("{ no JSON \(number)", process, number)
      }
    }
    #expect(copies.values.sorted() == (1...3).map { "{ no JSON \($0)" })
  }
}
