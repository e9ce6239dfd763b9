/// One record of a journal.
///
/// | bytes | |
/// | --- | --- |
/// | 4 | length of the contents, never zero |
/// | 4 | masked CRC-32C over the identity of the journal and all that follows |
/// | 8 | number of the record |
/// | 8 | number of the last record that the writer knew to be on the disk |
/// | any | the contents; their first byte says what they are |
///
/// The identity binds a record to its file: an old block that a power cut brings back is none of it.
package struct JournalRecord: Sendable {
  static let headLength = 24
  static let maximumLength = 64 << 20

  /// What a record says.
  package enum Contents: Sendable {
    /// Keys have got these values, all at once; `nil` stands for a key that was removed.
    case changes([(key: SettingsKey, value: SettingsValue?)])
    /// The journal ends here; the next one continues it.
    case end
    /// A document that holds all records up to a number, and is about to get its name.
    case announcement(DocumentFingerprint, upTo: UInt64)
    /// A document that holds all records up to a number, and whose name is on the disk.
    case document(DocumentFingerprint, upTo: UInt64)
    /// Something of a newer version: it is kept.
    case unknown([UInt8])
  }

  package let number: UInt64
  package let durable: UInt64
  package let contents: Contents

  fileprivate enum Kind: UInt8 {
    case changes = 1
    case end = 2
    case document = 3
    case announcement = 4
  }

  /// The bytes of a record.
  package static func bytes(
    of contents: Contents, number: UInt64, durable: UInt64, in journal: JournalIdentity
  ) -> [UInt8] {
    var bytes = JournalBytes(capacity: 128)
    bytes.appendRecord(number: number, durable: durable, in: journal) { $0.append(contents) }
    return bytes.bytes
  }

  /// Whether one record can hold changes.
  static func canHold(_ changes: [(key: SettingsKey, value: SettingsValue?)]) -> Bool {
    var bytes = JournalBytes()
    bytes.append(.changes(changes))
    return headLength + bytes.count <= maximumLength
  }

  /// Reads the record at an offset.
  ///
  /// - Returns: The record and where it ends; `nil` if there is no whole record of the journal there.
  static func read(
    _ bytes: [UInt8], at offset: Int, in journal: JournalIdentity
  ) -> (record: JournalRecord, end: Int)? {
    var head = JournalScanner(bytes, in: offset..<bytes.count)
    guard let length = head.readNumber(UInt32.self).map(Int.init), 1...maximumLength ~= length,
      bytes.count - offset - headLength >= length, let sum = head.readNumber(UInt32.self),
      let number = head.readNumber(UInt64.self), let durable = head.readNumber(UInt64.self),
      sum == checksum(of: bytes, from: offset, length: length, in: journal)
    else { return nil }
    let end = offset + headLength + length
    let contents = Contents(bytes, in: offset + headLength..<end, number: number)
    return (JournalRecord(number: number, durable: durable, contents: contents), end)
  }

  private static func checksum(
    of bytes: [UInt8], from offset: Int, length: Int, in journal: JournalIdentity
  ) -> UInt32 {
    bytes.withUnsafeBytes { bytes in
      checksum(of: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + headLength + length]), in: journal)
    }
  }

  /// The checksum of a whole record.
  fileprivate static func checksum(of record: UnsafeRawBufferPointer, in journal: JournalIdentity) -> UInt32 {
    var sum = journal.checksum
    sum.add(UInt64(record.count - headLength))
    sum.add(UnsafeRawBufferPointer(rebasing: record[8...]))
    return sum.masked
  }
}

extension JournalRecord.Contents {
  /// Reads the contents of a record; those that make no sense to this version are unknown.
  fileprivate init(_ bytes: [UInt8], in range: Range<Int>, number: UInt64) {
    self = Self.read(bytes, in: range, number: number) ?? .unknown(Array(bytes[range]))
  }

  private static func read(_ bytes: [UInt8], in range: Range<Int>, number: UInt64) -> Self? {
    var scanner = JournalScanner(bytes, in: range)
    switch scanner.readNumber(UInt8.self).flatMap(JournalRecord.Kind.init) {
    case .changes:
      guard let count = scanner.readCount() else { return nil }
      var changes: [(key: SettingsKey, value: SettingsValue?)] = []
      for _ in 0..<count {
        guard let key = scanner.readKey(), let value = scanner.readValue() else { return nil }
        changes.append((key, value))
      }
      return scanner.isAtEnd ? .changes(changes) : nil
    case .end: return .end
    case .announcement: return scanner.readDocument(before: number).map { .announcement($0.fingerprint, upTo: $0.upTo) }
    case .document: return scanner.readDocument(before: number).map { .document($0.fingerprint, upTo: $0.upTo) }
    case nil: return nil
    }
  }
}

extension JournalBytes {
  /// Writes a record where there is nothing yet.
  @inline(__always)
  mutating func appendRecord(
    number: UInt64, durable: UInt64, in journal: JournalIdentity, _ fill: (inout JournalBytes) -> Void
  ) {
    append(JournalRecord.headLength) { head in
      head.storeBytes(of: number.littleEndian, toByteOffset: 8, as: UInt64.self)
      head.storeBytes(of: durable.littleEndian, toByteOffset: 16, as: UInt64.self)
    }
    fill(&self)
    replace(at: 0, with: UInt32(count - JournalRecord.headLength))
    replace(at: 4, with: withUnsafeBytes { JournalRecord.checksum(of: $0, in: journal) })
  }

  /// Writes that one key has got a value, as changes of which there is but one.
  mutating func append(changed value: SettingsValue?, of key: SettingsKey) {
    append(byte: JournalRecord.Kind.changes.rawValue)
    append(count: 1)
    append(key)
    append(value)
  }

  /// Writes what a record says.
  mutating func append(_ contents: JournalRecord.Contents) {
    switch contents {
    case .changes(let changes):
      append(byte: JournalRecord.Kind.changes.rawValue)
      append(count: changes.count)
      for (key, value) in changes {
        append(key)
        append(value)
      }
    case .end: append(byte: JournalRecord.Kind.end.rawValue)
    case .announcement(let fingerprint, let upTo): append(.announcement, fingerprint, upTo)
    case .document(let fingerprint, let upTo): append(.document, fingerprint, upTo)
    case .unknown(let contents): append(raw: contents)
    }
  }

  private mutating func append(_ kind: JournalRecord.Kind, _ fingerprint: DocumentFingerprint, _ upTo: UInt64) {
    append(byte: kind.rawValue)
    append(UInt64(fingerprint.length))
    append(fingerprint.checksum)
    append(upTo)
  }
}

extension JournalScanner {
  /// Reads of a document, which cannot hold the record that tells of it.
  fileprivate mutating func readDocument(before number: UInt64) -> (fingerprint: DocumentFingerprint, upTo: UInt64)? {
    guard let length = readNumber(UInt64.self).flatMap(Int.init(exactly:)), let checksum = readNumber(UInt32.self),
      let upTo = readNumber(UInt64.self), upTo < number
    else { return nil }
    return (DocumentFingerprint(length: length, checksum: checksum), upTo)
  }
}
