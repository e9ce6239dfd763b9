/// What ties a record to its key in a store: the live value, and the connection that changes it.
@usableFromInline
package struct SettingLink: Sendable {
  package let connection: any SettingConnection
  @usableFromInline package let live: LiveValue
  private let hasLayers: Bool
  private let announcesWrites: Bool

  /// Ties a key to the current store.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - traits: The traits of the setting; the store may depend on them.
  ///   - aliases: Older names of the key in its domain.
  ///   - announcesWrites: Whether those who want to know hear of a write before the store does.
  ///   - version: The version that the values of the domain are to have.
  ///   - migrations: What brings older values to that version; evaluated once for each store and domain.
  @usableFromInline
  package init(
    _ key: SettingsKey, traits: SettingsTrait = [], aliases: [String],
    announcesWrites: Bool = false, version: Int?,
    migrations: () -> [SettingsMigration]
  ) {
    let store = PreferenceContext.store.store(forKey: key, traits: traits)
    var connection: any SettingConnection
    if !aliases.isEmpty {
      live = LiveValue(unknown: key)
      connection = AliasingConnection(store: store, live: live, aliases: aliases)
    } else if let store = store as? any LiveSettingsStore {
      live = store.liveValue(forKey: key)
      connection = store
    } else {
      live = LiveValue(unknown: key)
      connection = ObservingConnection(store: store, live: live)
    }
    if let version {
      connection = VersionedConnection(connection, domain: key.domain, version: version, migrations: migrations)
    }
    if let refusal = store.refusal(ofKey: key, traits: traits) {
      connection = RefusingConnection(connection, refusal: refusal)
    }
    self.connection = connection
    hasLayers = connection.hasLayers
    self.announcesWrites = announcesWrites
  }

  /// The value now, asked from the store if it is not known.
  package func load() -> LiveValue.Snapshot { connection.load(live) }

  /// Changes the value.
  ///
  /// - Returns: The number of the revision of the change, or zero if the value was held already or is another by now.
  @usableFromInline
  package func change(to value: SettingsValue?, origin: SettingsChange.Origin) throws(SettingsError) -> UInt64 {
    // Asked here already, so that an equal write ends before it has gone all the way to the store.
    if !hasLayers, live.holds(value) { return 0 }
    if announcesWrites { live.announce(value, origin: origin) }
    do {
      let revision = try connection.write(value, to: live, origin: origin)
      if announcesWrites, revision == nil { withdraw(value) }
      return revision?.number ?? 0
    } catch {
      if announcesWrites { withdraw(value) }
      throw .wrapping(error, key: live.key)
    }
  }

  /// Changes the value if it is the expected one.
  ///
  /// - Returns: Whether the value was the expected one.
  package func exchange(_ expected: SettingsValue?, for value: SettingsValue?) throws(SettingsError) -> Bool {
    if announcesWrites { live.announce(value, origin: value == nil ? .reset : .local) }
    do {
      let isDone = try connection.exchange(expected, for: value, of: live)
      if announcesWrites, !isDone { withdraw(value) }
      return isDone
    } catch {
      if announcesWrites { withdraw(value) }
      throw .wrapping(error, key: live.key)
    }
  }

  /// Tells those who have heard of a write what the value is after all.
  private func withdraw(_ announced: SettingsValue?) {
    let snapshot = connection.load(live)
    if snapshot.value != announced { live.announce(snapshot.value, origin: .local) }
  }

  /// Forgets what is known of the value, where the store is what knows it.
  package func forget() { connection.forget(live) }
}
