package import TypedSettingsCore

/// The last write of each key: a state that merges with any other, in any order, and any number of times.
///
/// Merging keeps the entry with the greatest stamp for each key, so it's commutative, associative and idempotent.
package struct SyncState: Hashable, Sendable {
  /// The entries by key.
  package private(set) var entries: [SettingsKey: SyncEntry] = [:]

  /// A hash of all entries, which is equal for equal states.
  package private(set) var root: UInt64 = 0

  /// The domain of the entries by which devices make themselves known, which no setting can have.
  static let deviceDomain = "$sync"

  /// The keys of the entries of devices.
  private(set) var deviceKeys: Set<SettingsKey> = []

  /// A hash of the entries of devices.
  private(set) var deviceRoot: UInt64 = 0

  /// The approximate size of all entries in a message, in bytes.
  package private(set) var size = 0

  private var changed = SyncChangedKeys()

  package init() {}

  package init(_ entries: [SettingsKey: SyncEntry]) {
    for (key, entry) in entries { self[key] = entry }
  }

  /// The entry of a key.
  package subscript(key: SettingsKey) -> SyncEntry? {
    get { entries[key] }
    set {
      let old = entries[key]
      entries[key] = newValue
      changed.insert(key)
      let difference = (newValue?.fingerprint(forKey: key) ?? 0) &- (old?.fingerprint(forKey: key) ?? 0)
      root &+= difference
      size += (newValue?.size(forKey: key) ?? 0) - (old?.size(forKey: key) ?? 0)
      guard key.domain == Self.deviceDomain else { return }
      deviceRoot &+= difference
      if newValue == nil { deviceKeys.remove(key) } else { deviceKeys.insert(key) }
    }
  }

  mutating func takeChangedKeys() -> Set<SettingsKey> { changed.take() }

  /// Merges an entry.
  ///
  /// - Returns: `true` if the entry has replaced the current one.
  @discardableResult
  package mutating func merge(_ entry: SyncEntry, forKey key: SettingsKey) -> Bool {
    if let current = entries[key], !entry.prevails(over: current) { return false }
    self[key] = entry
    return true
  }

  /// Merges another state.
  package mutating func merge(_ other: SyncState) {
    for (key, entry) in other.entries { merge(entry, forKey: key) }
  }

  /// Returns the hash of each entry by the hash of its key, from which another replica can find the differences.
  package var summary: [UInt64: UInt64] {
    Dictionary(
      entries.map { (Self.hash(of: $0.key), $0.value.fingerprint(forKey: $0.key)) }, uniquingKeysWith: { $0 ^ $1 })
  }

  /// Returns the entries that differ from the entries of another replica.
  package func difference(from summary: [UInt64: UInt64]) -> [SettingsKey: SyncEntry] {
    entries.filter { summary[Self.hash(of: $0.key)] != $0.value.fingerprint(forKey: $0.key) }
  }

  private static func hash(of key: SettingsKey) -> UInt64 {
    var fingerprint = SyncFingerprint()
    fingerprint.add(key.domain)
    fingerprint.add(key.name)
    return fingerprint.value
  }
}

extension SettingsKey {
  /// Returns whether a key precedes another one in the order in which entries are processed.
  static func isInSyncOrder(_ left: SettingsKey, _ right: SettingsKey) -> Bool {
    (left.domain, left.name) < (right.domain, right.name)
  }
}
