/// A view of stored values after migrations that aren't stored.
///
/// A program that only reads settings, such as a command that prints one, mustn't change a file of an older version.
/// Groups that are created while a preview is bound read what they'd read after the migration.
///
/// The migrated values are kept in memory, and only until the store has values of another version.
package final class MigrationPreview: Sendable {
  /// The preview that new groups use, or `nil` if migrations are stored.
  @TaskLocal package static var current: MigrationPreview?

  private let view: @Sendable (any SettingsStore) -> any SettingsStore
  private let stores = LockedState<[ObjectIdentifier: any SettingsStore]>([:])

  /// Creates a preview without migrated values.
  ///
  /// - Parameter view: Returns a view of a store that keeps migrations to itself.
  package init(view: @escaping @Sendable (any SettingsStore) -> any SettingsStore) { self.view = view }

  /// Returns a view of a store in which a domain has a version, or the store itself if its values need no migration.
  func store(
    over base: any SettingsStore, forVersion version: Int, ofKey key: SettingsKey
  ) -> any SettingsStore {
    let target = base.writeTarget(forKey: key)
    let found = target.value(forKey: SettingsMigration.versionKey(inDomain: key.domain))
    if found == version.settingsValue || base.isDraft { return base }
    if found == nil, target.keys(inDomain: key.domain)?.isEmpty ?? false { return base }
    return stores.withLock { stores in
      if let known = stores[ObjectIdentifier(base)] { return known }
      let new = view(base)
      stores[ObjectIdentifier(base)] = new
      return new
    }
  }

  /// Returns the version of the stored values of a domain if their migration isn't stored; otherwise, `nil`.
  ///
  /// - Parameters:
  ///   - domain: The name of the domain.
  ///   - store: The store that holds the version, in a group that was created while the preview was bound.
  /// - Returns: The stored version, which is 0 if there is none.
  package func formerVersion(of domain: String, in store: any SettingsStore) -> Int? {
    let key = SettingsMigration.versionKey(inDomain: domain)
    guard let base = store.sources.first?.store, store.sources.count == 1,
      store.value(forKey: key) != base.value(forKey: key)
    else { return nil }
    let found = base.value(forKey: key)
    return nilOnFailure { () throws(SettingsError) in try found.map(Int.init(settingsValue:)) ?? 0 }
  }
}
