/// One key of a store, seen together with the older names of its setting.
///
/// Its connection asks for this key alone. What the key holds counts; while it holds nothing, what the first of the
/// older names holds that holds anything.
final class AliasingStore: SettingsStore {
  let base: any SettingsStore
  private let key: SettingsKey
  let aliases: [SettingsKey]
  private let observers = CombinedObservers()

  /// Adds older names to a key.
  init(_ base: any SettingsStore, key: SettingsKey, aliases: [SettingsKey]) {
    self.base = base
    self.key = key
    self.aliases = aliases
  }

  /// The older names that hold a value and may be written.
  var storedAliases: [SettingsKey] { aliases.filter { base.value(forKey: $0) != nil && base.isWritable($0) } }

  func value(forKey key: SettingsKey) -> SettingsValue? { base.value(forKey: key) ?? older?.value }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    if let value {
      var steps = UnsavedSteps()
      try steps.run { try base.set(value, forKey: key) }
      cleanUp()
      try steps.finish()
    } else {
      // The key comes last: until then its value hides that of the older names.
      var steps = UnsavedSteps()
      try steps.run { try removeAliases() }
      try steps.run { try base.set(nil, forKey: key) }
      try steps.finish()
    }
  }

  func exchange(_ expected: SettingsValue?, for value: SettingsValue?, forKey key: SettingsKey) throws -> Bool {
    let present = base.value(forKey: key)
    let older = present == nil ? self.older : nil
    guard present ?? older?.value == expected else { return false }
    guard let value else {
      var steps = UnsavedSteps()
      try steps.run { try removeAliases(butFor: older?.key) }
      let isDone = try base.exchange(expected, for: nil, forKey: older?.key ?? key)
      try steps.finish()
      return isDone
    }
    guard try base.exchange(present, for: value, forKey: key) else { return false }
    cleanUp()
    return true
  }

  /// Observes the key and its older names.
  ///
  /// The observer may also hear of a change that leaves the value as it is, such as the removal of an older name.
  func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void) -> SettingsObservationToken {
    observers.observe(key, in: ([key] + aliases).map { (store: base, key: $0) }) { [weak self] change, source in
      // What the key got is the value. Any other change is only a reason to look, so it carries no revision.
      if source == 0, change.value != nil { return onChange(change) }
      guard let self else { return }
      onChange(SettingsChange(key: key, value: self.value(forKey: key), origin: change.origin))
    }
  }

  func removeObserver(_ token: SettingsObservationToken) { observers.remove(token) }

  /// Moves a value that is present only under an older name to the key, and removes what older names still hold.
  ///
  /// - Returns: Whether a value was moved.
  func adoptAliases() throws -> Bool {
    var isMoved = false
    if base.value(forKey: key) == nil, let older {
      isMoved = try base.exchange(nil, for: older.value, forKey: key)
    }
    try removeAliases()
    return isMoved
  }

  /// What each layer holds under the key, or where none does, under the first older name that has a value.
  func layers() -> [SettingsLayerValue] {
    let name = base.value(forKey: key) == nil ? older?.key ?? key : key
    return base.layers(forKey: name)
  }

  /// The first of the older names that holds a value.
  private var older: (key: SettingsKey, value: SettingsValue)? {
    for alias in aliases {
      if let value = base.value(forKey: alias) { return (alias, value) }
    }
    return nil
  }

  /// Removes what the older names hold, the last name first, so that no value comes to light that was hidden.
  private func removeAliases(butFor kept: SettingsKey? = nil) throws {
    var steps = UnsavedSteps()
    for alias in aliases.reversed() where alias != kept && base.value(forKey: alias) != nil {
      // What another layer holds under it is not this setting's to remove.
      guard base.isWritable(alias) else { continue }
      try steps.run {
        do { try base.set(nil, forKey: alias) } catch { throw SettingsError.wrapping(error, key: alias) }
      }
    }
    try steps.finish()
  }

  /// Removes what a write has made out of date.
  ///
  /// The write itself has succeeded, so failure is reported; the next write tries again.
  func cleanUp() {
    do { try removeAliases() } catch {
      let error = SettingsError.wrapping(error, key: key)
      if !error.isRepeated { SettingsDiagnostics.report(error) }
    }
  }
}

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
