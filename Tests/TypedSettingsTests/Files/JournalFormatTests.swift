import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles
@testable import TypedSettingsFormats
@testable import TypedSettingsUserDefaults

/// Files of earlier versions, which remain readable forever.
@Suite struct JournalFormatTests {
  /// A journal of format 3 with one record of each kind of value.
  private static let journal = [
    "VFNqb3VybmwDAAAAYQAAAAgHBgUEAwIBEQ8ODQwLCgkDAAAAAAAAAAUAAAAAAAAAAAAAAAgAAAACAAAAAAAAAKrQeykDAAAAAAAA",
    "AAUAAAAAAAAACQAAAAcAAAABOuisHhEPDg0VAAAAJ5lHrjAAAAABAQtjb20uZXhhbXBsZQVrZXkgMAERDw4NFQAAAIR69YNDAAAA",
    "AQELY29tLmV4YW1wbGUFa2V5IDEDEQ8ODRUAAADBBUIPVQAAAAEBC2NvbS5leGFtcGxlBWtleSAyAhEPDg0dAAAAoaAaTGgAAAAB",
    "AQtjb20uZXhhbXBsZQVrZXkgMwT//////////xEPDg0dAAAAAGUb4H4AAAABAQtjb20uZXhhbXBsZQVrZXkgNAX//////////xEP",
    "Dg0dAAAATrPWY5UAAAABAQtjb20uZXhhbXBsZQVrZXkgNQaamZmZmZm5PxEPDg0dAAAAyuvTKasAAAABAQtjb20uZXhhbXBsZQVr",
    "ZXkgNgcHdGV4dCDDqREPDg0YAAAAuS4e2MIAAAABAQtjb20uZXhhbXBsZQVrZXkgNwgCAP8RDw4NHQAAAEqK+DzWAAAAAQELY29t",
    "LmV4YW1wbGUFa2V5IDgJAAAAAAAA4D8RDw4NJwAAAB/QNUrsAAAAAQELY29tLmV4YW1wbGUFa2V5IDkKAgQBAAAAAAAAAAsBBGRl",
    "ZXABEQ8ODRYAAABhiHgJCAEAAAEBC2NvbS5leGFtcGxlBmtleSAxMAARDw4NEQAAAJjEV9MbAQAAAgEAAAAAAAAAAwAAAAAAAAA=",
  ].joined()

  private static let values: [SettingsValue?] = [
    .null, true, false, -1, .unsigned(.max), 0.1, "text é", .data(Data([0, 255])),
    .date(Date(timeIntervalSinceReferenceDate: 0.5)), [1, ["deep": .null]], nil,
  ]

  private static let changes: [FileContents.Change] = values.enumerated().map { index, value in
    (SettingsKey(domain: "com.example", name: "key \(index)"), value)
  }

  /// A header that is always the same.
  private static var header: JournalHeader {
    var lineage = JournalLineage()
    lineage.append(JournalAncestor(JournalIdentity(high: 3, low: 5), upTo: 7 << 32 | 9, isEnded: true))
    return JournalHeader(
      identity: JournalIdentity(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F11),
      predecessor: JournalIdentity(high: 3, low: 5), base: 8 << 32, document: DocumentFingerprint(of: Array("{}".utf8)),
      lineage)
  }

  @Test func `a journal of format 3 is read`() throws {
    let bytes = try #require(Data(base64Encoded: Self.journal).map { Array($0) })
    guard case .header(let header) = JournalHeader.find(in: bytes) else { throw SomeError() }
    #expect(header == Self.header)
    let contents = JournalContents(bytes, of: header)
    #expect(contents.rest == .nothing)
    let found = contents.records.compactMap { record -> [FileContents.Change]? in
      if case .changes(let changes, _) = record.contents { changes } else { nil }
    }
    #expect(found.joined().map(\.key) == Self.changes.map(\.key))
    #expect(found.joined().map(\.value) == Self.changes.map(\.value))
    #expect(contents.isEnded)
    #expect(contents.successors == [JournalIdentity(high: 1, low: 3)])
  }

  @Test func `a journal of format 3 is written byte for byte as before`() throws {
    let header = Self.header
    var bytes = header.bytes
    let records =
      Self.changes.map { JournalRecord.Contents.changes([$0]) } + [.end(next: JournalIdentity(high: 1, low: 3))]
    for record in records {
      bytes += JournalRecord.bytes(of: record, durable: header.frame.number(at: bytes.count / 2), in: header.frame)
    }
    #expect(Data(bytes).base64EncodedString() == Self.journal)
  }
}
