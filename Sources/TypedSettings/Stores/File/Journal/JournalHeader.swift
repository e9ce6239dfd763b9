/// The beginning of a journal: whose it is, and where its records begin.
///
/// | bytes | |
/// | --- | --- |
/// | 8 | `TSjournl` |
/// | 2 and 2 | major and minor version of the format |
/// | 4 | length of the header |
/// | 16 | identity of this journal, drawn at random |
/// | 16 | identity of the journal that it continues; zeros if of none |
/// | 8 | number of its first byte, a multiple of 2^32; in version 1, number of its first record |
/// | 8 and 4 | length and CRC-32C of the document that it extends; length -1 if there was none |
/// | any | what a newer minor version adds |
/// | 4 | masked CRC-32C of all that comes before |
///
/// All numbers have the least byte first. A reader refuses a major version that it does not know, and keeps what a newer
/// minor version has added.
package struct JournalHeader: Hashable, Sendable {
  static let magic = Array("TSjournl".utf8)
  static let minorVersion: UInt16 = 0
  /// The length of one to which no newer version has added anything.
  static let minimumLength = 72
  static let maximumLength = 4_096
  /// The numbers that a journal can begin with: none comes to more, and none of its numbers overflows.
  private static let bases: ClosedRange<UInt64> = 1...1 << 62

  package let frame: JournalFrame
  package let predecessor: JournalIdentity
  package let document: DocumentFingerprint?
  var minor = Self.minorVersion
  /// What a newer minor version has added.
  var addition: [UInt8] = []

  package init(
    version: UInt16 = JournalFrame.currentVersion, identity: JournalIdentity, predecessor: JournalIdentity = .none,
    base: UInt64 = JournalFrame.numbersOfJournal, document: DocumentFingerprint?
  ) {
    frame = JournalFrame(identity: identity, version: version, base: base)
    self.predecessor = predecessor
    self.document = document
  }

  package var identity: JournalIdentity { frame.identity }

  /// The number of the first record.
  package var firstRecord: UInt64 { frame.version == 1 ? frame.base : frame.number(at: length) }

  /// A header for another journal that keeps what a newer version has added to this one.
  func replaced(by header: JournalHeader) -> JournalHeader {
    var header = header
    header.minor = minor
    header.addition = addition
    return header
  }

  /// The number of bytes before the first record.
  package var length: Int { Self.minimumLength + addition.count }

  package var bytes: [UInt8] {
    var bytes = JournalBytes(capacity: length)
    bytes.append(raw: Self.magic)
    bytes.append(frame.version)
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

  /// What stands at the beginning of a file that should be a journal.
  package enum Finding: Sendable {
    case header(JournalHeader)
    /// A journal of a version that this one cannot read.
    case newer
    /// A file that was made and whose contents a power cut has lost: nothing in it was ever durable.
    case unfinished
    /// No header, or one that is not whole.
    case damaged
  }

  /// Reads the header of a journal.
  package static func find(in bytes: [UInt8]) -> Finding {
    let finding = read(bytes)
    guard case .damaged = finding else { return finding }
    // A power cut leaves the beginning of what was written, and zeros or nothing behind it.
    let isBeginning = magic.starts(with: bytes.prefix(magic.count)) || bytes.prefix(magic.count).allSatisfy { $0 == 0 }
    return isBeginning && bytes.dropFirst(minimumLength).allSatisfy { $0 == 0 } ? .unfinished : .damaged
  }

  private static func read(_ bytes: [UInt8]) -> Finding {
    var scanner = JournalScanner(bytes, in: bytes.indices)
    guard scanner.readBytes(magic.count).map(Array.init) == magic, let major = scanner.readNumber(UInt16.self),
      let minor = scanner.readNumber(UInt16.self), let length = scanner.readNumber(UInt32.self).map(Int.init),
      (minimumLength...maximumLength).contains(length), bytes.count >= length
    else { return .damaged }
    let sum = JournalScanner(bytes, in: length - 4..<length)
    var stored = sum
    guard stored.readNumber() == Checksum(of: Array(bytes[..<(length - 4)])).masked else { return .damaged }
    guard 1...JournalFrame.currentVersion ~= major else { return major == 0 ? .damaged : .newer }
    guard let identity = JournalIdentity(&scanner), let predecessor = JournalIdentity(&scanner),
      let base = scanner.readNumber(UInt64.self), bases.contains(base),
      major == 1 || base.isMultiple(of: JournalFrame.numbersOfJournal),
      let documentLength = scanner.readNumber(Int64.self), let checksum = scanner.readNumber(UInt32.self),
      let addition = scanner.readBytes(length - minimumLength)
    else { return .damaged }
    var header = JournalHeader(
      version: major, identity: identity, predecessor: predecessor, base: base,
      document: documentLength < 0 ? nil : DocumentFingerprint(length: Int(documentLength), checksum: checksum))
    header.minor = minor
    header.addition = Array(addition)
    return .header(header)
  }
}
