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
    var budget = JournalBudget()
    guard let head = Head(bytes, at: offset, in: journal), let contents = Contents(bytes, head, &budget) else {
      return nil
    }
    return (JournalRecord(number: head.number, durable: head.durable, contents: contents), head.contents.upperBound)
  }

  /// Returns whether this version knows what contents with such a first byte say.
  static func isKnown(_ kind: UInt8) -> Bool { Kind(rawValue: kind) != nil }

  /// The checksum of a whole record.
  fileprivate static func checksum(of record: UnsafeRawBufferPointer, in journal: JournalIdentity) -> UInt32 {
    var sum = journal.checksum
    sum.add(UInt64(record.count - headLength))
    sum.add(UnsafeRawBufferPointer(rebasing: record[8...]))
    return sum.masked
  }
}

extension JournalRecord {
  /// What a record has before its contents, and where those are.
  struct Head {
    let number: UInt64
    let durable: UInt64
    let contents: Range<Int>
    private let sum: UInt32

    /// Reads the head at an offset where there is a whole record for sure.
    ///
    /// - Returns: `nil` if there are too few bytes for one.
    init?(_ bytes: [UInt8], at offset: Int) {
      guard bytes.count - offset > headLength else { return nil }
      let (length, sum, number, durable) = bytes.withUnsafeBytes { bytes in
        (
          Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))),
          UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)),
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)),
          UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self))
        )
      }
      guard 1...maximumLength ~= length, bytes.count - offset - headLength >= length else { return nil }
      contents = offset + headLength..<offset + headLength + length
      self.sum = sum
      self.number = number
      self.durable = durable
    }

    /// Reads the head at an offset; `nil` if there is no whole record of the journal there.
    init?(_ bytes: [UInt8], at offset: Int, in journal: JournalIdentity) {
      self.init(bytes, at: offset)
      let end = contents.upperBound
      let found = bytes.withUnsafeBytes { bytes in
        checksum(of: UnsafeRawBufferPointer(rebasing: bytes[offset..<end]), in: journal)
      }
      guard sum == found else { return nil }
    }
  }
}

extension JournalRecord.Contents {
  /// Reads the contents of a record; those that make no sense to this version are unknown.
  ///
  /// What a journal and its documents are takes nothing of a budget; without it, values would be mistaken for newer.
  ///
  /// - Returns: `nil` if there is no room for them.
  init?(_ bytes: [UInt8], _ head: JournalRecord.Head, _ budget: inout JournalBudget) {
    var scanner = JournalScanner(bytes, in: head.contents)
    let kind = scanner.readNumber(UInt8.self).flatMap(JournalRecord.Kind.init)
    var contents: Self?
    switch kind {
    case .changes:
      guard budget.takeRecord() else { return nil }
      contents = scanner.readChanges(&budget).map { .changes($0) }
      if budget.isExhausted { return nil }
    case .end: contents = .end
    case .announcement:
      contents = scanner.readDocument(before: head.number).map { .announcement($0.fingerprint, upTo: $0.upTo) }
    case .document:
      contents = scanner.readDocument(before: head.number).map { .document($0.fingerprint, upTo: $0.upTo) }
    case nil: break
    }
    if let contents {
      self = contents
    } else {
      guard budget.takeRecord(), budget.take(memory: JournalBudget.memory(ofData: head.contents.count)) else {
        return nil
      }
      self = .unknown(Array(bytes[head.contents]))
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
  /// Reads changes; `nil` where they make no sense, or where there is no room for them.
  fileprivate mutating func readChanges(
    _ budget: inout JournalBudget
  ) -> [(key: SettingsKey, value: SettingsValue?)]? {
    guard let count = readCount(), count <= rest.count else { return nil }
    var changes: [(key: SettingsKey, value: SettingsValue?)] = []
    for _ in 0..<count {
      guard budget.take(memory: JournalBudget.memoryOfChange + JournalBudget.memoryOfKey), let key = readKey(&budget),
        let value = readValue(&budget)
      else { return nil }
      changes.append((key, value))
    }
    return isAtEnd ? changes : nil
  }

  /// Reads of a document, which cannot hold the record that tells of it.
  fileprivate mutating func readDocument(before number: UInt64) -> (fingerprint: DocumentFingerprint, upTo: UInt64)? {
    guard let length = readNumber(UInt64.self).flatMap(Int.init(exactly:)), let checksum = readNumber(UInt32.self),
      let upTo = readNumber(UInt64.self), upTo < number
    else { return nil }
    return (DocumentFingerprint(length: length, checksum: checksum), upTo)
  }
}
