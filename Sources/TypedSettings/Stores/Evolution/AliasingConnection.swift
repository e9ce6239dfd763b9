/// The connection to a key that has older names.
///
/// It has a live value of its own, because what the store has under the key alone is not the setting's value.
final class AliasingConnection: SettingConnection {
  let store: any SettingsStore
  let aliases: [SettingsKey]
  /// The key as the store has it; `nil` where the store looks for the older names itself.
  private let aliasing: AliasingStore?
  private let connection: ObservingConnection

  /// Connects a setting that has older names.
  ///
  /// - Parameters:
  ///   - store: The store that keeps the setting.
  ///   - live: The live value of the setting.
  ///   - aliases: The older names.
  ///   - isResolved: Whether the store looks for the older names itself.
  init(store: any SettingsStore, live: LiveValue, aliases: [SettingsKey], isResolved: Bool) {
    self.store = store
    self.aliases = aliases
    aliasing = isResolved ? nil : AliasingStore(store, key: live.key, aliases: aliases)
    connection = ObservingConnection(store: aliasing ?? store, live: live)
  }

  func load(_ live: LiveValue) -> LiveValue.Snapshot { connection.load(live) }

  var versionedStore: any SettingsStore { base?.versionedStore ?? store }

  var hasLayers: Bool { base?.hasLayers ?? false }

  private var base: (any SettingConnection)? { store as? any SettingConnection }

  func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) throws -> SettingsRevision? {
    hasLayers
      ? try connection.put(value, onCommit: onCommit)
      : try connection.write(value, to: live, origin: origin, onCommit: onCommit)
  }

  func exchange(
    _ expected: SettingsValue?, for value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void
  ) throws -> Bool {
    try connection.exchange(expected, for: value, of: live, onCommit: onCommit)
  }

  func forget(_ live: LiveValue) { connection.forget(live) }

  func didWrite(_ value: SettingsValue, to live: LiveValue) {
    aliasing?.cleanUp()
    connection.didWrite(value, to: live)
  }

  func layers(of live: LiveValue) -> [SettingsLayerValue] {
    aliasing?.layers() ?? store.layers(forKey: live.key)
  }

  func adoptAliases(of live: LiveValue) throws -> Bool {
    if let aliasing { return try aliasing.adoptAliases() }
    return try (store as? any ResolvingStore)?.adoptAliases(ofKey: live.key) ?? false
  }
}
