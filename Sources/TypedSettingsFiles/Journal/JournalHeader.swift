/// The header of a journal, which identifies the journal, its document and the journals before it.
///
/// | bytes | |
/// | --- | --- |
/// | 8 | `TSjournl` |
/// | 4 | version of the format |
/// | 4 | length of the header |
/// | 16 | random identity of this journal |
/// | 16 | identity of the journal that it continues; zeros if there is none |
/// | 8 | number of its first byte, a multiple of 2^32 |
/// | 8 and 4 | length and CRC-32C of the document that it extends; length -1 if there is none |
/// | 25 each | the journals before it: identity, number of the last record that was read, 1 if it was ended |
/// | 4 | masked CRC-32C of all preceding bytes |
///
/// All numbers are little-endian. A reader refuses another version.
package struct JournalHeader: Hashable, Sendable {
  static let magic = Array("TSjournl".utf8)
  /// The version of the format; 1 and 2 were never released.
  package static let version: UInt32 = 3
  private static let offsetOfLength = 12
  private static let offsetOfIdentity = 16
  /// The length of a header without journals before it.
  static let minimumLength = 72
  static let maximumLength = minimumLength + JournalLineage.maximumCount * JournalAncestor.length
  /// The valid base numbers, which are small enough that the number of no record overflows.
  private static let bases: ClosedRange<UInt64> = 1...1 << 62

  package let frame: JournalFrame
  package let predecessor: JournalIdentity
  package let document: DocumentFingerprint?
  /// The journals before this one.
  let lineage: JournalLineage

  package init(
    identity: JournalIdentity, predecessor: JournalIdentity = .none, base: UInt64 = JournalFrame.numbersOfJournal,
    document: DocumentFingerprint?
  ) {
    self.init(identity: identity, predecessor: predecessor, base: base, document: document, JournalLineage())
  }

  init(
    identity: JournalIdentity, predecessor: JournalIdentity, base: UInt64, document: DocumentFingerprint?,
    _ lineage: JournalLineage
  ) {
    frame = JournalFrame(identity: identity, base: base)
    self.predecessor = predecessor
    self.document = document
    self.lineage = lineage
  }

  package var identity: JournalIdentity { frame.identity }

  /// The number of the first record.
  package var firstRecord: UInt64 { frame.number(at: length) }

  /// The number of bytes before the first record.
  package var length: Int { Self.minimumLength + lineage.journals.count * JournalAncestor.length }

  package var bytes: [UInt8] { bytes(version: Self.version) }

  /// Returns the bytes of a header with a version of the format.
  package func bytes(version: UInt32) -> [UInt8] {
    var bytes = JournalBytes(capacity: length)
    bytes.append(raw: Self.magic)
    bytes.append(version)
    bytes.append(UInt32(length))
    bytes.append(identity.high)
    bytes.append(identity.low)
    bytes.append(predecessor.high)
    bytes.append(predecessor.low)
    bytes.append(frame.base)
    bytes.append(Int64(document?.length ?? -1))
    bytes.append(document?.checksum ?? 0)
    for journal in lineage.journals { bytes.append(journal) }
    bytes.append(Checksum(of: bytes.bytes).masked)
    return bytes.bytes
  }

  /// The result of reading the header of a file that should be a journal.
  package enum Finding: Sendable {
    case header(JournalHeader)
    /// A journal of another version that can't be read.
    case newer
    /// A new file whose contents were lost in a power failure, so that none of its records was durable.
    case unfinished
    /// No header, or an incomplete or changed one.
    case damaged
  }

  /// Reads the header of a journal.
  package static func find(in bytes: [UInt8]) -> Finding {
    let finding = read(bytes)
    guard case .damaged = finding else { return finding }
    // A power failure leaves the beginning of the written bytes, followed by zeros or nothing.
    let isBeginning = magic.starts(with: bytes.prefix(magic.count)) || bytes.prefix(magic.count).allSatisfy { $0 == 0 }
    var scanner = JournalScanner(bytes, in: min(offsetOfLength, bytes.count)..<bytes.count)
    let declared = scanner.readNumber(UInt32.self).map { Int(clamping: $0) } ?? 0
    let length = min(max(declared, minimumLength), maximumLength)
    return isBeginning && bytes.dropFirst(length).allSatisfy { $0 == 0 } && !hasRecord(bytes) ? .unfinished : .damaged
  }

  /// Returns whether records may follow a changed header.
  private static func hasRecord(_ bytes: [UInt8]) -> Bool {
    var scanner = JournalScanner(bytes, in: min(offsetOfIdentity, bytes.count)..<bytes.count)
    guard let identity = JournalIdentity(&scanner), minimumLength < bytes.count else { return false }
    let part = JournalPart(bytes, at: 0, in: JournalFrame(identity: identity, base: 0))
    return part.plausibleRecord(from: minimumLength) != nil
  }

  private static func read(_ bytes: [UInt8]) -> Finding {
    var scanner = JournalScanner(bytes, in: bytes.indices)
    guard scanner.readBytes(magic.count).map(Array.init) == magic, let version = scanner.readNumber(UInt32.self),
      let length = scanner.readNumber(UInt32.self).map({ Int(clamping: $0) }), length >= minimumLength,
      bytes.count >= length
    else { return .damaged }
    let sum = JournalScanner(bytes, in: length - 4..<length)
    var stored = sum
    guard stored.readNumber() == Checksum(of: Array(bytes[..<(length - 4)])).masked else { return .damaged }
    if version != Self.version { return .newer }
    guard length <= maximumLength, let identity = JournalIdentity(&scanner),
      let predecessor = JournalIdentity(&scanner),
      let base = scanner.readNumber(UInt64.self), bases.contains(base),
      base.isMultiple(of: JournalFrame.numbersOfJournal),
      let documentLength = scanner.readNumber(Int64.self), let checksum = scanner.readNumber(UInt32.self)
    else { return .damaged }
    var lineage = JournalLineage()
    while scanner.offset < length - 4 {
      guard let journal = JournalAncestor(&scanner) else { return .damaged }
      lineage.append(journal)
    }
    guard scanner.offset == length - 4 else { return .damaged }
    return .header(
      JournalHeader(
        identity: identity, predecessor: predecessor, base: base,
        document: documentLength < 0
          ? nil : DocumentFingerprint(length: Int(clamping: documentLength), checksum: checksum),
        lineage))
  }
}

/// The identity and the numbering of a journal's records.
///
/// The number of a record is derived from its offset in the file, so that a writer doesn't need to know it. The numbers
/// of a journal are greater than all numbers of the journal that it continues.
package struct JournalFrame: Hashable, Sendable {
  /// The size of the range of numbers that each journal has.
  static let numbersOfJournal: UInt64 = 1 << 32

  let identity: JournalIdentity
  /// The number of offset zero.
  let base: UInt64

  /// Returns the number of a record that begins at an offset of the file.
  func number(at offset: Int) -> UInt64 { base + UInt64(offset) }

  /// The length of a record's head in bytes.
  static let headLength = 16

  /// The first bytes of every record, which the search behind damaged bytes looks for.
  var mark: UInt32 { UInt32(truncatingIfNeeded: identity.low) | 1 }

  /// The base number of the journal that continues this one.
  var nextBase: UInt64 { (base / Self.numbersOfJournal + 1) * Self.numbersOfJournal }
}

/// The random number that identifies a journal.
package struct JournalIdentity: Hashable, Sendable {
  let high: UInt64
  let low: UInt64
  /// The checksum of the identity, which every record's checksum begins with.
  ///
  /// Stored, because every write needs it.
  let checksum: Checksum

  static let none = JournalIdentity(high: 0, low: 0)

  /// Returns a new random identity.
  static func random(from system: any FileSystem) -> JournalIdentity {
    JournalIdentity(high: system.random(), low: system.random() | 1)
  }

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
    var checksum = Checksum()
    checksum.add(high)
    checksum.add(low)
    self.checksum = checksum
  }

  init?(_ scanner: inout JournalScanner) {
    guard let high = scanner.readNumber(UInt64.self), let low = scanner.readNumber(UInt64.self) else { return nil }
    self.init(high: high, low: low)
  }
}
