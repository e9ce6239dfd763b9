package import TypedSettingsCore
internal import TypedSettingsFiles

extension SyncReplicaState {
  static let mark: [UInt8] = Array("TSSS".utf8)
  static let formatVersion: UInt8 = 1
  /// The maximum size of a saved state in bytes.
  static let maximumSize = 4 * SyncLimits.messageSize
  /// The positions of the checksum and of the length, and the position of the first byte after them.
  static let (checksumOffset, lengthOffset, contentOffset) = (5, 9, 13)

  /// The properties of a saved state.
  struct Flags: OptionSet {
    let rawValue: UInt8

    static let hasJoined = Flags(rawValue: 1 << 0)
    static let isAccountChanged = Flags(rawValue: 1 << 1)
  }

  /// The properties of a saved record.
  struct Shape: OptionSet {
    let rawValue: UInt8

    /// The record's stamp differs from the stamp of the entry.
    static let ownStamp = Shape(rawValue: 1 << 0)
    /// The store reflects the entry.
    static let entryStamp = Shape(rawValue: 1 << 1)
    /// The record has a basis other than the stamp or the basis of the entry.
    static let ownBasis = Shape(rawValue: 1 << 2)
    static let entryStampAsBasis = Shape(rawValue: 1 << 3)
    static let entryBasis = Shape(rawValue: 1 << 4)
    /// The content of the entry is left out, because the store has it.
    static let isInStore = Shape(rawValue: 1 << 5)
    /// The store's value has a version.
    static let version = Shape(rawValue: 1 << 6)
    /// There's no record any more.
    static let isRemoved = Shape(rawValue: 1 << 7)
  }

  /// Returns the state as bytes.
  ///
  /// Values that the store has aren't repeated, and secret values are left out.
  ///
  /// - Parameter secretKeys: The keys of secret settings.
  /// - Returns: The bytes.
  package func encoded(secretKeys: Set<SettingsKey> = []) -> [UInt8] {
    var bytes = SyncBytes()
    bytes.append(raw: Self.mark)
    bytes.append(byte: Self.formatVersion)
    bytes.append(0 as UInt32)
    bytes.append(0 as UInt32)
    bytes.append(replica)
    bytes.append(SyncReplicaIdentity(high: account.high, low: account.low))
    var flags: Flags = []
    if hasJoined { flags.insert(.hasJoined) }
    if isAccountChanged { flags.insert(.isAccountChanged) }
    bytes.append(byte: flags.rawValue)
    bytes.append(count: clock.time)
    bytes.append(count: clock.counter)
    var saved: [SettingsKey: SyncEntry] = [:]
    var lost = lostStamps.filter { state[$0.key] == nil }
    for (key, entry) in state.entries {
      // An entry lacks the flag if its writer, such as an earlier version, doesn't declare the setting as secret.
      let isSecret = entry.flags.contains(.secret) || secretKeys.contains(key)
      if isInStore(key, entry) {
        saved[key] = entry.replacing(.value([]))
      } else if !isSecret || entry.content == .reset {
        saved[key] = entry
      } else if entry.stamp.replica == replica {
        lost[key] = entry.stamp
      }
    }
    SyncEntryTable(of: saved).append(to: &bytes)
    bytes.append(count: records.count)
    for (key, record) in records.sorted(by: { SettingsKey.isInSyncOrder($0.key, $1.key) }) {
      append(record, forKey: key, to: &bytes)
    }
    let kept = snapshot.filter { !secretKeys.contains($0.key) }.sorted { SettingsKey.isInSyncOrder($0.key, $1.key) }
    let values = kept.compactMap { key, saved -> (key: SettingsKey, value: [UInt8], version: UInt32)? in
      if case .value(let value) = saved.content { (key: key, value: value, version: saved.version) } else { nil }
    }
    bytes.append(count: values.count)
    for (key, value, _) in values {
      bytes.append(key)
      bytes.append(counted: value)
    }
    bytes.append(lost)
    // The last parts are left out if they're empty.
    let former = formerEntries.entries.filter { !secretKeys.contains($0.key) }
    let parts = [
      !unreadLosers.isEmpty, !reportedLosers.isEmpty, !values.isEmpty, !runs.isEmpty, !retired.isEmpty, !former.isEmpty,
    ]
    let partCount = parts.lastIndex(of: true).map { $0 + 1 } ?? 0
    if partCount > 0 { SyncEntryTable(of: unreadLosers).append(to: &bytes) }
    if partCount > 1 { bytes.append(reportedLosers) }
    if partCount > 2 { bytes.append(values.map { (key: $0.key, version: $0.version) }) }
    if partCount > 3 {
      bytes.append(count: runs.count)
      for number in runs.sorted() { bytes.append(number) }
    }
    if partCount > 4 { bytes.append(retired) }
    if partCount > 5 { bytes.append(former) }
    bytes.seal(checksumAt: Self.checksumOffset, lengthAt: Self.lengthOffset)
    return bytes.bytes
  }

  /// Returns the entries, former ones and records of changed keys, and the clock, as bytes that follow those of the
  /// state before.
  ///
  /// - Parameter keys: The keys.
  /// - Returns: The bytes.
  func encodedChange(of keys: Set<SettingsKey>) -> [UInt8] {
    var bytes = SyncBytes()
    bytes.append(0 as UInt32)
    bytes.append(0 as UInt32)
    bytes.append(count: clock.time)
    bytes.append(count: clock.counter)
    var saved: [SettingsKey: SyncEntry] = [:]
    for key in keys {
      saved[key] = state[key].map { isInStore(key, $0) ? $0.replacing(.value([])) : $0 }
    }
    SyncEntryTable(of: saved).append(to: &bytes)
    bytes.append(count: keys.count)
    for key in keys.sorted(by: SettingsKey.isInSyncOrder) { append(records[key], forKey: key, to: &bytes) }
    let former = formerEntries.entries.filter { keys.contains($0.key) }
    if !former.isEmpty { bytes.append(former) }
    bytes.seal(checksumAt: 0, lengthAt: 4)
    return bytes.bytes
  }

  static func checksum(of bytes: ArraySlice<UInt8>) -> UInt32 {
    var checksum = Checksum()
    bytes.withUnsafeBytes { checksum.add($0) }
    return checksum.masked
  }

  private func isInStore(_ key: SettingsKey, _ entry: SyncEntry) -> Bool {
    guard entry.content != .reset, let record = records[key] else { return false }
    return record.stamp == entry.stamp && record.digest == entry.digest
  }

  private func append(_ record: Record?, forKey key: SettingsKey, to bytes: inout SyncBytes) {
    guard let record else {
      bytes.append(key)
      return bytes.append(byte: Shape.isRemoved.rawValue)
    }
    let entry = state[key]
    var shape: Shape = []
    if let entry, isInStore(key, entry) { shape.insert(.isInStore) }
    if let stamp = record.stamp { shape.insert(stamp == entry?.stamp ? .entryStamp : .ownStamp) }
    if let basis = record.basis {
      shape.insert(basis == entry?.stamp ? .entryStampAsBasis : basis == entry?.basis ? .entryBasis : .ownBasis)
    }
    if record.version > 0 { shape.insert(.version) }
    bytes.append(key)
    bytes.append(byte: shape.rawValue)
    bytes.append(record.digest)
    if shape.contains(.ownStamp), let stamp = record.stamp { bytes.append(stamp) }
    if shape.contains(.ownBasis), let basis = record.basis { bytes.append(basis) }
    if shape.contains(.version) { bytes.append(count: record.version) }
  }
}

extension SyncEntry {
  /// Returns the entry with another content.
  func replacing(_ content: SyncContent) -> SyncEntry {
    SyncEntry(
      stamp: stamp, basis: basis, content: content, version: version, flags: flags, unit: unit,
      extensionFields: extensionFields)
  }
}

extension SyncBytes {
  /// Writes the length of what follows it, and the checksum of the length and what follows.
  fileprivate mutating func seal(checksumAt checksumOffset: Int, lengthAt lengthOffset: Int) {
    replace(at: lengthOffset, with: UInt32(clamping: bytes.count - lengthOffset - 4))
    replace(at: checksumOffset, with: SyncReplicaState.checksum(of: bytes[lengthOffset...]))
  }

  mutating func append(_ key: SettingsKey) {
    append(key.domain)
    append(key.name)
  }

  mutating func append(_ stamp: SyncStamp) {
    append(count: stamp.time)
    append(count: stamp.counter)
    append(stamp.writer)
  }

  /// Appends stamps by their keys.
  mutating func append(_ stamps: [SettingsKey: SyncStamp]) {
    append(count: stamps.count)
    for (key, stamp) in stamps.sorted(by: { SettingsKey.isInSyncOrder($0.key, $1.key) }) {
      append(key)
      append(stamp)
    }
  }

  /// Appends several entries of each key, as tables that have at most one of each.
  mutating func append(_ entries: [SettingsKey: [SyncEntry]]) {
    let count = entries.values.map(\.count).max() ?? 0
    append(count: count)
    for index in 0..<count {
      SyncEntryTable(of: entries.compactMapValues { index < $0.count ? $0[index] : nil }).append(to: &self)
    }
  }

  /// Appends the records of settings that aren't declared, by their keys.
  mutating func append(_ records: [SettingsKey: SyncReplicaState.Record]) {
    append(count: records.count)
    for (key, record) in records.sorted(by: { SettingsKey.isInSyncOrder($0.key, $1.key) }) {
      append(key)
      append(record.digest)
      append(count: record.version)
      for stamp in [record.stamp, record.basis] {
        append(byte: stamp == nil ? 0 : 1)
        if let stamp { append(stamp) }
      }
    }
  }

  /// Appends versions by their keys.
  mutating func append(_ versions: [(key: SettingsKey, version: UInt32)]) {
    append(count: versions.count)
    for (key, version) in versions {
      append(key)
      append(count: version)
    }
  }
}
