/// The live values of a store that derives its values from other stores.
package final class DerivedValues: Sendable {
  private let source: any SettingsStore
  private let table = LockedState<[SettingsKey: ObservingConnection]>([:])

  /// Creates the live values of a source that has none of its own.
  init(of source: any SettingsStore) { self.source = source }

  /// The connections to all keys.
  var connections: [ObservingConnection] { table.withLock { Array($0.values) } }

  /// Returns the connection to a key, or `nil` if none was created yet.
  func existingConnection(forKey key: SettingsKey) -> ObservingConnection? { table.withLock { $0[key] } }

  /// Returns the connection to a key, which is always the same.
  func connection(forKey key: SettingsKey) -> ObservingConnection {
    table.withLock { connections in
      if let connection = connections[key] { return connection }
      let connection = ObservingConnection(store: source, live: LiveValue(unknown: key), hasLayers: true)
      connections[key] = connection
      return connection
    }
  }

  /// Adds an observer of later changes to a key.
  func observe(
    _ key: SettingsKey, _ onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    let connection = connection(forKey: key)
    _ = connection.load()
    return connection.live.observe(onChange)
  }

  /// Removes an observer, or does nothing if the token is unknown.
  func removeObserver(_ token: SettingsObservationToken) {
    existingConnection(forKey: token.key)?.live.removeObserver(token)
  }
}

/// A store whose records share live values that it derives from other stores.
package protocol DerivedSettingsStore: LiveSettingsStore {
  /// The live values.
  var values: DerivedValues { get }
}

extension DerivedSettingsStore {
  package var ownsValue: Bool { false }

  package var hasLayers: Bool? { true }

  package func liveValue(forKey key: SettingsKey) -> LiveValue { values.connection(forKey: key).live }

  package func load(_ live: LiveValue) -> LiveValue.Snapshot { values.connection(forKey: live.key).load() }

  package func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) throws -> SettingsRevision? {
    try values.connection(forKey: live.key).write(value, onCommit: onCommit)
  }

  package func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void
  ) throws -> Bool {
    try values.connection(forKey: live.key).compareExchange(expected: expected, desired: value, onCommit: onCommit)
  }

  package func holds(_ value: SettingsValue?, of live: LiveValue) -> Bool {
    values.connection(forKey: live.key).holds(value, of: live)
  }

  package func didWrite(_ value: SettingsValue?, to live: LiveValue) {
    values.connection(forKey: live.key).didWrite(value, to: live)
  }

  package func invalidate(_ live: LiveValue) { live.invalidate() }
}
