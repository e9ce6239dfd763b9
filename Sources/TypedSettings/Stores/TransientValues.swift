/// The values of settings that are not stored, in memory, for each store that they would be in.
enum TransientValues {
  private static let stores = StoreTable<InMemorySettingsStore>()

  /// Returns the store of transient settings whose group was made with a store.
  ///
  /// Their values are released with that store.
  static func store(for owner: any SettingsStore) -> any SettingsStore {
    // A draft has them apart like any other, until it is applied.
    if owner is DraftStore { return owner }
    return stores.element(of: owner) { InMemorySettingsStore() }
  }
}
