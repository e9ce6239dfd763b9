package import TypedSettingsCore

extension SyncReplicaState {
  /// Decodes a saved state, with the changes that were saved after it.
  ///
  /// A last change that's incomplete, because of a power failure, is ignored.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - content: Returns the content of a setting in the store, from which an omitted value is restored;
  ///     ``SyncContent/unread(digest:)`` if it can't be read at present, and `nil` for an unknown setting.
  ///   - renamed: Returns the content of the setting that has replaced a former key of a version; `nil` if none has.
  /// - Throws: `SettingsError` with a code for messages.
  package init(
    decoding bytes: [UInt8], content: (SettingsKey) -> SyncContent?,
    renamed: (SettingsKey, UInt32) -> SyncContent? = { _, _ in nil }
  ) throws(SettingsError) {
    guard bytes.count <= Self.maximumSize else { throw .messageTooLarge("\(bytes.count) bytes") }
    var scanner = SyncScanner(bytes)
    guard try scanner.readBytes(4).elementsEqual(Self.mark) else { throw .malformedMessage("an unknown beginning") }
    let version = try scanner.readByte()
    guard version <= Self.formatVersion else { throw .newerMessage(version) }
    guard version == Self.formatVersion else { throw .malformedMessage("an unknown format") }
    guard let end = Self.end(of: bytes, checksumAt: Self.checksumOffset) else {
      throw .malformedMessage("a wrong checksum")
    }
    scanner = SyncScanner(bytes, in: Self.contentOffset..<end)
    let replica = try scanner.readIdentity()
    let account = try scanner.readIdentity()
    self.init(replica: replica, account: SyncAccount(high: account.high, low: account.low))
    let flags = Flags(rawValue: try scanner.readByte())
    hasJoined = flags.contains(.hasJoined)
    isAccountChanged = flags.contains(.isAccountChanged)
    let (time, counter) = try scanner.readTime()
    clock = HybridClock(time: time, counter: counter)
    var entries = try scanner.readEntries()
    var saved = try scanner.readSavedRecords(of: entries).compactMapValues(\.self)
    var changed: [SettingsKey: [SyncEntry]] = [:]
    try Self.readChanges(of: bytes, from: end, &entries, &saved, &changed, &clock)
    for (key, (record, isInStore)) in saved {
      records[key] = record
      guard isInStore, let entry = entries[key] else { continue }
      // A setting that is no longer declared gets its entry from another replica. A value that has been changed since
      // is a local edit that replaces the entry.
      let stored = content(key)
      if let stored, stored.isUnread {
        entries[key] = entry.replacing(.unread(digest: record.digest))
      } else if let stored {
        entries[key] = entry.replacing(stored.digest == record.digest ? stored : .reset)
      } else {
        let content = renamed(key, record.version).flatMap { $0.digest == record.digest ? $0 : nil }
        entries[key] = content.map(entry.replacing)
        if content == nil { unsavedEntries[key] = entry }
      }
      if entries[key] == nil, entry.stamp.replica == replica { lostStamps[key] = entry.stamp }
    }
    var kept: [SettingsKey: SyncContent] = [:]
    for _ in 0..<(try scanner.readCount(atMost: SyncLimits.entryCount)) {
      kept[try scanner.readKey()] = .value(try scanner.readCounted())
    }
    if !scanner.isAtEnd { for (key, stamp) in try scanner.readStamps() { lostStamps[key] = stamp } }
    if !scanner.isAtEnd {
      for (key, entry) in try scanner.readEntries() {
        unreadLosers[key] = records[key].map { entry.replacing(.unread(digest: $0.digest)) }
      }
    }
    if !scanner.isAtEnd { reportedLosers = try scanner.readStamps() }
    // A snapshot without versions has the versions of the stored values.
    let versions = try scanner.isAtEnd ? saved.mapValues(\.record.version) : scanner.readVersions()
    for (key, content) in kept { snapshot[key] = SyncVersionedContent(content, version: versions[key] ?? 0) }
    if !scanner.isAtEnd {
      var runs: Set<UInt32> = []
      for _ in 0..<(try scanner.readCount(atMost: SyncLimits.entryCount)) {
        runs.insert(try scanner.readNumber(UInt32.self))
      }
      restoreRuns(runs)
    }
    if !scanner.isAtEnd { retired = try scanner.readRecords() }
    var former = try scanner.isAtEnd ? [:] : scanner.readEntryLists()
    former.merge(changed) { $1 }
    for (key, entries) in former { formerEntries.set(entries, forKey: key) }
    _ = formerEntries.takeChangedKeys()
    // The checksum is right, so these are parts that later versions have added.
    guard scanner.isAtEnd else { throw .newerParts }
    state = SyncState(entries)
  }
}

// MARK: Changes

extension SyncReplicaState {
  /// A saved record, and whether the store has the content of the entry.
  fileprivate typealias SavedRecord = (record: Record, isInStore: Bool)

  /// Returns the end of what a checksum and a length precede, or `nil` if they're wrong.
  private static func end(of bytes: [UInt8], checksumAt offset: Int) -> Int? {
    let start = offset + 8
    guard let length = length(in: bytes, at: offset + 4), length <= bytes.count - start else { return nil }
    let end = start + length
    let checksum = withUnsafeBytes(of: checksum(of: bytes[(offset + 4)..<end]).littleEndian) { Array($0) }
    return bytes[offset..<(offset + 4)].elementsEqual(checksum) ? end : nil
  }

  private static func length(in bytes: [UInt8], at offset: Int) -> Int? {
    guard offset + 4 <= bytes.count else { return nil }
    return (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }

  /// Reads the changes that were saved after the state.
  private static func readChanges(
    of bytes: [UInt8], from start: Int, _ entries: inout [SettingsKey: SyncEntry],
    _ saved: inout [SettingsKey: SavedRecord], _ former: inout [SettingsKey: [SyncEntry]], _ clock: inout HybridClock
  ) throws(SettingsError) {
    var start = start
    while start < bytes.count {
      guard let end = end(of: bytes, checksumAt: start) else {
        // A power failure can cut off the last change, or leave zeros in place of its end.
        let isLast = length(in: bytes, at: start + 4).map { $0 >= bytes.count - start - 8 } ?? true
        if isLast || bytes[(start + 8)...].allSatisfy({ $0 == 0 }) { return }
        throw .malformedMessage("a wrong checksum")
      }
      var scanner = SyncScanner(bytes, in: (start + 8)..<end)
      let (time, counter) = try scanner.readTime()
      clock = HybridClock(time: time, counter: counter)
      let changed = try scanner.readEntries()
      let records = try scanner.readSavedRecords(of: changed)
      for (key, record) in records {
        entries[key] = changed[key]
        saved[key] = record
      }
      let lists = try scanner.isAtEnd ? [:] : scanner.readEntryLists()
      for key in records.keys { former[key] = lists[key] ?? [] }
      guard scanner.isAtEnd else { throw .newerParts }
      start = end
    }
  }
}

extension SyncReplicaState {
  /// Decodes a saved state with the contents of the store.
  package init(decoding bytes: [UInt8], contents: [SettingsKey: SyncContent]) throws(SettingsError) {
    try self.init(decoding: bytes, content: { contents[$0] })
  }
}

extension SyncScanner {
  mutating func readKey() throws(SettingsError) -> SettingsKey {
    SettingsKey(domain: try readName(), name: try readName())
  }

  /// Reads a stamp with the identity of its replica.
  mutating func readStamp() throws(SettingsError) -> SyncStamp {
    let (time, counter) = try readTime()
    return SyncStamp(time: time, counter: counter, writer: try readWriter())
  }

  /// Reads records, which are `nil` for changed keys without one.
  fileprivate mutating func readSavedRecords(
    of entries: [SettingsKey: SyncEntry]
  ) throws(SettingsError) -> [SettingsKey: SyncReplicaState.SavedRecord?] {
    var records: [SettingsKey: SyncReplicaState.SavedRecord?] = [:]
    for _ in 0..<(try readCount(atMost: SyncLimits.entryCount)) {
      let key = try readKey()
      let shape = SyncReplicaState.Shape(rawValue: try readByte())
      if shape.contains(.isRemoved) {
        records.updateValue(nil, forKey: key)
        continue
      }
      let entry = entries[key]
      var record = SyncReplicaState.Record(digest: try readNumber(UInt64.self))
      record.stamp = shape.contains(.ownStamp) ? try readStamp() : nil
      if shape.contains(.entryStamp) { record.stamp = entry?.stamp }
      record.basis = shape.contains(.ownBasis) ? try readStamp() : nil
      if shape.contains(.entryStampAsBasis) { record.basis = entry?.stamp }
      if shape.contains(.entryBasis) { record.basis = entry?.basis }
      if shape.contains(.version) { record.version = try readVersion() }
      records.updateValue((record, shape.contains(.isInStore)), forKey: key)
    }
    return records
  }

  /// Reads stamps by their keys.
  mutating func readStamps() throws(SettingsError) -> [SettingsKey: SyncStamp] {
    var stamps: [SettingsKey: SyncStamp] = [:]
    for _ in 0..<(try readCount(atMost: SyncLimits.entryCount)) { stamps[try readKey()] = try readStamp() }
    return stamps
  }

  /// Reads several entries of each key.
  fileprivate mutating func readEntryLists() throws(SettingsError) -> [SettingsKey: [SyncEntry]] {
    var lists: [SettingsKey: [SyncEntry]] = [:]
    for _ in 0..<(try readCount(atMost: SyncFormerEntries.maximumCount)) {
      for (key, entry) in try readEntries() { lists[key, default: []].append(entry) }
    }
    return lists
  }

  /// Reads the records of settings that aren't declared, by their keys.
  mutating func readRecords() throws(SettingsError) -> [SettingsKey: SyncReplicaState.Record] {
    var records: [SettingsKey: SyncReplicaState.Record] = [:]
    for _ in 0..<(try readCount(atMost: SyncLimits.entryCount)) {
      let key = try readKey()
      var record = SyncReplicaState.Record(digest: try readNumber(UInt64.self), version: try readVersion())
      if try readByte() != 0 { record.stamp = try readStamp() }
      if try readByte() != 0 { record.basis = try readStamp() }
      records[key] = record
    }
    return records
  }

  /// Reads versions by their keys.
  mutating func readVersions() throws(SettingsError) -> [SettingsKey: UInt32] {
    var versions: [SettingsKey: UInt32] = [:]
    for _ in 0..<(try readCount(atMost: SyncLimits.entryCount)) { versions[try readKey()] = try readVersion() }
    return versions
  }
}
