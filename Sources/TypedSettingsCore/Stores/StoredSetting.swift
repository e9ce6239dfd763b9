/// A setting in the store of its group, whose older names are read and changed together with it.
package final class StoredSetting: Sendable {
  let key: SettingsKey
  /// The store of the setting.
  let store: any SettingsStore
  /// The view of the store that resolves the older names, or `nil` if there are none.
  private let aliasing: AliasingStore?
  /// The older names that the store itself doesn't resolve.
  let aliases: [SettingsKey]
  /// All older names.
  let olderNames: [SettingsKey]
  /// The version of the domain's values.
  let version: DomainVersion?
  /// The connection of the setting, or `nil` for a key that isn't a setting's.
  let connection: (any SettingConnection)?

  /// Describes a key of a store.
  init(
    key: SettingsKey, in store: any SettingsStore, aliases: [SettingsKey] = [], olderNames: [SettingsKey] = [],
    version: DomainVersion? = nil, connection: (any SettingConnection)? = nil
  ) {
    self.key = key
    self.connection = connection
    self.store = store
    self.aliases = aliases
    self.olderNames = olderNames
    self.version = version
    aliasing = aliases.isEmpty ? nil : AliasingStore(store, key: key, aliases: aliases)
  }

  /// The store, or a view of it that resolves the older names.
  var view: any SettingsStore { aliasing ?? store }

  /// The layers other than the writable one.
  ///
  /// The stored value can hide a value of these layers, and a change in a draft can put it into effect. The store
  /// doesn't notify its observers of changes of a hidden value, so a draft observes these layers too.
  var layerSources: [(store: any SettingsStore, key: SettingsKey)] {
    otherLayers(of: store).flatMap { layer in ([key] + olderNames).map { (store: layer, key: $0) } }
  }

  /// Returns the sources of a store, and of its sources, that writes don't change.
  private func otherLayers(of store: any SettingsStore) -> [any SettingsStore] {
    store.sources.flatMap { $0.isWritable ? otherLayers(of: $0.store) : [$0.store] }
  }

  /// The present values.
  var storedValue: StoredValue {
    let effective = view.value(forKey: key)
    guard let layer = view.ownLayer(forKey: key) else { return StoredValue(effective: effective, own: effective) }
    return StoredValue(effective: effective, own: layer.value)
  }

  /// Makes a batch depend on the value.
  ///
  /// - Returns: `false` if the value is another one.
  func expect(_ value: SettingsValue?, in batch: inout SettingsBatch) -> Bool {
    let found = ([key] + aliases).map { (key: $0, value: store.value(forKey: $0)) }
    // Through the view, because a locked older name takes precedence over the key.
    guard view.value(forKey: key) == value else { return false }
    for (key, value) in found { batch.expect(value, forKey: key, in: store) }
    return true
  }

  /// Adds a change of the value to a batch, which includes the removal of older names.
  package func change(to value: SettingsValue?, in batch: inout SettingsBatch) {
    batch.change(key, to: value, in: store, version: version)
    for alias in aliasing?.storedAliases ?? [] { batch.change(alias, to: nil, in: store) }
  }
}

extension StoredSetting {
  /// Returns a Boolean value that indicates whether a write of the key in another store changes the same value.
  func isStored(in other: any SettingsStore) -> Bool { store === other || place(in: store) === place(in: other) }

  /// Returns a Boolean value that indicates whether the key's store and another one are both in memory, and the key has
  /// no value in the other one.
  ///
  /// This is the case if each instance of a group creates a store of its own in memory.
  func isInMemory(likeIn other: any SettingsStore) -> Bool {
    !target(in: store).isPersistent && !target(in: other).isPersistent && other.value(forKey: key) == nil
  }

  /// Returns the live value that a write of the key in a store changes, or the store itself if it has none.
  private func place(in store: any SettingsStore) -> AnyObject {
    let target = target(in: store)
    // Two stores of the same file have one live value.
    return target.sharedValue(forKey: key) ?? target
  }

  /// Returns the store that a write of the key in a store changes.
  private func target(in store: any SettingsStore) -> any SettingsStore {
    let next = store.writeTarget(forKey: key)
    return next === store ? store : target(in: next)
  }
}

/// The values that a store holds for a key.
struct StoredValue: Hashable, Sendable {
  /// The value in effect.
  let effective: SettingsValue?
  /// The value that a write replaces, which is the value of the writable layer.
  let own: SettingsValue?
}
