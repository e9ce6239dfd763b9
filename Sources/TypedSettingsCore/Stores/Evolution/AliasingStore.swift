/// A view of one key of a store that includes the older names of its setting.
///
/// The view's connection uses this key only. The value comes from the key or, if the key has none, from the first
/// older name with a value. If the value of a name is locked, it takes precedence, and all writes are refused.
final class AliasingStore: SettingsStore {
  let base: any SettingsStore
  private let key: SettingsKey
  let aliases: [SettingsKey]
  private let observers = CombinedObservers()

  /// Creates a view of a key and its older names.
  init(_ base: any SettingsStore, key: SettingsKey, aliases: [SettingsKey]) {
    self.base = base
    self.key = key
    self.aliases = aliases
  }

  /// The older names whose values a write has to remove, including a locked one, which makes the write fail.
  var storedAliases: [SettingsKey] {
    aliases.filter { alias in
      base.value(forKey: alias) != nil && (base.isWritable(alias) || base.lockError(forKey: alias) != nil)
    }
  }

  /// The name whose value is locked, if there is a value under an older name.
  ///
  /// Without such a value, the base store itself enforces a lock of the key.
  var lock: (name: SettingsKey, value: SettingsValue, error: SettingsError)? {
    guard older != nil else { return nil }
    for name in [key] + aliases {
      guard let value = base.value(forKey: name), !base.isWritable(name),
        let layer = base.layers(forKey: name).lockingLayer
      else { continue }
      return (name, value, SettingsError.locked(key, by: layer))
    }
    return nil
  }

  func value(forKey key: SettingsKey) -> SettingsValue? { lock?.value ?? base.value(forKey: key) ?? older?.value }

  func writeError(forKey key: SettingsKey) -> SettingsError? { lock?.error ?? base.writeError(forKey: key) }

  /// Returns whether the values of all names are saved, because a removal concerns the older ones too.
  func isSaved(_ key: SettingsKey) -> Bool { base.isSaved(key) && aliases.allSatisfy(base.isSaved) }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    if let lock { throw lock.error }
    if let value {
      var steps = UnsavedSteps<any Error>()
      try steps.run { try base.set(value, forKey: key) }
      cleanUp()
      try steps.finish()
    } else {
      // The key is last: until then, its value hides the values of the older names.
      var steps = UnsavedSteps<any Error>()
      try steps.run { try removeAliases() }
      try steps.run { try base.set(nil, forKey: key) }
      try steps.finish()
    }
  }

  func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool {
    if let lock { throw lock.error }
    let current = base.value(forKey: key)
    let older = current == nil ? self.older : nil
    guard current ?? older?.value == expected else { return false }
    guard let value else {
      var steps = UnsavedSteps<any Error>()
      try steps.run { try removeAliases(except: older?.key) }
      let isDone = try base.compareExchange(expected: expected, desired: nil, forKey: older?.key ?? key)
      try steps.finish()
      return isDone
    }
    guard try base.compareExchange(expected: current, desired: value, forKey: key) else { return false }
    cleanUp()
    return true
  }

  /// Adds an observer of the key and its older names.
  ///
  /// The observer may also be notified of a change that doesn't affect the value, such as the removal of an older name.
  func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void) -> SettingsObservationToken {
    let sources = ([key] + aliases).map { (store: base, key: $0) }
    return observers.observeValue(
      ofKey: key, in: self, derivedFrom: sources,
      forwarding: { [weak self] change, source in
        // A new value of the key is the setting's value, unless another name is locked.
        source == 0 && change.newValue != nil && self?.lock == nil
      }, onChange: onChange)
  }

  func removeObserver(_ token: SettingsObservationToken) { observers.remove(token) }

  /// Moves a value that is stored only under an older name to the key, and removes the values of older names.
  ///
  /// If the value of a name is locked, this method does nothing.
  ///
  /// - Returns: `true` if a value was moved.
  func adoptAliases() throws -> Bool {
    if lock != nil { return false }
    var isMoved = false
    if base.value(forKey: key) == nil, let older {
      isMoved = try base.compareExchange(expected: nil, desired: older.value, forKey: key)
    }
    try removeAliases()
    return isMoved
  }

  /// Returns the value that each layer holds for the name whose value is in effect.
  func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] {
    if let lock { return base.layers(forKey: lock.name) }
    let name = base.value(forKey: key) == nil ? older?.key ?? key : key
    return base.layers(forKey: name)
  }

  /// The first older name that has a value, and its value.
  private var older: (key: SettingsKey, value: SettingsValue)? {
    for alias in aliases {
      if let value = base.value(forKey: alias) { return (alias, value) }
    }
    return nil
  }

  /// Removes the values of older names, starting with the last name, so that no hidden value becomes visible.
  private func removeAliases(except kept: SettingsKey? = nil) throws {
    var steps = UnsavedSteps<any Error>()
    for alias in aliases.reversed() where alias != kept && base.value(forKey: alias) != nil {
      // A value in another layer can't be removed here.
      guard base.isWritable(alias) else { continue }
      try steps.run {
        do { try base.set(nil, forKey: alias) } catch { throw SettingsError.wrapping(error, key: alias) }
      }
    }
    try steps.finish()
  }

  /// Removes the values that a write has made obsolete.
  ///
  /// Because the write itself has succeeded, a failure is only reported. The next write tries again.
  func cleanUp() {
    // Without a value of the key, the values of the older names aren't obsolete: another store may have taken the place
    // of the one that was written.
    if base.value(forKey: key) == nil { return }
    do { try removeAliases() } catch {
      let error = SettingsError.wrapping(error, key: key)
      if !error.isRepeated { SettingsDiagnostics.report(error) }
    }
  }
}
