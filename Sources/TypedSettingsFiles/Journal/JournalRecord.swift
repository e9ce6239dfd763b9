package import TypedSettingsCore

/// A record of a journal.
///
/// | bytes | |
/// | --- | --- |
/// | 4 | lower half of the journal's identity, never zero |
/// | 4 | length of the contents, never zero |
/// | 4 | masked CRC-32C of the journal's identity, the length, and all bytes that follow |
/// | 4 | offset up to which the writer knew the journal to be durable; zero if unknown |
/// | any | contents, whose first byte is their kind |
///
/// The number of a record is derived from its offset.
///
/// The identity binds a record to its file: an old disk block that reappears after a power failure isn't valid.
///
/// A record has only data that its writer knows before the append, because its position isn't known until then. It has
/// values rather than differences, so that reading it twice does no harm.
package struct JournalRecord: Sendable {
  static let maximumLength = 64 << 20

  /// The contents of a record.
  package enum Contents: Sendable {
    /// The new values of keys, changed atomically if the condition holds; `nil` for a removed key.
    case changes([(key: SettingsKey, value: SettingsValue?)], Condition? = nil)
    /// The end of the journal, which the journal of this identity continues; later records have no effect.
    case end(next: JournalIdentity)
    /// A declaration that bytes between a number and this record have no effect; they begin with an incomplete record.
    case skip(from: UInt64)
    /// A document that contains all records up to a number.
    ///
    /// It's announced before it's put in place, and confirmed once its name is durable.
    ///
    /// The announcement distinguishes the document from an edit, even if the process that places it crashes in between.
    /// Only the confirmation allows readers to skip older records: a power failure can keep the announcement and lose
    /// the document, and an announced document may be taken back. Until then, the older records override edits for all
    /// processes alike.
    case document(DocumentFingerprint, upTo: UInt64, isConfirmed: Bool)
    /// A record that this version can't decode, of a newer version of the format.
    case unknown

    /// A Boolean value that indicates whether a journal needs the record so that it can be replaced by a shorter one.
    var shortens: Bool {
      switch self {
      case .end, .skip, .document: true
      case .changes, .unknown: false
      }
    }
  }

  /// The condition that no record from a number on has changed one of some keys.
  ///
  /// The condition depends on the order of the records alone, so all readers come to the same result. If it doesn't
  /// hold, the record is void, and its writer tries again.
  package struct Condition: Sendable {
    let keys: [SettingsKey]
    let since: UInt64
  }

  package let number: UInt64
  package let durable: UInt64
  package let contents: Contents

  /// The first byte of a record's contents.
  enum Kind: UInt8 {
    case changes = 1
    case end = 2
    case document = 3
    case announcement = 4
    case conditional = 5
    case skip = 6
  }

  /// Returns the bytes of a record.
  package static func bytes(of contents: Contents, durable: UInt64, in frame: JournalFrame) -> [UInt8] {
    var bytes = JournalBytes(capacity: 128)
    bytes.appendRecord(durable: durable, in: frame) { $0.append(contents) }
    return bytes.bytes
  }

  /// Returns whether changes, and the keys that they depend on, fit into one record.
  static func canHold(
    _ changes: [(key: SettingsKey, value: SettingsValue?)], dependingOn keys: [SettingsKey] = []
  ) -> Bool {
    var bytes = JournalBytes()
    bytes.append(.changes(changes, Condition(keys: keys, since: 0)))
    return bytes.count <= maximumLength
  }

  /// Reads the record at the beginning of bytes.
  ///
  /// - Returns: The record and its end; `nil` if the bytes don't begin with a complete record of the journal.
  static func read(_ bytes: [UInt8], in frame: JournalFrame) -> (record: JournalRecord, end: Int)? {
    var budget = JournalBudget()
    let part = JournalPart(bytes, at: 0, in: frame)
    guard let head = part.record(at: 0), let contents = Contents(bytes, head, &budget) else { return nil }
    return (JournalRecord(number: head.number, durable: head.durable, contents: contents), head.contents.upperBound)
  }

  static func isEnd(_ kind: UInt8) -> Bool { kind == Kind.end.rawValue }

  static func isSkip(_ kind: UInt8) -> Bool { kind == Kind.skip.rawValue }

  /// Returns the masked checksum of a record's length and of the bytes that follow the checksum.
  static func checksum(
    ofLength length: Int, _ rest: UnsafeRawBufferPointer, in journal: JournalIdentity
  ) -> UInt32 {
    var sum = journal.checksum
    sum.add(UInt64(length))
    sum.add(rest)
    return sum.masked
  }
}

extension JournalRecord.Contents {
  /// Reads the contents of a record, which are ``unknown`` if this version can't decode them.
  ///
  /// Records about the journal and its documents take nothing from the budget: if they were left out, values that the
  /// document contains would be mistaken for newer ones.
  ///
  /// - Returns: `nil` if the contents exceed the budget.
  init?(_ bytes: [UInt8], _ head: JournalRecord.Head, _ budget: inout JournalBudget) {
    var scanner = JournalScanner(bytes, in: head.contents)
    let kind = scanner.readNumber(UInt8.self).flatMap(JournalRecord.Kind.init)
    var contents: Self?
    switch kind {
    case .changes:
      guard budget.takeRecord() else { return nil }
      contents = scanner.readChanges(&budget).map { .changes($0) }
      if budget.isExhausted { return nil }
    case .conditional:
      guard budget.takeRecord() else { return nil }
      contents = scanner.readConditional(&budget, before: head.number)
      if budget.isExhausted { return nil }
    case .end: contents = JournalIdentity(&scanner).map { .end(next: $0) }
    case .skip: contents = scanner.readNumber(UInt64.self).flatMap { $0 < head.number ? .skip(from: $0) : nil }
    case .announcement, .document:
      contents = scanner.readDocument(before: head.number).map {
        .document($0.fingerprint, upTo: $0.upTo, isConfirmed: kind == .document)
      }
    case nil: break
    }
    self = contents ?? .unknown
  }
}

extension JournalBytes {
  /// Appends a record to an empty buffer.
  mutating func appendRecord(durable: UInt64, in frame: JournalFrame, _ fill: (inout JournalBytes) -> Void) {
    appendHead(durable: durable, in: frame)
    fill(&self)
    let checksum = setLength(in: frame, checksumUpTo: Self.headLength)
    setChecksum(continuing: checksum, from: Self.headLength)
  }

  private static var headLength: Int { 16 }

  /// Appends the head of a record to an empty buffer, without its length and its checksum.
  mutating func appendHead(durable: UInt64, in frame: JournalFrame) {
    let durable = durable > frame.base ? UInt32(clamping: durable - frame.base) : 0
    append(Self.headLength) { head in
      head.storeBytes(of: frame.mark.littleEndian, toByteOffset: 0, as: UInt32.self)
      head.storeBytes(of: durable.littleEndian, toByteOffset: 12, as: UInt32.self)
    }
  }

  /// Sets the length of the record in the buffer.
  ///
  /// - Returns: The checksum of the length and of the bytes that follow the record's checksum, up to an offset.
  mutating func setLength(in frame: JournalFrame, checksumUpTo offset: Int) -> Checksum {
    let length = count - Self.headLength
    replace(at: 4, with: UInt32(truncatingIfNeeded: length))
    var checksum = frame.identity.checksum
    checksum.add(UInt64(length))
    withUnsafeBytes { checksum.add(UnsafeRawBufferPointer(rebasing: $0[12..<offset])) }
    return checksum
  }

  /// Sets the checksum of the record in the buffer.
  ///
  /// - Parameters:
  ///   - checksum: The checksum up to the offset.
  ///   - offset: The offset of the bytes that the checksum lacks.
  @inline(__always)
  mutating func setChecksum(continuing checksum: Checksum, from offset: Int) {
    var checksum = checksum
    withUnsafeBytes { checksum.add(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
    replace(at: 8, with: checksum.masked)
  }

  /// Appends the contents of a record with a single change, up to its value.
  mutating func appendStart(ofChange key: SettingsKey) {
    append(byte: JournalRecord.Kind.changes.rawValue)
    append(count: 1)
    append(key)
  }

  /// Appends the contents of a record.
  mutating func append(_ contents: JournalRecord.Contents) {
    switch contents {
    case .changes(let changes, nil):
      append(byte: JournalRecord.Kind.changes.rawValue)
      append(changes)
    case .changes(let changes, let condition?):
      append(byte: JournalRecord.Kind.conditional.rawValue)
      append(condition.since)
      append(count: condition.keys.count)
      for key in condition.keys { append(key) }
      append(changes)
    case .end(let next):
      append(byte: JournalRecord.Kind.end.rawValue)
      append(next.high)
      append(next.low)
    case .skip(let number):
      append(byte: JournalRecord.Kind.skip.rawValue)
      append(number)
    case .document(let fingerprint, let upTo, let isConfirmed):
      append(isConfirmed ? .document : .announcement, fingerprint, upTo)
    case .unknown: break
    }
  }

  private mutating func append(_ changes: [(key: SettingsKey, value: SettingsValue?)]) {
    append(count: changes.count)
    for (key, value) in changes {
      append(key)
      append(value)
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
  /// Reads changes; returns `nil` if they're invalid or exceed the budget.
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

  /// Reads conditional changes; returns `nil` if they're invalid or exceed the budget.
  fileprivate mutating func readConditional(
    _ budget: inout JournalBudget, before number: UInt64
  ) -> JournalRecord.Contents? {
    guard let since = readNumber(UInt64.self), since <= number, let count = readCount(), count <= rest.count else {
      return nil
    }
    var keys: [SettingsKey] = []
    for _ in 0..<count {
      guard budget.take(memory: JournalBudget.memoryOfChange), let key = readKey(&budget) else { return nil }
      keys.append(key)
    }
    return readChanges(&budget).map { .changes($0, JournalRecord.Condition(keys: keys, since: since)) }
  }

  /// Reads the fingerprint of a document, and the number of its last record, which precedes this one.
  fileprivate mutating func readDocument(before number: UInt64) -> (fingerprint: DocumentFingerprint, upTo: UInt64)? {
    guard let length = readNumber(UInt64.self).flatMap(Int.init(exactly:)), let checksum = readNumber(UInt32.self),
      let upTo = readNumber(UInt64.self), upTo < number
    else { return nil }
    return (DocumentFingerprint(length: length, checksum: checksum), upTo)
  }
}
