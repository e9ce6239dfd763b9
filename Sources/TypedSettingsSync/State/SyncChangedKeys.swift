package import TypedSettingsCore

/// The keys that were changed since the state was last saved, by which a save writes only what's new.
///
/// They aren't part of the value of a state: states with the same entries are equal.
struct SyncChangedKeys: Hashable, Sendable {
  private var keys: Set<SettingsKey> = []

  mutating func insert(_ key: SettingsKey) { keys.insert(key) }

  /// Removes and returns the keys.
  mutating func take() -> Set<SettingsKey> {
    defer { keys = [] }
    return keys
  }

  static func == (left: SyncChangedKeys, right: SyncChangedKeys) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

/// The records of settings by key, which remember the changed keys.
package struct SyncRecordTable: Hashable, Sendable, ExpressibleByDictionaryLiteral, Sequence {
  package typealias Record = SyncReplicaState.Record

  private var records: [SettingsKey: Record] = [:]
  private var changed = SyncChangedKeys()

  package init(dictionaryLiteral elements: (SettingsKey, Record)...) {
    for (key, record) in elements { self[key] = record }
  }

  /// The record of a key.
  package subscript(key: SettingsKey) -> Record? {
    get { records[key] }
    set {
      if records[key] != newValue { changed.insert(key) }
      records[key] = newValue
    }
  }

  package subscript(key: SettingsKey, default record: @autoclosure () -> Record) -> Record { self[key] ?? record() }

  package var keys: Dictionary<SettingsKey, Record>.Keys { records.keys }

  package var count: Int { records.count }

  package func makeIterator() -> Dictionary<SettingsKey, Record>.Iterator { records.makeIterator() }

  mutating func takeChangedKeys() -> Set<SettingsKey> { changed.take() }
}
