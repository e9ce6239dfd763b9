public import TypedSettingsCore

extension SettingsSync {
  /// The entries of a setting, the one that prevails first.
  struct LastEntries: Sendable {
    /// The key of the setting in messages.
    let key: SettingsKey
    let entries: [SyncEntry]
  }

  /// Returns the last change of a setting by each device, of those that this device has received.
  ///
  /// The first one is in effect, unless ``refusals`` has a reason why it can't be; the others follow, the latest first.
  /// A device receives the changes that are in effect on another one, so it may not know all of them. Of a secret
  /// setting, there's only the change in effect. Changes of a newer version of the program are left out.
  ///
  /// ```swift
  /// for change in sync.lastChanges(of: settings.$volume) {
  ///   let device = sync.devices.first { $0.id == change.replica }
  ///   print(change, change.date, device?.name ?? "another device")
  /// }
  /// ```
  ///
  /// The changes are loaded when ``run()`` starts, and kept with the state of synchronization.
  ///
  /// - Parameter setting: The setting.
  /// - Returns: The changes, of at most 17 devices; none for a setting that isn't synchronized.
  public func lastChanges(of setting: any Setting) -> [SyncChange] {
    guard let last = shared.withLock({ $0.lastEntries[setting.key] }),
      let description = settings.description(of: last.key)
    else { return [] }
    return last.entries.compactMap { entry in
      do throws(SettingsError) {
        return try SyncChange(entry, forKey: last.key, of: description) { content throws(SettingsError) in
          try settings.value(of: content, forKey: last.key)
        }
      } catch {
        // The value is one of a newer version, or can't be read at present.
        return nil
      }
    }
  }

  /// Sets a setting to the value of a change again, on all devices.
  ///
  /// ```swift
  /// for await conflict in sync.conflicts { try sync.restore(conflict.loser) }
  /// ```
  ///
  /// It's a new change of this device. A value of an older version of the program is migrated.
  ///
  /// - Parameter change: A change of ``lastChanges(of:)`` or of a conflict.
  /// - Throws: `SettingsError` if the setting can't have the value, for example one that breaks a rule, if it isn't
  ///   synchronized, or if another writer doesn't stop changing it. Nothing is changed then.
  public func restore(_ change: SyncChange) throws(SettingsError) {
    guard settings.description(of: change.messageKey)?.key == change.key else {
      throw SettingsError(
        .syncRefused, key: change.key, found: "a change of a setting that isn't synchronized",
        advice: "restore it with the synchronization that it's from")
    }
    try settings.set([change.messageKey: change.content], origin: .local)
  }
}

extension SyncSession {
  /// Publishes the last changes of settings.
  func publishChanges(of keys: some Sequence<SettingsKey>) {
    let published = keys.compactMap { key in settings.description(of: key).map { (key, $0) } }
    if published.isEmpty { return }
    let memory = engine.memory
    sync.shared.withLock { shared in
      for (key, setting) in published {
        shared.lastEntries[setting.key] = memory.state[key].map { winner in
          // A setting may be secret in this version of the program only.
          let former = setting.isSecret ? [] : memory.formerEntries[key]
          let others = former.filter { $0.stamp.replica != winner.stamp.replica }
          return SettingsSync.LastEntries(key: key, entries: [winner] + others)
        }
      }
    }
  }
}
