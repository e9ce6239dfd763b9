package import TypedSettingsCore
internal import TypedSettingsFiles

extension SyncMessage {
  /// Decodes a message.
  ///
  /// - Throws: `SettingsError` with `SettingsError.Code.malformedSyncMessage`,
  ///   `SettingsError.Code.syncMessageTooLarge` or `SettingsError.Code.newerSyncMessage`.
  package init(decoding bytes: [UInt8]) throws(SettingsError) {
    guard bytes.count <= SyncLimits.messageSize else { throw .messageTooLarge("\(bytes.count) bytes") }
    var scanner = SyncScanner(bytes)
    guard try scanner.readBytes(4).elementsEqual(Self.mark) else { throw .malformedMessage("an unknown beginning") }
    let version = try scanner.readByte()
    guard version == Self.formatVersion else { throw .newerMessage(version) }
    guard let kind = Kind(rawValue: try scanner.readByte()) else { throw .malformedMessage("an unknown kind") }
    hasMore = try scanner.readByte() & 1 != 0
    _ = try scanner.readByte()
    guard try scanner.readNumber(UInt32.self) == Self.checksum(of: bytes) else {
      throw .malformedMessage("a wrong checksum")
    }
    let account = try scanner.readIdentity()
    self.account = SyncAccount(high: account.high, low: account.low)
    sender = try scanner.readIdentity()
    root = try scanner.readNumber(UInt64.self)
    switch kind {
    case .state: body = .state(try scanner.readEntries())
    case .difference: body = .difference(try scanner.readEntries())
    case .summary: body = .summary(try scanner.readSummary())
    }
    guard scanner.isAtEnd else { throw .malformedMessage("bytes after its end") }
  }
}

/// A decoder for the bytes that ``SyncBytes`` encodes, which validates all of them.
package struct SyncScanner {
  private var scanner: JournalScanner
  private var budget = JournalBudget()
  private var writers: [SyncWriter] = []
  private var domains: [String] = []

  package init(_ bytes: [UInt8]) { self.init(bytes, in: bytes.indices) }

  init(_ bytes: [UInt8], in range: Range<Int>) { scanner = JournalScanner(bytes, in: range) }

  package var isAtEnd: Bool { scanner.isAtEnd }

  package mutating func readNumber<Number: FixedWidthInteger>(_ type: Number.Type) throws(SettingsError) -> Number {
    guard let number = scanner.readNumber(type) else { throw .truncatedMessage }
    return number
  }

  mutating func readByte() throws(SettingsError) -> UInt8 { try readNumber(UInt8.self) }

  package mutating func readBytes(_ count: Int) throws(SettingsError) -> ArraySlice<UInt8> {
    guard let bytes = scanner.readBytes(count) else { throw .truncatedMessage }
    return bytes
  }

  package mutating func readCount(atMost limit: Int = .max) throws(SettingsError) -> Int {
    guard let count = scanner.readCount() else { throw .truncatedMessage }
    guard count <= limit else { throw .messageTooLarge("a count of \(count)") }
    return count
  }

  /// Reads a number in the encoding of counts, which can be greater than an `Int` of 32 bits.
  ///
  /// - Returns: The number, or `nil` if the type can't represent it.
  /// - Throws: `SettingsError` with `SettingsError.Code.malformedSyncMessage` if too few bytes remain.
  package mutating func readVariable<Number: FixedWidthInteger>(
    _ type: Number.Type
  ) throws(SettingsError) -> Number? {
    var number: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 64, by: 7) {
      let byte = try readByte()
      let bits = UInt64(byte & 0x7F)
      guard (bits << shift) >> shift == bits else { return nil }
      number |= bits << shift
      if byte < 0x80 { return Number(exactly: number) }
    }
    return nil
  }

  /// Reads the time and the counter of a stamp.
  mutating func readTime() throws(SettingsError) -> (time: UInt64, counter: UInt32) {
    guard let time = try readVariable(UInt64.self), time <= SyncStamp.maximumTime,
      let counter = try readVariable(UInt32.self)
    else { throw .malformedMessage("an invalid stamp") }
    return (time, counter)
  }

  /// Reads the version of a value.
  mutating func readVersion() throws(SettingsError) -> UInt32 {
    guard let version = try readVariable(UInt32.self) else { throw .malformedMessage("an invalid version") }
    return version
  }

  /// Reads bytes that are preceded by their number.
  mutating func readCounted() throws(SettingsError) -> [UInt8] {
    Array(try readBytes(try readCount()))
  }

  mutating func readIdentity() throws(SettingsError) -> SyncReplicaIdentity {
    let high = UInt64(bigEndian: try readNumber(UInt64.self).littleEndian)
    return SyncReplicaIdentity(high: high, low: UInt64(bigEndian: try readNumber(UInt64.self).littleEndian))
  }

  mutating func readWriter() throws(SettingsError) -> SyncWriter {
    SyncWriter(replica: try readIdentity(), session: try readNumber(UInt32.self))
  }

  package mutating func readName() throws(SettingsError) -> String {
    guard let name = scanner.readName(&budget) else { throw .malformedMessage("an invalid name") }
    guard name.utf8.count <= SyncLimits.nameLength else { throw .messageTooLarge("a name of \(name.utf8.count) bytes") }
    return name
  }

  mutating func readSummary() throws(SettingsError) -> [UInt64: UInt64] {
    let count = try readCount(atMost: SyncLimits.entryCount)
    guard scanner.rest.count >= count * 16 else { throw .truncatedMessage }
    var hashes: [UInt64: UInt64] = [:]
    hashes.reserveCapacity(count)
    for _ in 0..<count { hashes[try readNumber(UInt64.self)] = try readNumber(UInt64.self) }
    return hashes
  }

  /// Reads entries with the tables of their writers and domains.
  mutating func readEntries() throws(SettingsError) -> [SettingsKey: SyncEntry] {
    let writerCount = try readCount(atMost: 2 * SyncLimits.entryCount)
    guard scanner.rest.count >= writerCount * 20 else { throw .truncatedMessage }
    writers = []
    for _ in 0..<writerCount { writers.append(try readWriter()) }
    let domainCount = try readCount(atMost: SyncLimits.entryCount)
    domains = []
    for _ in 0..<domainCount { domains.append(try readName()) }
    let count = try readCount(atMost: SyncLimits.entryCount)
    // An entry has at least eight bytes.
    guard scanner.rest.count >= count * 8 else { throw .truncatedMessage }
    var entries: [SettingsKey: SyncEntry] = [:]
    entries.reserveCapacity(count)
    for _ in 0..<count {
      let length = try readCount(atMost: SyncLimits.messageSize)
      let end = scanner.offset + length
      guard scanner.rest.count >= length else { throw .truncatedMessage }
      let (key, entry) = try readEntry(until: end)
      guard entries.updateValue(entry, forKey: key) == nil else { throw .malformedMessage("two entries of one key") }
    }
    return entries
  }

  private mutating func readEntry(until end: Int) throws(SettingsError) -> (SettingsKey, SyncEntry) {
    let key = SettingsKey(domain: try element(of: domains), name: try readName())
    let shape = SyncEntryTable.Shape(rawValue: try readByte())
    guard SyncEntryTable.Shape.known.isSuperset(of: shape) else { throw .malformedMessage("an unknown kind of entry") }
    let flags = SyncEntryFlags(rawValue: try readByte())
    let stamp = try readIndexedStamp()
    let basis = shape.contains(.basis) ? try readIndexedStamp() : nil
    let version = try readVersion()
    let unit = shape.contains(.unit) ? SyncUnitTag(rawValue: try readNumber(UInt32.self)) : nil
    let content: SyncContent = shape.contains(.value) ? .value(try readCounted()) : .reset
    guard scanner.offset <= end else { throw .malformedMessage("an entry that is longer than its length") }
    let extensionFields = Array(try readBytes(end - scanner.offset))
    let entry = SyncEntry(
      stamp: stamp, basis: basis, content: content, version: version, flags: flags, unit: unit,
      extensionFields: extensionFields)
    return (key, entry)
  }

  private mutating func readIndexedStamp() throws(SettingsError) -> SyncStamp {
    let (time, counter) = try readTime()
    return SyncStamp(time: time, counter: counter, writer: try element(of: writers))
  }

  private mutating func element<Element>(of table: [Element]) throws(SettingsError) -> Element {
    let index = try readCount()
    guard index < table.count else { throw .malformedMessage("an index beyond its table") }
    return table[index]
  }
}
