public import TypedSettings

/// A store that moves settings from one store to another.
///
/// A key has its value in the new store, or the one in the old store if the new one has none. A write changes both
/// stores, so that an earlier version of the program finds its settings in the old one. Nothing is copied before it's
/// written.
///
/// The values of the old store are those of a layer: migrations and older names of settings don't change it.
public final class MovingSettingsStore: WrappingSettingsStore {
  /// The layers of the two stores, or a part of them.
  public let base: any SettingsStore

  private let old: any SettingsStore

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - old: The store that holds the settings so far.
  ///   - new: The store that holds them from now on.
  public convenience init(from old: any SettingsStore, to new: any SettingsStore) {
    self.init(LayeredSettingsStore([.writable("new", new), .layer("old", old)]), old: old)
  }

  private init(_ base: any SettingsStore, old: any SettingsStore) {
    self.base = base
    self.old = old
  }

  /// Returns a store that also writes to the old store.
  public func wrapping(_ store: any SettingsStore) -> any SettingsStore { MovingSettingsStore(store, old: old) }

  /// Sets or removes the value of a key in both stores.
  ///
  /// - Throws: The error of one of the stores.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    _ = try commit(SettingsChanges([key: value]))
  }

  /// Replaces the value of a key in both stores if it's the expected one.
  ///
  /// - Returns: `true` if the key had the expected value.
  /// - Throws: The error of one of the stores.
  public func compareExchange(
    expected: SettingsValue?, desired: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool { try commit(SettingsChanges([key: desired], ifUnchanged: [key: expected])) }

  /// Changes several keys in both stores, or in none of them if one refuses a change.
  ///
  /// - Returns: `true` if the keys had the expected values.
  /// - Throws: The error of one of the stores.
  public func commit(_ changes: SettingsChanges) throws -> Bool {
    try SettingsChanges.commit([(base, changes), (old, SettingsChanges(changes.values, origin: changes.origin))])
  }
}
