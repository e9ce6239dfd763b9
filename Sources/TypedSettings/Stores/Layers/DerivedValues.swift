/// The live values of a store that takes its values from other stores.
final class DerivedValues: Sendable {
  private let source: any SettingsStore
  private let connections = LockedState<[SettingsKey: ObservingConnection]>([:])

  /// Makes the live values of a source that has none of its own.
  init(of source: any SettingsStore) { self.source = source }

  /// The connection to a key; `nil` if nobody has asked for it yet.
  func existingConnection(forKey key: SettingsKey) -> ObservingConnection? { connections.withLock { $0[key] } }

  /// The connection to a key, always the same one.
  func connection(forKey key: SettingsKey) -> ObservingConnection {
    connections.withLock { connections in
      if let connection = connections[key] { return connection }
      let connection = ObservingConnection(store: source, live: LiveValue(unknown: key))
      connections[key] = connection
      return connection
    }
  }
}
