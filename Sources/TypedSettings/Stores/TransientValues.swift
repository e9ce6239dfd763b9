/// The values of settings that are not stored, in memory, for each store that they would be in.
enum TransientValues {
  private struct Entry {
    weak var owner: (any SettingsStore)?
    let values: InMemorySettingsStore
  }

  private static let entries = LockedState<[ObjectIdentifier: Entry]>([:])

  /// Where those settings are whose group was made with a store.
  ///
  /// Their values go when the store has gone.
  static func store(for owner: any SettingsStore) -> any SettingsStore {
    // A draft has them apart like any other, until it is applied.
    if owner is DraftStore { return owner }
    return entries.withLock { entries in
      let identity = ObjectIdentifier(owner)
      if let entry = entries[identity], entry.owner != nil { return entry.values }
      entries = entries.filter { $0.value.owner != nil }
      let values = InMemorySettingsStore()
      entries[identity] = Entry(owner: owner, values: values)
      return values
    }
  }
}
