import Foundation
import Testing

@testable import TypedSettings

/// Journals whose checksums are right and whose contents are not.
@Suite struct HostileJournalTests {
  private static let identity = JournalIdentity(high: 1, low: 1)

  private static func journal(from number: UInt64, _ records: [JournalRecord.Contents]) -> [UInt8] {
    var bytes = JournalHeader(identity: identity, firstRecord: number, document: nil).bytes
    for (index, record) in records.enumerated() {
      bytes += JournalRecord.bytes(of: record, number: number &+ UInt64(index), durable: 0, in: identity)
    }
    return bytes
  }

  private static func contents(of record: JournalRecord.Contents, number: UInt64) -> JournalRecord.Contents? {
    let bytes = JournalRecord.bytes(of: record, number: number, durable: 0, in: identity)
    return JournalRecord.read(bytes, at: 0, in: identity)?.record.contents
  }

  @Test(arguments: [0, 1 << 62 + 1, .max - 1, .max] as [UInt64])
  func `a journal that begins with a number no journal has is broken, and is kept`(number: UInt64) throws {
    let disk = SimulatedDisk.withFolder()
    let journal = Self.journal(from: number, [.changes([(SimulatedProcess.key("a"), .integer(1))]), .end])
    disk.replace(SimulatedProcess.journal, with: journal)
    let log = Log<SettingsError>()
    let process = try SettingsDiagnostics.withHandler({ log.append($0) }) { try SimulatedProcess(disk) }
    #expect(log.elements.map(\.code) == [.fileCorrupt])
    try process.set("b", 2)
    try process.fold()
    #expect(try SimulatedProcess.values(on: disk) == ["b": 2])
    #expect(disk.files(in: SimulatedProcess.folder).values.contains(journal))
  }

  @Test func `a journal may begin with any number that a journal can come to`() throws {
    for number in [1, 1 << 62] as [UInt64] {
      let disk = SimulatedDisk.withFolder()
      disk.replace(
        SimulatedProcess.journal,
        with: Self.journal(from: number, [.changes([(SimulatedProcess.key("a"), .integer(1))])]))
      let process = try SimulatedProcess(disk)
      try process.set("b", 2)
      try process.fold()
      #expect(try SimulatedProcess.values(on: disk) == ["a": 1, "b": 2])
    }
  }

  @Test(arguments: [7, 8, .max] as [UInt64])
  func `a record that says a document holds it, or later ones, is none that is known`(upTo: UInt64) throws {
    let fingerprint = DocumentFingerprint(of: [])
    for record in [.document(fingerprint, upTo: upTo), .announcement(fingerprint, upTo: upTo)]
      as [JournalRecord.Contents]
    {
      guard case .unknown = Self.contents(of: record, number: 7) else {
        Issue.record("\(record) was taken for true")
        continue
      }
    }
  }

  @Test func `a key that no document can have is none that is known`() {
    let marks = "a" + String(repeating: "\u{301}", count: 31)
    for key in [SettingsKey(domain: "d", name: marks), SettingsKey(domain: marks, name: "x")] {
      guard case .unknown = Self.contents(of: .changes([(key, .integer(1))]), number: 1) else {
        Issue.record("the key was read")
        continue
      }
    }
  }

  /// Something broken, then heads of records that are not there, each of which says to reach to the end.
  private static func decoys(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xFF]
    for index in 0..<count {
      bytes += bigEndian(UInt64((count - index) * 16 - 64 > 0 ? (count - index) * 16 - 64 : 1), size: 4).reversed()
      bytes += bigEndian(0, size: 4) + bigEndian(5, size: 8).reversed()
    }
    return bytes + [UInt8](repeating: 0, count: 64)
  }

  @Test func `what is broken is searched at the cost of its length, and never given up as lost`() {
    let bytes = Self.decoys(16_000)
    let start = processorTime()
    let contents = JournalContents(bytes, from: 0, next: 1, of: Self.identity)
    #expect(processorTime() - start < .seconds(isSanitized ? 40 : 8))
    #expect(contents.records.isEmpty)
    #expect(contents.rest == .damage)
  }

  @Test func `a short record that was torn is not taken for damage, whatever is in it`() {
    let contents = JournalContents(Self.decoys(60), from: 0, next: 1, of: Self.identity)
    #expect(contents.rest == .torn)
  }
}
