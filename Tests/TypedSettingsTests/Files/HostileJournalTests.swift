import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsFiles

/// Journals with valid checksums and invalid contents.
@Suite struct HostileJournalTests {
  private static let base = JournalFrame.numbersOfJournal
  private static let frame = JournalHeader(identity: JournalIdentity(high: 1, low: 1), document: nil).frame

  private static func journal(base: UInt64 = base, _ records: [JournalRecord.Contents]) -> [UInt8] {
    let header = JournalHeader(identity: frame.identity, base: base, document: nil)
    return records.reduce(header.bytes) { $0 + JournalRecord.bytes(of: $1, durable: 0, in: header.frame) }
  }

  /// Returns the value of a record, relative to the base.
  private static func contents(of record: JournalRecord.Contents) -> JournalRecord.Contents? {
    JournalRecord.read(JournalRecord.bytes(of: record, durable: 0, in: frame), in: frame)?.record.contents
  }

  @Test(arguments: [0, 1, base + 1, 1 << 62 + base, .max - 1, .max] as [UInt64])
  func `a journal with an impossible first number is corrupt and is kept`(number: UInt64) throws {
    let disk = SimulatedDisk.withFolder()
    let journal = Self.journal(base: number, [.changes([(SimulatedProcess.key("a"), .integer(1))])])
    disk.replace(SimulatedProcess.journal, with: journal)
    let log = Log<SettingsError>()
    let process = try SettingsDiagnostics.withHandler({ log.append($0) }) { try SimulatedProcess(disk) }
    #expect(log.elements.map(\.code) == [.fileCorrupt])
    try process.set("b", 2)
    try process.checkpoint()
    #expect(try SimulatedProcess.values(on: disk) == ["b": 2])
    #expect(disk.files(in: SimulatedProcess.folder).values.contains(journal))
  }

  @Test func `a journal can begin with any possible number`() throws {
    for number in [Self.base, 1 << 62] {
      let disk = SimulatedDisk.withFolder()
      disk.replace(
        SimulatedProcess.journal,
        with: Self.journal(base: number, [.changes([(SimulatedProcess.key("a"), .integer(1))])]))
      let process = try SimulatedProcess(disk)
      try process.set("b", 2)
      try process.checkpoint()
      #expect(try SimulatedProcess.values(on: disk) == ["a": 1, "b": 2])
    }
  }

  /// A value that no process accepts, because the document and the domain enclose it.
  private static let deepValue = (1..<63).reduce(SettingsValue.array([1])) { value, _ in .array([value]) }

  @Test func `a document that can't hold a value of a journal says which one`() throws {
    let disk = SimulatedDisk.withFolder()
    let journal = Self.journal([
      .changes([(SimulatedProcess.key("good"), .integer(1))]),
      .changes([(SimulatedProcess.key("deep"), Self.deepValue)]),
    ])
    disk.replace(SimulatedProcess.journal, with: journal)
    let process = try SimulatedProcess(disk)
    #expect(process["good"] == 1)
    let error = try #require(throws: SettingsError.self) { try quietly { try process.checkpoint() } }
    #expect(error.code == .notSaved)
    #expect(error.found.contains("'\(SimulatedProcess.key("deep"))': more than 64 levels"))
    try process.set("deep", nil)
    try process.checkpoint()
    #expect(try SimulatedProcess.documentValues(on: disk) == ["good": 1])
  }

  @Test(arguments: [base, base + 1, .max] as [UInt64])
  func `a record that claims to be in the document already is unknown`(upTo: UInt64) throws {
    let fingerprint = DocumentFingerprint(of: [])
    for record in [true, false].map({ .document(fingerprint, upTo: upTo, isConfirmed: $0) })
      as [JournalRecord.Contents]
    {
      guard case .unknown = Self.contents(of: record) else {
        Issue.record("\(record) was accepted")
        continue
      }
    }
  }

  @Test func `a key that no document can have is unknown`() {
    let marks = "a" + String(repeating: "\u{301}", count: 31)
    for key in [SettingsKey(domain: "d", name: marks), SettingsKey(domain: marks, name: "x")] {
      guard case .unknown = Self.contents(of: .changes([(key, .integer(1))])) else {
        Issue.record("the key was read")
        continue
      }
    }
  }

  /// Damage, then headers of missing records, each of which claims to reach to the end.
  private static func decoys(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xFF]
    for index in 0..<count {
      bytes += bigEndian(UInt64(frame.mark), size: 4).reversed()
      bytes += bigEndian(UInt64((count - index) * 16 - 64 > 0 ? (count - index) * 16 - 64 : 1), size: 4).reversed()
      bytes += bigEndian(0, size: 8)
    }
    return bytes + [UInt8](repeating: 0, count: 64)
  }

  @Test func `damage is searched in linear time and never discarded`() {
    let bytes = Self.decoys(16_000)
    let start = processorTime()
    let contents = JournalContents(bytes, at: 0, next: Self.base, in: Self.frame)
    #expect(processorTime() - start < .seconds(isSanitized ? 40 : 8))
    #expect(contents.records.isEmpty)
    #expect(contents.rest == .damage)
  }

  /// A value that takes much more memory than bytes: seven of them fit into the limit of a journal.
  private static let many = SettingsValue.array(Array(repeating: ["": .null], count: 40_000))

  /// Journals whose values exceed the memory limit, and the values that a store keeps of them.
  private static let excessive: [(name: String, records: [JournalRecord.Contents], used: Set<String>)] = {
    let names = (0..<9).map { "many \($0)" }
    let first = JournalRecord.Contents.changes([(SimulatedProcess.key("first"), .integer(1))])
    let last = JournalRecord.Contents.changes([(SimulatedProcess.key("last"), .integer(1))])
    let keys = (0..<200_000).map { (key: SimulatedProcess.key("\($0)"), value: SettingsValue?.some(.null)) }
    return [
      (
        "values of many keys",
        [first] + names.map { .changes([(SimulatedProcess.key($0), many)]) } + [last],
        Set(["first"] + names.prefix(7))
      ),
      ("one record of many values", [first, .changes(names.map { (SimulatedProcess.key($0), many) })], ["first"]),
      ("many keys", [first, .changes(keys), last], ["first"]),
    ]
  }()

  @Test(arguments: excessive.map(\.name))
  func `a journal over the memory limit is damaged and is kept`(name: String) throws {
    let (_, records, used) = try #require(Self.excessive.first { $0.name == name })
    let disk = SimulatedDisk.withFolder()
    let journal = Self.journal(records)
    disk.replace(SimulatedProcess.journal, with: journal)
    let log = Log<SettingsError>()
    let process = try SettingsDiagnostics.withHandler({ log.append($0) }) { try SimulatedProcess(disk) }
    #expect(log.elements.map(\.code) == [.fileCorrupt])
    #expect(Set(process.values.keys) == used)
    #expect(disk.bytes(at: SimulatedProcess.journal) == journal)
    try process.set("later", 1)
    #expect(try Set(SimulatedProcess.values(on: disk).keys) == used.union(["later"]))
    try process.checkpoint()
    #expect(try Set(SimulatedProcess.documentValues(on: disk).keys) == used.union(["later"]))
    #expect(disk.files(in: SimulatedProcess.folder).values.contains { $0.starts(with: journal) })
  }

  @Test func `a journal of any length is read if each value replaces the one before`() throws {
    let many = Self.many
    let large = SettingsValue.string(String(repeating: "x", count: 5 << 20))
    let records = (0..<12).map { index in
      JournalRecord.Contents.changes([
        (SimulatedProcess.key("a"), index % 2 == 0 ? many : large), (SimulatedProcess.key("b"), .integer(Int64(index))),
      ])
    }
    let disk = SimulatedDisk.withFolder()
    disk.replace(SimulatedProcess.journal, with: Self.journal(records))
    let process = try SimulatedProcess(disk)
    #expect(process["a"] == large)
    #expect(process["b"] == 11)
  }

  @Test func `a journal's mark of its document counts after values over the limit`() throws {
    let many = Self.many
    let document = Array(#"{"com.example.app": {"many 0": 5}}"#.utf8)
    let disk = SimulatedDisk.withFolder()
    disk.replace(SimulatedProcess.document, with: document)
    let changes = (0..<9).map { JournalRecord.Contents.changes([(SimulatedProcess.key("many \($0)"), many)]) }
    let number = Self.base + UInt64(Self.journal(changes).count) - 1
    disk.replace(
      SimulatedProcess.journal,
      with: Self.journal(changes + [.document(DocumentFingerprint(of: document), upTo: number, isConfirmed: true)]))
    let process = try quietly { try SimulatedProcess(disk) }
    #expect(process.values == ["many 0": 5])
  }

  @Test func `values over the limit that arrive while a program runs are damage too`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    try process.set("a", 1)
    let bytes = try #require(disk.bytes(at: SimulatedProcess.journal))
    guard case .header(let header) = JournalHeader.find(in: bytes) else {
      Issue.record("there is no journal")
      return
    }
    let many = Self.many
    let more = (0..<9).flatMap { index in
      JournalRecord.bytes(
        of: .changes([(SimulatedProcess.key("many \(index)"), many)]), durable: 0, in: header.frame)
    }
    disk.overwrite(SimulatedProcess.journal, with: bytes + more)
    let reported = reports { process.core.refresh() }
    #expect(reported.map(\.code) == [.fileCorrupt])
    #expect(process["a"] == 1)
    try process.set("b", 2)
    #expect(try SimulatedProcess.values(on: disk)["b"] == 2)
  }

  @Test func `a write that exceeds the limit of a journal is refused`() throws {
    let disk = SimulatedDisk.withFolder()
    let process = try SimulatedProcess(disk)
    let members = (0..<900_000).map { ("\($0)", SettingsValue.null) }
    let error = #expect(throws: SettingsError.self) {
      try process.set("a", .dictionary(Dictionary(uniqueKeysWithValues: members)))
    }
    #expect(error?.code == .tooLarge)
    try process.set("a", .array(Array(repeating: 7, count: 900_000)))
    #expect(try SimulatedProcess.values(on: disk).keys.sorted() == ["a"])
  }

  @Test func `a journal with many damaged places is read up to a limit`() {
    let record = JournalRecord.Contents.changes([(SimulatedProcess.key("a"), .integer(1))])
    var bytes: [UInt8] = []
    for _ in 0..<3_000 {
      bytes += JournalRecord.bytes(of: record, durable: Self.frame.number(at: bytes.count), in: Self.frame)
      bytes.append(0xFF)
    }
    let contents = JournalContents(bytes, at: 0, next: Self.base, in: Self.frame)
    #expect((2...1_001).contains(contents.records.count))
    #expect(contents.rest == .damage)
    #expect(contents.end == bytes.count)
  }

  @Test func `a short torn record is not damage, whatever its bytes`() {
    let contents = JournalContents(Self.decoys(60), at: 0, next: Self.base, in: Self.frame)
    #expect(contents.rest == .torn)
  }
}
