/// What ties a record to its key in a store: the live value, and the connection that changes it.
@usableFromInline
package struct SettingLink: Sendable {
  package let connection: any SettingConnection
  @usableFromInline package let live: LiveValue
  /// What makes a write more than handing a value to the connection.
  ///
  /// One byte, because a link is taken apart to be passed on: each further property costs every write some instructions.
  private struct Detours: OptionSet {
    let rawValue: UInt8

    /// A write of the present value may still be one, because the value can come from another layer.
    static let layers = Detours(rawValue: 1)
    /// Those who want to know hear of a write before the store does.
    static let announcement = Detours(rawValue: 2)
  }

  private let detours: Detours

  /// Whether a write of the value that is there is none: it comes from no other layer, and nobody is told beforehand.
  @usableFromInline var isDirect: Bool { detours.isEmpty }

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
    var store = PreferenceContext.store.store(forKey: key, traits: traits)
    if traits.contains(.transient) { store = TransientValues.store(for: store) }
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
    if let version, !traits.contains(.transient) {
      connection = VersionedConnection(connection, domain: key.domain, version: version, migrations: migrations)
    }
    if let refusal = store.refusal(ofKey: key, traits: traits) {
      connection = RefusingConnection(connection, refusal: refusal)
    }
    self.connection = connection
    var detours: Detours = connection.hasLayers ? .layers : []
    if announcesWrites { detours.insert(.announcement) }
    self.detours = detours
  }

  /// The value now, asked from the store if it is not known.
  package func load() -> LiveValue.Snapshot { connection.load(live) }

  /// Changes the value.
  ///
  /// - Returns: The number of the revision of the change, or zero if the value was held already or is another by now.
  @usableFromInline
  package func change(to value: SettingsValue?, origin: SettingsChange.Origin) throws(SettingsError) -> UInt64 {
    if !detours.isEmpty { return try changeWithDetours(to: value, origin: origin) }
    // Asked here already, so that an equal write ends before it has gone all the way to the store.
    if live.holds(value) { return 0 }
    do { return try connection.write(value, to: live, origin: origin)?.number ?? 0 } catch {
      throw .wrapping(error, key: live.key)
    }
  }

  private func changeWithDetours(
    to value: SettingsValue?, origin: SettingsChange.Origin
  ) throws(SettingsError) -> UInt64 {
    if !detours.contains(.layers), live.holds(value) { return 0 }
    return try announcing(value, origin: origin) {
      try connection.write(value, to: live, origin: origin)?.number
    } ?? 0
  }

  /// Changes the value if it is the expected one.
  ///
  /// - Returns: Whether the value was the expected one.
  package func exchange(_ expected: SettingsValue?, for value: SettingsValue?) throws(SettingsError) -> Bool {
    try announcing(value, origin: value == nil ? .reset : .local) {
      try connection.exchange(expected, for: value, of: live) ? true : nil
    } ?? false
  }

  /// Tells those who want to know of a write before it is made, and if it was not made, of what the value is after all.
  private func announcing<Result>(
    _ value: SettingsValue?, origin: SettingsChange.Origin, _ write: () throws -> Result?
  ) throws(SettingsError) -> Result? {
    let announces = detours.contains(.announcement)
    if announces { live.announce(value, origin: origin) }
    var result: Result?
    defer { if announces, result == nil { withdraw(value) } }
    do { result = try write() } catch { throw .wrapping(error, key: live.key) }
    return result
  }

  private func withdraw(_ announced: SettingsValue?) {
    let snapshot = connection.load(live)
    if snapshot.value != announced { live.announce(snapshot.value, origin: .local) }
  }

  /// Forgets what is known of the value, where the store is what knows it.
  package func forget() { connection.forget(live) }
}
