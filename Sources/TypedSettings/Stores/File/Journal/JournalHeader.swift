/// The header of a journal, which identifies the journal and its document.
///
/// | bytes | |
/// | --- | --- |
/// | 8 | `TSjournl` |
/// | 2 and 2 | major and minor version of the format |
/// | 4 | length of the header |
/// | 16 | random identity of this journal |
/// | 16 | identity of the journal that it continues; zeros if there is none |
/// | 8 | number of its first byte, a multiple of 2^32 |
/// | 8 and 4 | length and CRC-32C of the document that it extends; length -1 if there is none |
/// | any | additions of a newer minor version |
/// | 4 | masked CRC-32C of all preceding bytes |
///
/// All numbers are little-endian. A reader refuses another major version, and preserves the additions of a newer
/// minor version.
package struct JournalHeader: Hashable, Sendable {
  static let magic = Array("TSjournl".utf8)
  /// The version of the format; 1 and 2 were never released.
  package static let majorVersion: UInt16 = 3
  static let minorVersion: UInt16 = 0
  /// The length of a header without additions of a newer version.
  static let minimumLength = 72
  static let maximumLength = 4_096
  /// The valid base numbers, which are small enough that the number of no record overflows.
  private static let bases: ClosedRange<UInt64> = 1...1 << 62

  package let frame: JournalFrame
  package let predecessor: JournalIdentity
  package let document: DocumentFingerprint?
  var minor = Self.minorVersion
  /// The additions of a newer minor version.
  var addition: [UInt8] = []

  /// A Boolean value that indicates whether a newer minor version has written the header.
  var isOfNewerVersion: Bool { minor > Self.minorVersion || !addition.isEmpty }

  package init(
    identity: JournalIdentity, predecessor: JournalIdentity = .none, base: UInt64 = JournalFrame.numbersOfJournal,
    document: DocumentFingerprint?
  ) {
    frame = JournalFrame(identity: identity, base: base)
    self.predecessor = predecessor
    self.document = document
  }

  package var identity: JournalIdentity { frame.identity }

  /// The number of the first record.
  package var firstRecord: UInt64 { frame.number(at: length) }

  /// Returns the header of another journal with the additions of this one.
  func replaced(by header: JournalHeader) -> JournalHeader {
    var header = header
    header.minor = minor
    header.addition = addition
    return header
  }

  /// The number of bytes before the first record.
  package var length: Int { Self.minimumLength + addition.count }

  package var bytes: [UInt8] { bytes(major: Self.majorVersion) }

  /// Returns the bytes of a header with a major version.
  package func bytes(major: UInt16) -> [UInt8] {
    var bytes = JournalBytes(capacity: length)
    bytes.append(raw: Self.magic)
    bytes.append(major)
    bytes.append(minor)
    bytes.append(UInt32(length))
    bytes.append(identity.high)
    bytes.append(identity.low)
    bytes.append(predecessor.high)
    bytes.append(predecessor.low)
    bytes.append(frame.base)
    bytes.append(Int64(document?.length ?? -1))
    bytes.append(document?.checksum ?? 0)
    bytes.append(raw: addition)
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
    return isBeginning && bytes.dropFirst(minimumLength).allSatisfy { $0 == 0 } ? .unfinished : .damaged
  }

  private static func read(_ bytes: [UInt8]) -> Finding {
    var scanner = JournalScanner(bytes, in: bytes.indices)
    guard scanner.readBytes(magic.count).map(Array.init) == magic, let major = scanner.readNumber(UInt16.self),
      let minor = scanner.readNumber(UInt16.self),
      let length = scanner.readNumber(UInt32.self).map({ Int(clamping: $0) }),
      (minimumLength...maximumLength).contains(length), bytes.count >= length
    else { return .damaged }
    let sum = JournalScanner(bytes, in: length - 4..<length)
    var stored = sum
    guard stored.readNumber() == Checksum(of: Array(bytes[..<(length - 4)])).masked else { return .damaged }
    guard major == majorVersion else { return .newer }
    guard let identity = JournalIdentity(&scanner), let predecessor = JournalIdentity(&scanner),
      let base = scanner.readNumber(UInt64.self), bases.contains(base),
      base.isMultiple(of: JournalFrame.numbersOfJournal),
      let documentLength = scanner.readNumber(Int64.self), let checksum = scanner.readNumber(UInt32.self),
      let addition = scanner.readBytes(length - minimumLength)
    else { return .damaged }
    var header = JournalHeader(
      identity: identity, predecessor: predecessor, base: base,
      document: documentLength < 0
        ? nil : DocumentFingerprint(length: Int(clamping: documentLength), checksum: checksum))
    header.minor = minor
    header.addition = Array(addition)
    return .header(header)
  }
}

/// The identity and the numbering of a journal's records.
///
/// The number of a record is derived from its offset in the file, so that a writer doesn't need to know it. The numbers of a journal are greater than all numbers of the journal that it continues.
package struct JournalFrame: Hashable, Sendable {
  /// The size of the range of numbers that each journal has.
  static let numbersOfJournal: UInt64 = 1 << 32

  package let identity: JournalIdentity
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
