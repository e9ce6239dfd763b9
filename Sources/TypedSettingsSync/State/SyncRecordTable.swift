package import TypedSettingsCore

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
