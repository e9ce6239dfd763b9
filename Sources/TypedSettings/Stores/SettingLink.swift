/// A link between a record and its key in a store: the live value, and the connection that changes it.
@usableFromInline
package struct SettingLink: Sendable {
  package let connection: any SettingConnection
  @usableFromInline package let live: LiveValue
  /// The additional steps that a write requires.
  ///
  /// The set takes one byte, because a link is passed property by property, and each one costs every write some
  /// instructions.
  private struct WriteSteps: OptionSet {
    let rawValue: UInt8

    /// Writes the current value too, because that value can come from another layer.
    static let layers = WriteSteps(rawValue: 1)
    /// Announces the write before the store receives it.
    static let announcement = WriteSteps(rawValue: 2)
    /// Updates the draft, which tracks refused assignments.
    static let draft = WriteSteps(rawValue: 4)
  }

  private let writeSteps: WriteSteps

  /// A Boolean value that indicates whether a write needs no additional steps, and a write of the current value none.
  @usableFromInline var isDirect: Bool { writeSteps.isEmpty }

  /// Creates a link between a key and the current store.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - traits: The traits of the setting; the store may depend on them.
  ///   - aliases: The older names of the key in its domain.
  ///   - announcesWrites: Pass `true` to announce writes before the store receives them.
  ///   - version: The required version of the domain's values.
  ///   - migrations: The migrations to that version; evaluated once for each store and domain.
  ///   - valueType: The type of the setting's values.
  ///   - makeCheck: A closure that creates the function that returns why a stored value can't be used. It's evaluated
  ///     only for a store that decides between several values.
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
    var writeSteps: WriteSteps = connection.hasLayers ? .layers : []
    if announcesWrites { writeSteps.insert(.announcement) }
    if store is DraftStore { writeSteps.insert(.draft) }
    self.writeSteps = writeSteps
  }

  /// Returns the current value, which it reads from the store if it isn't cached.
  package func load() -> LiveValue.Snapshot { connection.load(live) }

  /// Sets or removes the value.
  ///
  /// - Parameters:
  ///   - value: The value, or `nil` to remove the key.
  ///   - origin: The origin of the change.
  ///   - onCommit: A closure that receives the revision number after the commit, before observers are notified.
  /// - Throws: The error of the store.
  @usableFromInline
  package func change(
    to value: SettingsValue?, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void = { _ in }
  ) throws(SettingsError) {
    if !writeSteps.isEmpty { return try changeWithSteps(to: value, origin: origin, onCommit: onCommit) }
    // Checking here lets an equal write return without a call to the store.
    if live.holds(value) { return }
    do { _ = try connection.write(value, to: live, origin: origin, onCommit: onCommit) } catch {
      throw .wrapping(error, key: live.key)
    }
  }

  private func changeWithSteps(
    to value: SettingsValue?, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) throws(SettingsError) {
    if writeSteps.contains(.draft) { (connection.store as? DraftStore)?.accept(live.key) }
    if !writeSteps.contains(.layers), live.holds(value) { return }
    _ = try announcing(value, origin: origin) {
      try connection.write(value, to: live, origin: origin, onCommit: onCommit)
    }
  }

  /// Replaces the value if it's the expected one.
  ///
  /// - Parameters:
  ///   - expected: The value that the key must have.
  ///   - value: The new value, or `nil` to remove the key.
  ///   - onCommit: A closure that receives the revision number after the commit, before observers are notified.
  /// - Returns: `true` if the key had the expected value.
  /// - Throws: The error of the store.
  package func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, onCommit: (UInt64) -> Void = { _ in }
  ) throws(SettingsError) -> Bool {
    try announcing(value, origin: value == nil ? .reset : .local) {
      try connection.compareExchange(expected: expected, desired: value, of: live, onCommit: onCommit) ? true : nil
    } ?? false
  }

  /// Announces a write before it's made, and announces the current value again if the write wasn't made.
  private func announcing<Result>(
    _ value: SettingsValue?, origin: SettingsChange.Origin, _ write: () throws -> Result?
  ) throws(SettingsError) -> Result? {
    let announces = writeSteps.contains(.announcement)
    if announces { live.announce(value, origin: origin) }
    var result: Result?
    defer { if announces, result == nil { withdraw(value) } }
    do { result = try write() } catch { throw .wrapping(error, key: live.key) }
    return result
  }

  /// Reports a write that was refused in a context that can't throw.
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

  /// Discards the cached value, unless the live value is the store's own.
  package func invalidate() { connection.invalidate(live) }
}

extension SettingsError.Code {
  /// Settings of different types have the same key, so each reads the values that the other one writes.
  public static let keyCollision = Self(rawValue: "keyCollision")
}

extension SettingsError {
  fileprivate static func sharedKey(_ key: SettingsKey, by type: Any.Type) -> SettingsError {
    SettingsError(
      .keyCollision, key: key, found: "a setting of type '\(type)' with the key of a setting of another type",
      advice: "give one of them another 'key:', or its group another 'keyPrefix:' or 'domain:'")
  }
}
