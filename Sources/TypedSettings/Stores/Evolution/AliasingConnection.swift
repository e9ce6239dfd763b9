/// The connection to a key that has older names.
///
/// It has a live value of its own, because what the store has under the key alone is not the setting's value.
final class AliasingConnection: SettingConnection {
  private let aliasing: AliasingStore
  private let connection: ObservingConnection

  init(store: any SettingsStore, live: LiveValue, aliases: [String]) {
    aliasing = AliasingStore(store, key: live.key, aliases: aliases)
    connection = ObservingConnection(store: aliasing, live: live)
  }

  var store: any SettingsStore { aliasing.base }

  func load(_ live: LiveValue) -> LiveValue.Snapshot { connection.load(live) }

  var versionedStore: any SettingsStore { base?.versionedStore ?? store }

  var hasLayers: Bool { base?.hasLayers ?? false }

  private var base: (any SettingConnection)? { aliasing.base as? any SettingConnection }

  func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin
  ) throws -> SettingsRevision? {
    hasLayers ? try connection.put(value) : try connection.write(value, to: live, origin: origin)
  }

  func exchange(_ expected: SettingsValue?, for value: SettingsValue?, of live: LiveValue) throws -> Bool {
    try connection.exchange(expected, for: value, of: live)
  }

  func forget(_ live: LiveValue) { connection.forget(live) }

  var aliases: [SettingsKey] { aliasing.aliases }

  func didWrite(_ value: SettingsValue, to live: LiveValue) {
    aliasing.cleanUp()
    connection.didWrite(value, to: live)
  }

  func layers(of live: LiveValue) -> [SettingsLayerValue] { aliasing.layers() }

  func adoptAliases(of live: LiveValue) throws -> Bool { try aliasing.adoptAliases() }
}
