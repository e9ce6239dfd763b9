@testable import TypedSettings

/// A writer of journals in version 1 of the format.
enum EarlierJournal {
  static func header(
    _ identity: JournalIdentity, predecessor: JournalIdentity = .none, firstRecord: UInt64 = 1,
    document: DocumentFingerprint? = nil
  ) -> JournalHeader {
    JournalHeader(version: 1, identity: identity, predecessor: predecessor, base: firstRecord, document: document)
  }

  static func record(
    _ contents: JournalRecord.Contents, number: UInt64, durable: UInt64 = 0, in identity: JournalIdentity
  ) -> [UInt8] {
    var bytes = JournalBytes()
    bytes.append(contents)
    var rest = JournalBytes()
    rest.append(number)
    rest.append(durable)
    rest.append(raw: bytes.bytes)
    let sum = rest.withUnsafeBytes { JournalRecord.checksum(ofLength: bytes.count, $0, in: identity) }
    var head = JournalBytes()
    head.append(UInt32(bytes.count))
    head.append(sum)
    return head.bytes + rest.bytes
  }

  /// Returns a journal of changes, each of one key.
  static func bytes(
    _ changes: [(String, SettingsValue?)], header: JournalHeader, end: JournalRecord.Contents? = nil
  ) -> [UInt8] {
    let records = changes.map { JournalRecord.Contents.changes([(SimulatedProcess.key($0.0), $0.1)]) }
    let all = records + (end.map { [$0] } ?? [])
    return all.enumerated().reduce(header.bytes) { bytes, record in
      bytes + self.record(record.element, number: header.frame.base + UInt64(record.offset), in: header.identity)
    }
  }
}
