package import TypedSettingsCore
internal import TypedSettingsFiles

/// The content of a setting as it's exchanged: an encoded value, or a reset.
package enum SyncContent: Hashable, Sendable {
  /// The setting was reset: each device uses its own default.
  case reset
  /// The setting has a value, in the encoding of ``SyncBytes``.
  case value([UInt8])
  /// The setting has a value with the given hash, which only the store has, and which can't be read at present.
  ///
  /// It's saved like a value that the store has, and is never sent.
  case unread(digest: UInt64)

  /// A hash of the content; zero for a reset.
  ///
  /// The forms that one value has in memory and in files have the same hash. A JSON file, for example, has no dates:
  /// once it's read again, its store has the text of a date, which isn't a change.
  package var digest: UInt64 {
    switch self {
    case .reset: 0
    case .value(let bytes): SyncFingerprint.of(Self.canonical(bytes))
    case .unread(let digest): digest
    }
  }

  /// A Boolean value that indicates whether the value can't be read at present.
  var isUnread: Bool { if case .unread = self { true } else { false } }

  /// Returns the bytes of the form that a value has in JSON; bytes that aren't a value are returned unchanged.
  private static func canonical(_ bytes: [UInt8]) -> [UInt8] {
    guard let first = bytes.first, let tag = JournalTag(rawValue: first), tag.mayHaveSeveralForms else { return bytes }
    var scanner = JournalScanner(bytes, in: bytes.indices)
    var budget = JournalBudget()
    guard let value = scanner.readValue(&budget), let value, scanner.isAtEnd else { return bytes }
    let form = DocumentFormat.json.canonical(value.withoutKindTags)
    if form == value { return bytes }
    var canonical = SyncBytes()
    canonical.append(form)
    return canonical.bytes
  }
}

extension JournalTag {
  /// A Boolean value that indicates whether a value of this kind, or a part of one, can have another form in a file.
  fileprivate var mayHaveSeveralForms: Bool {
    switch self {
    case .removed, .null, .no, .yes, .integer, .unsigned, .string: false
    case .double, .data, .date, .array, .dictionary: true
    }
  }
}

/// The last write of one key that a replica knows.
package struct SyncEntry: Hashable, Sendable {
  /// The identity of the write.
  package let stamp: SyncStamp
  /// The stamp of the entry that the writer replaced, or `nil` if there was none.
  package let basis: SyncStamp?
  /// The value or the reset.
  package let content: SyncContent
  /// The version of the domain's values; zero for an unversioned domain.
  package let version: UInt32
  /// The properties of the entry; unknown bits are forwarded.
  package let flags: SyncEntryFlags
  /// The unit that the entry was stamped with, or `nil` if it was stamped alone or before synchronization.
  package let unit: SyncUnitTag?
  /// The fields of a newer format, which are forwarded unchanged.
  package let extensionFields: [UInt8]
  /// The hash of the content.
  package let digest: UInt64

  package init(
    stamp: SyncStamp, basis: SyncStamp?, content: SyncContent, version: UInt32 = 0, flags: SyncEntryFlags = [],
    unit: SyncUnitTag? = nil, extensionFields: [UInt8] = []
  ) {
    self.stamp = stamp
    self.basis = basis
    self.content = content
    self.version = version
    self.flags = flags
    self.unit = unit
    self.extensionFields = extensionFields
    digest = content.digest
  }

  /// Returns a Boolean value that indicates whether two entries are the same write.
  package func isSame(as other: SyncEntry) -> Bool {
    stamp == other.stamp && version == other.version && digest == other.digest && unit == other.unit
  }

  /// Returns a Boolean value that indicates whether this entry prevails over another one of its key.
  ///
  /// An entry of a unit prevails over one whose writer didn't know the unit, whatever their stamps are. Otherwise, a
  /// device could get one value of the unit from each.
  ///
  /// Entries with the same stamp are forms of one write in different versions of the domain. The version and the
  /// content then decide, so that all replicas agree.
  package func prevails(over other: SyncEntry) -> Bool {
    if (unit == nil) != (other.unit == nil) { return unit != nil }
    if stamp != other.stamp { return stamp > other.stamp }
    if version != other.version { return version > other.version }
    return digest == other.digest ? unit?.rawValue ?? 0 > other.unit?.rawValue ?? 0 : digest > other.digest
  }

  /// Returns a Boolean value that indicates whether the writer of this entry had seen another entry of the key.
  ///
  /// A writer has seen its own earlier writes, and so has every writer that has seen a later one of them.
  package func hasSeen(_ other: SyncEntry) -> Bool {
    if stamp.replica == other.stamp.replica { return stamp >= other.stamp }
    guard let basis else { return false }
    return basis.replica == other.stamp.replica && basis >= other.stamp
  }

  /// The approximate size of the stamps and the lengths of an entry in bytes.
  private static let overhead = 64

  /// Returns the approximate size of the entry in a message, in bytes.
  package func size(forKey key: SettingsKey) -> Int {
    var size = key.domain.utf8.count + key.name.utf8.count + extensionFields.count + Self.overhead
    if case .value(let bytes) = content { size += bytes.count }
    return size
  }

  /// Returns the hash of the key and the write, which contributes to the hash of a state.
  package func fingerprint(forKey key: SettingsKey) -> UInt64 {
    var fingerprint = SyncFingerprint()
    fingerprint.add(key.domain)
    fingerprint.add(key.name)
    fingerprint.add(stamp)
    fingerprint.add(digest)
    fingerprint.add(UInt64(version))
    if let unit { fingerprint.add(UInt64(unit.rawValue)) }
    return fingerprint.value
  }
}

/// A hash by which replicas recognize the entries of a unit of settings, whether or not they declare it.
package struct SyncUnitTag: Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates the tag of a unit, which is the tag of its first key.
  package init?(of unit: [SettingsKey]) {
    guard let first = unit.min(by: SettingsKey.isInSyncOrder) else { return nil }
    var fingerprint = SyncFingerprint()
    fingerprint.add(first.domain)
    fingerprint.add(first.name)
    rawValue = UInt32(truncatingIfNeeded: fingerprint.value)
  }
}

/// The properties of an entry.
package struct SyncEntryFlags: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The value is secret: a replica that can't apply it doesn't persist it.
  package static let secret = SyncEntryFlags(rawValue: 1 << 0)
  /// The write was made under a former key: a replica that wrote it recognizes it under that key only.
  package static let renamed = SyncEntryFlags(rawValue: 1 << 1)
}
