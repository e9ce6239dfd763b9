package import TypedSettingsCore

/// The last entries of the replicas whose entries others have replaced, from which a user can choose one.
///
/// They belong to this replica only: what it hasn't received isn't among them, and none of them is sent.
package struct SyncFormerEntries: Hashable, Sendable {
  /// The entries by key, the latest first, with one of each replica.
  private(set) var entries: [SettingsKey: [SyncEntry]] = [:]
  private var size = 0
  private var changed = SyncChangedKeys()

  package init() {}

  /// The maximum number of entries of a key.
  package static let maximumCount = 16
  /// The size of all entries in bytes from which on the earliest are removed: 2 MB.
  package static let maximumSize = 2 << 20

  /// The entries of a key, the latest first.
  package subscript(key: SettingsKey) -> [SyncEntry] { entries[key, default: []] }

  /// A Boolean value that indicates whether entries were changed since the last call of ``takeChangedKeys()``.
  var hasChanges: Bool { !changed.isEmpty }

  mutating func takeChangedKeys() -> Set<SettingsKey> { changed.take() }

  /// Adds an entry, unless a later one of its replica is known.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - key: The key.
  ///   - winner: The entry of the key that prevails, which is the last one of its replica.
  mutating func add(_ entry: SyncEntry, forKey key: SettingsKey, replacedBy winner: SyncEntry) {
    var others = self[key].filter { $0.stamp.replica != winner.stamp.replica }
    let known = others.first { $0.stamp.replica == entry.stamp.replica }
    if entry.stamp.replica != winner.stamp.replica, known.map({ $0.stamp < entry.stamp }) ?? true {
      others.removeAll { $0.stamp.replica == entry.stamp.replica }
      others.append(entry)
      others.sort { $0.stamp > $1.stamp }
    }
    set(others.prefix(Self.maximumCount), forKey: key)
    if size > Self.maximumSize { removeEarliest() }
  }

  /// Sets the entries of a key.
  package mutating func set(_ new: some Sequence<SyncEntry>, forKey key: SettingsKey) {
    let (old, new) = (self[key], Array(new))
    if old == new { return }
    entries[key] = new.isEmpty ? nil : new
    size += new.reduce(0) { $0 + $1.size(forKey: key) } - old.reduce(0) { $0 + $1.size(forKey: key) }
    changed.insert(key)
  }

  /// Removes the earliest entries until there's room for as many again.
  private mutating func removeEarliest() {
    let all = entries.flatMap { key, entries in entries.map { (key: key, stamp: $0.stamp) } }
    for (key, stamp) in all.sorted(by: { $0.stamp < $1.stamp }) where size > Self.maximumSize / 2 {
      set(self[key].filter { $0.stamp != stamp }, forKey: key)
    }
  }
}
