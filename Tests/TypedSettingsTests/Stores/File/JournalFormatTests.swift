import Foundation
import Testing

@testable import TypedSettings

/// Files of earlier versions, which remain readable forever.
@Suite struct JournalFormatTests {
  /// A journal of format 1.0 with one record of each kind of value.
  private static let journal = [
    "VFNqb3VybmwBAAAASAAAAAECAwQFBgcICQoLDA0ODxAAAAAAAAAAAAAAAAAAAAAABwAAAAAAAAACAAAAAAAAAKrQeyljSsa5FQAA",
    "AEMGSYgHAAAAAAAAAAAAAAAAAAAAAQELY29tLmV4YW1wbGUFa2V5IDABFQAAAE8mnewIAAAAAAAAAAEAAAAAAAAAAQELY29tLmV4",
    "YW1wbGUFa2V5IDEDFQAAAH1e2UsJAAAAAAAAAAIAAAAAAAAAAQELY29tLmV4YW1wbGUFa2V5IDICHQAAAHiodsoKAAAAAAAAAAMA",
    "AAAAAAAAAQELY29tLmV4YW1wbGUFa2V5IDME//////////8dAAAAp3yuUAsAAAAAAAAABAAAAAAAAAABAQtjb20uZXhhbXBsZQVr",
    "ZXkgNAX//////////x0AAACIqyLDDAAAAAAAAAAFAAAAAAAAAAEBC2NvbS5leGFtcGxlBWtleSA1BpqZmZmZmbk/HQAAABdfQd4N",
    "AAAAAAAAAAYAAAAAAAAAAQELY29tLmV4YW1wbGUFa2V5IDYHB3RleHQgw6kYAAAA9Uq2cw4AAAAAAAAABwAAAAAAAAABAQtjb20u",
    "ZXhhbXBsZQVrZXkgNwgCAP8dAAAANlRwXw8AAAAAAAAACAAAAAAAAAABAQtjb20uZXhhbXBsZQVrZXkgOAkAAAAAAADgPycAAABo",
    "ztfZEAAAAAAAAAAJAAAAAAAAAAEBC2NvbS5leGFtcGxlBWtleSA5CgIEAQAAAAAAAAALAQRkZWVwARYAAACewOlsEQAAAAAAAAAK",
    "AAAAAAAAAAEBC2NvbS5leGFtcGxlBmtleSAxMAA=",
  ].joined()

  private static let values: [SettingsValue?] = [
    .null, true, false, -1, .unsigned(.max), 0.1, "text é", .data(Data([0, 255])),
    .date(Date(timeIntervalSinceReferenceDate: 0.5)), [1, ["deep": .null]], nil,
  ]

  private static let changes: [FileContents.Change] = values.enumerated().map { index, value in
    (SettingsKey(domain: "com.example", name: "key \(index)"), value)
  }

  @Test func `a journal of format 1 is read`() throws {
    let bytes = try #require(Data(base64Encoded: Self.journal).map { Array($0) })
    guard case .header(let header) = JournalHeader.find(in: bytes) else { throw SomeError() }
    let contents = JournalContents(bytes, of: header)
    #expect(contents.rest == .nothing)
    let found = contents.records.compactMap { record -> [FileContents.Change]? in
      if case .changes(let changes) = record.contents { changes } else { nil }
    }
    #expect(found.joined().map(\.key) == Self.changes.map(\.key))
    #expect(found.joined().map(\.value) == Self.changes.map(\.value))
  }

  @Test func `a journal of format 1 is written byte for byte as before`() throws {
    let identity = try identity()
    let header = EarlierJournal.header(identity, firstRecord: 7, document: DocumentFingerprint(of: Array("{}".utf8)))
    var bytes = header.bytes
    for (index, change) in Self.changes.enumerated() {
      bytes += EarlierJournal.record(
        .changes([change]), number: 7 + UInt64(index), durable: UInt64(index), in: identity)
    }
    #expect(Data(bytes).base64EncodedString() == Self.journal)
  }

  /// An identity that is always the same.
  private func identity() throws -> JournalIdentity {
    var scanner = JournalScanner(Array(1...16), in: 0..<16)
    return try #require(JournalIdentity(&scanner))
  }
}
