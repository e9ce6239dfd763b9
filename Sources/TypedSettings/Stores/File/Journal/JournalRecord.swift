/// One record of a journal.
///
/// | bytes | |
/// | --- | --- |
/// | 4 | the lower half of the journal's identity, never zero |
/// | 4 | length of the contents, never zero |
/// | 4 | masked CRC-32C over the identity of the journal, the length, and all that follows |
/// | 4 | up to where the writer knew the journal to be on the disk, as an offset; zero if of nothing |
/// | any | the contents; their first byte says what they are |
///
/// The number of a record is its place. In version 1, a record begins with the length and the checksum, and has two
/// numbers of 8 bytes behind them: its own, and that of the last record which the writer knew to be on the disk.
///
/// The identity binds a record to its file: an old block that a power cut brings back is none of it.
package struct JournalRecord: Sendable {
  static let maximumLength = 64 << 20

  /// What a record says.
  package enum Contents: Sendable {
    /// Keys have got these values, all at once; `nil` stands for a key that was removed.
    case changes([(key: SettingsKey, value: SettingsValue?)])
    /// Changes that hold only if no other record from a number on has changed one of the keys that they rest on.
    case conditional([(key: SettingsKey, value: SettingsValue?)], dependingOn: [SettingsKey], since: UInt64)
    /// What a journal held that is gone, with the number that it had there: it holds unless the key was changed since,
    /// or was restored with a greater number.
    case restored(key: SettingsKey, value: SettingsValue?, number: UInt64)
    /// The journal ends here, and what stands behind counts for nothing; the next one of this identity continues it.
    case end(next: JournalIdentity?)
    /// What stands between a number and this record counts for nothing: it begins with a record that is not whole.
    case skip(from: UInt64)
    /// Nothing: bytes that had changed were here.
    case filler(length: Int)
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
    case conditional = 5
    case skip = 6
    case filler = 7
    case restored = 8
  }

  /// The bytes of a record.
  package static func bytes(of contents: Contents, durable: UInt64, in frame: JournalFrame) -> [UInt8] {
    var bytes = JournalBytes(capacity: 128)
    bytes.appendRecord(durable: durable, in: frame) { $0.append(contents) }
    return bytes.bytes
  }

  /// Returns whether one record can hold changes, and the keys that they rest on.
  static func canHold(
    _ changes: [(key: SettingsKey, value: SettingsValue?)], dependingOn keys: [SettingsKey] = []
  ) -> Bool {
    var bytes = JournalBytes()
    bytes.append(.conditional(changes, dependingOn: keys, since: 0))
    return bytes.count <= maximumLength
  }

  /// Reads the record that bytes begin with.
  ///
  /// - Returns: The record and where it ends; `nil` if there is no whole record of the journal there.
  static func read(_ bytes: [UInt8], in frame: JournalFrame) -> (record: JournalRecord, end: Int)? {
    var budget = JournalBudget()
    let part = JournalPart(bytes, at: 0, in: frame)
    guard let head = part.record(at: 0), let contents = Contents(bytes, head, &budget) else { return nil }
    return (JournalRecord(number: head.number, durable: head.durable, contents: contents), head.contents.upperBound)
  }

  /// Returns whether this version knows what contents with such a first byte say.
  static func isKnown(_ kind: UInt8) -> Bool { Kind(rawValue: kind) != nil }

  static func isEnd(_ kind: UInt8) -> Bool { kind == Kind.end.rawValue }

  static func isSkip(_ kind: UInt8) -> Bool { kind == Kind.skip.rawValue }

  /// The checksum of the length and of all that follows the checksum in a record.
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
    case .conditional:
      guard budget.takeRecord() else { return nil }
      contents = scanner.readConditional(&budget, before: head.number)
      if budget.isExhausted { return nil }
    case .end: contents = scanner.readEnd(version: head.version)
    case .skip: contents = scanner.readNumber(UInt64.self).flatMap { $0 < head.number ? .skip(from: $0) : nil }
    case .restored:
      guard budget.takeRecord() else { return nil }
      let number = scanner.readNumber(UInt64.self)
      let changes = scanner.readChanges(&budget)
      if budget.isExhausted { return nil }
      if let number, let change = changes?.first, changes?.count == 1 {
        contents = .restored(key: change.key, value: change.value, number: number)
      }
    case .filler: contents = .filler(length: head.contents.count)
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
  mutating func appendRecord(durable: UInt64, in frame: JournalFrame, _ fill: (inout JournalBytes) -> Void) {
    let headLength = 16
    let durable = durable > frame.base ? UInt32(clamping: durable - frame.base) : 0
    append(headLength) { head in
      head.storeBytes(of: frame.mark.littleEndian, toByteOffset: 0, as: UInt32.self)
      head.storeBytes(of: durable.littleEndian, toByteOffset: 12, as: UInt32.self)
    }
    fill(&self)
    let length = count - headLength
    replace(at: 4, with: UInt32(truncatingIfNeeded: length))
    replace(
      at: 8,
      with: withUnsafeBytes { bytes in
        JournalRecord.checksum(ofLength: length, UnsafeRawBufferPointer(rebasing: bytes[12...]), in: frame.identity)
      })
  }

  /// Writes that a key has got a value, as changes of which there is but one; the key as ``append(_:)`` writes it.
  mutating func append(changed value: SettingsValue?, ofKey key: [UInt8]) {
    append(byte: JournalRecord.Kind.changes.rawValue)
    append(count: 1)
    append(raw: key)
    append(value)
  }

  /// Writes what a record says.
  mutating func append(_ contents: JournalRecord.Contents) {
    switch contents {
    case .changes(let changes):
      append(byte: JournalRecord.Kind.changes.rawValue)
      append(changes)
    case .conditional(let changes, let keys, let number):
      append(byte: JournalRecord.Kind.conditional.rawValue)
      append(number)
      append(count: keys.count)
      for key in keys { append(key) }
      append(changes)
    case .end(let next):
      append(byte: JournalRecord.Kind.end.rawValue)
      guard let next else { break }
      append(next.high)
      append(next.low)
    case .skip(let number):
      append(byte: JournalRecord.Kind.skip.rawValue)
      append(number)
    case .restored(let key, let value, let number):
      append(byte: JournalRecord.Kind.restored.rawValue)
      append(number)
      append([(key, value)])
    case .filler(let length):
      append(byte: JournalRecord.Kind.filler.rawValue)
      append(raw: [UInt8](repeating: 0, count: length - 1))
    case .announcement(let fingerprint, let upTo): append(.announcement, fingerprint, upTo)
    case .document(let fingerprint, let upTo): append(.document, fingerprint, upTo)
    case .unknown(let contents): append(raw: contents)
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

  /// Reads changes that rest on keys; `nil` where they make no sense, or where there is no room for them.
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
    return readChanges(&budget).map { .conditional($0, dependingOn: keys, since: since) }
  }

  /// Reads which journal comes next.
  fileprivate mutating func readEnd(version: UInt16) -> JournalRecord.Contents? {
    if version == 1 { return isAtEnd ? .end(next: nil) : nil }
    return JournalIdentity(&self).map { .end(next: $0) }
  }

  /// Reads of a document, which cannot hold the record that tells of it.
  fileprivate mutating func readDocument(before number: UInt64) -> (fingerprint: DocumentFingerprint, upTo: UInt64)? {
    guard let length = readNumber(UInt64.self).flatMap(Int.init(exactly:)), let checksum = readNumber(UInt32.self),
      let upTo = readNumber(UInt64.self), upTo < number
    else { return nil }
    return (DocumentFingerprint(length: length, checksum: checksum), upTo)
  }
}
