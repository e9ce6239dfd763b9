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
    /// The value is written to a draft, which keeps account of refused assignments.
    static let draft = Detours(rawValue: 4)
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
  ///   - valueType: The type of the setting's values.
  ///   - makeCheck: Makes the function that returns why a stored value can't be used; evaluated only for a store that
  ///     decides between several values.
  @usableFromInline
  package init(
    _ key: SettingsKey, traits: SettingsTrait = [], aliases: [String],
    announcesWrites: Bool = false, version: Int?,
    migrations: () -> [SettingsMigration], valueType: Any.Type? = nil,
    makeCheck: () -> @Sendable (SettingsValue) -> SettingsError? = { { _ in nil } }
  ) {
    var store = PreferenceContext.store.store(forKey: key, traits: traits)
    if traits.contains(.transient) { store = TransientValues.store(for: store) }
    var isResolved = false
    var names: [SettingsKey] = []
    if store is any ResolvingStore || !aliases.isEmpty {
      let declaration = ResolvableSetting(key: key, traits: traits, aliases: aliases, issue: makeCheck())
      names = declaration.aliases
      isResolved = store.resolve(declaration)
    }
    var connection: any SettingConnection
    if !names.isEmpty {
      live = LiveValue(unknown: key)
      connection = AliasingConnection(store: store, live: live, aliases: names, isResolved: isResolved)
    } else if let store = store as? any LiveSettingsStore {
      live = store.liveValue(forKey: key)
      connection = store
    } else {
      live = LiveValue(unknown: key)
      connection = ObservingConnection(store: store, live: live)
    }
    if let valueType, !live.declare(valueType) { SettingsDiagnostics.report(.sharedKey(key, by: valueType)) }
    if let version, !traits.contains(.transient) {
      connection = VersionedConnection(connection, domain: key.domain, version: version, migrations: migrations)
    }
    if let refusal = store.refusal(ofKey: key, traits: traits) {
      connection = RefusingConnection(connection, refusal: refusal)
    }
    self.connection = connection
    var detours: Detours = connection.hasLayers ? .layers : []
    if announcesWrites { detours.insert(.announcement) }
    if store is DraftStore { detours.insert(.draft) }
    self.detours = detours
  }

  /// The value now, asked from the store if it is not known.
  package func load() -> LiveValue.Snapshot { connection.load(live) }

  /// Changes the value.
  ///
  /// - Parameters:
  ///   - value: The value; `nil` removes the key.
  ///   - origin: Where the change comes from.
  ///   - onCommit: Called with the number of the revision when the value is in place, before observers are notified.
  /// - Throws: The error of the store.
  @usableFromInline
  package func change(
    to value: SettingsValue?, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void = { _ in }
  ) throws(SettingsError) {
    if !detours.isEmpty { return try changeWithDetours(to: value, origin: origin, onCommit: onCommit) }
    // Asked here already, so that an equal write ends before it has gone all the way to the store.
    if live.holds(value) { return }
    do { _ = try connection.write(value, to: live, origin: origin, onCommit: onCommit) } catch {
      throw .wrapping(error, key: live.key)
    }
  }

  private func changeWithDetours(
    to value: SettingsValue?, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) throws(SettingsError) {
    if detours.contains(.draft) { (connection.store as? DraftStore)?.accept(live.key) }
    if !detours.contains(.layers), live.holds(value) { return }
    _ = try announcing(value, origin: origin) {
      try connection.write(value, to: live, origin: origin, onCommit: onCommit)
    }
  }

  /// Changes the value if it is the expected one.
  ///
  /// - Parameters:
  ///   - expected: The value that the key must have.
  ///   - value: The new value; `nil` removes the key.
  ///   - onCommit: Called with the number of the revision when the value is in place, before observers are notified.
  /// - Returns: Whether the value was the expected one.
  /// - Throws: The error of the store.
  package func exchange(
    _ expected: SettingsValue?, for value: SettingsValue?, onCommit: (UInt64) -> Void = { _ in }
  ) throws(SettingsError) -> Bool {
    try announcing(value, origin: value == nil ? .reset : .local) {
      try connection.exchange(expected, for: value, of: live, onCommit: onCommit) ? true : nil
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

  /// Takes notice of a write that was refused in a place that can't throw.
  @usableFromInline
  func report(refusal error: SettingsError) {
    if error.isRepeated { return }
    guard let draft = connection.store as? DraftStore else { return SettingsDiagnostics.report(error) }
    draft.refuse(error, forKey: live.key)
  }

  private func withdraw(_ announced: SettingsValue?) {
    let snapshot = connection.load(live)
    if snapshot.value != announced { live.announce(snapshot.value, origin: .local) }
  }

  /// Forgets what is known of the value, where the store is what knows it.
  package func forget() { connection.forget(live) }
}

extension SettingsError.Code {
  /// Settings of different types have the same key, so each reads what the other one writes.
  public static let keyCollision = Self(rawValue: "keyCollision")
}

extension SettingsError {
  fileprivate static func sharedKey(_ key: SettingsKey, by type: Any.Type) -> SettingsError {
    SettingsError(
      .keyCollision, key: key, found: "a setting of the type '\(type)' with the key of a setting of another type",
      advice: "give one of them another 'key:', or its group another 'keyPrefix:' or 'domain:'")
  }
}
