package import TypedSettingsCore

extension SyncEngine {
  /// Compares the contents of all declared settings with the saved state, when synchronization starts.
  ///
  /// - Parameters:
  ///   - contents: The contents of the writable layer for all declared settings that can be read.
  ///   - changed: The settings that this process has changed before, after the migrations of their values.
  ///   - times: The times at which settings were changed; others were changed now.
  ///   - isPartial: Pass `true` if some settings can't be read; ``resume(_:recovered:isPartial:at:)`` compares them.
  ///   - now: The wall clock in milliseconds.
  /// - Returns: The effects of the differences.
  package mutating func start(
    _ contents: [SettingsKey: SyncContent], changed: Set<SettingsKey> = [], times: [SettingsKey: UInt64] = [:],
    isPartial: Bool = false, at now: UInt64
  ) -> [SyncEffect] {
    compare(contents, changed: changed, times: times, isPartial: isPartial, at: now) + retry()
      + publish(renewDevice(at: now))
  }

  /// Compares the contents of settings that couldn't be read until now.
  ///
  /// A store that couldn't read its values can have replaced them with earlier ones. Such a value isn't an edit: the
  /// setting joins the group again.
  ///
  /// - Parameters:
  ///   - contents: The contents, including the contents of all settings in a unit with them.
  ///   - recovered: The settings that still have the content that their store had while it couldn't be read.
  ///   - isPartial: Pass `true` if other settings still can't be read.
  ///   - now: The wall clock in milliseconds.
  /// - Returns: The effects of the differences.
  package mutating func resume(
    _ contents: [SettingsKey: SyncContent], recovered: Set<SettingsKey>, isPartial: Bool, at now: UInt64
  ) -> [SyncEffect] {
    let former = memory.state
    let lost = recovered.filter { key in
      memory.records[key].map { $0.digest != contents[key]?.digest } ?? false
    }
    for key in lost { forget(key) }
    var effects = compare(contents, changed: [], times: [:], isPartial: isPartial, at: now)
    let changed = contents.keys.filter { memory.state[$0] != former[$0] }
    // The hash of the state doesn't change when a value becomes readable.
    if !changed.isEmpty { putRoots = [:] }
    effects += retry(Array(contents.keys)) + publish(changed)
    // Other devices may have the contents of the lost entries.
    if !lost.isEmpty { effects += restart() }
    return effects
  }

  /// Removes the record of a setting whose value was lost, and its entry if only the store had its content.
  private mutating func forget(_ key: SettingsKey) {
    memory.records[key] = nil
    guard let entry = memory.state[key], entry.content.isUnread else { return }
    if entry.stamp.replica == memory.replica { memory.lostStamps[key] = entry.stamp }
    memory.state[key] = nil
  }

  /// Compares contents with the saved state.
  private mutating func compare(
    _ contents: [SettingsKey: SyncContent], changed: Set<SettingsKey>, times: [SettingsKey: UInt64], isPartial: Bool,
    at now: UInt64
  ) -> [SyncEffect] {
    // The changes precede what is merged below, so that they're stamped by the clock of the saved state.
    let clock = memory.clock
    var edited: [SettingsKey: SyncContent] = [:]
    // Another version of the program has written their records, which therefore can't show the changes.
    let updated = changed.filter { key in
      memory.records[key].map { $0.version < version(ofKey: key) } ?? isRestored
    }
    if rules.contains(.formerKeys) { reviveRecords(of: contents) }
    let reports =
      adoptRenamed(contents, at: now) + mergeRenamed(memory.state.entries.keys, at: now, isStart: true).effects
    for (key, content) in contents where declarations[key] != nil {
      if let entry = memory.state[key], entry.content.isUnread, entry.digest == content.digest {
        memory.state[key] = entry.replacing(content)
      }
      if updated.contains(key) {
        edited[key] = content
      } else if memory.records[key] == nil {
        begin(key, content)
      } else if isEdited(key, content) {
        edited[key] = content
      } else if let loser = memory.unreadLosers[key] {
        memory.unreadLosers[key] = loser.replacing(content)
      }
    }
    adoptUnits(contents, at: now)
    if !isPartial {
      memory.unsavedEntries = [:]
      // A setting that is no longer declared becomes an unknown key.
      for key in memory.records.keys where declarations[key] == nil { memory.retire(key) }
    }
    let merged = memory.clock
    memory.clock = clock
    let (_, conflicts) = write(edited, contents, times, at: now)
    memory.clock.advance(to: merged)
    return reports + conflicts + settleUnread(contents.keys) + [.save]
  }

  /// Continues the records of settings that are declared again, and whose values haven't changed since.
  ///
  /// An earlier version of the program may have written another entry under a former name in the meantime. It replaces
  /// the value, which would otherwise count as an edit.
  private mutating func reviveRecords(of contents: [SettingsKey: SyncContent]) {
    for (key, content) in contents where memory.records[key] == nil && declarations[key] != nil {
      guard let record = memory.retired.removeValue(forKey: key), record.digest == content.digest else { continue }
      memory.records[key] = record
    }
  }

  /// Compares the content of a setting with its record.
  ///
  /// - Returns: `true` if the setting was edited, which has to be stamped.
  private mutating func isEdited(_ key: SettingsKey, _ content: SyncContent) -> Bool {
    let record = memory.records[key, default: .init()]
    let declared = version(ofKey: key)
    defer { memory.records[key]?.version = declared }
    // Nothing has changed, or the entry has yet to be applied.
    if record.digest == content.digest { return false }
    if let entry = memory.state[key], entry.stamp != record.stamp, entry.digest == content.digest,
      entry.version <= declared || content == .reset
    {
      // The process exited between applying the entry and saving that.
      if isForm(entry, ofContentWith: content.digest, forKey: key) {
        reflect(entry, forKey: key, digest: content.digest)
      } else {
        // The bytes of the older form can mean another value now, so the entry is applied again.
        memory.records[key]?.digest = content.digest
      }
      return false
    }
    if let entry = memory.state[key], record.version < declared {
      // A newer version of the program has migrated the value, which isn't a change.
      guard entry.stamp == record.stamp else {
        // The entry that has waited for this version replaces it.
        memory.records[key]?.digest = content.digest
        return false
      }
      memory.state[key] = SyncEntry(
        stamp: entry.stamp, basis: entry.basis, content: content, version: declared,
        flags: flags(ofKey: key).union(entry.flags.intersection(.renamed)), unit: entry.unit)
      memory.records[key]?.digest = content.digest
      return false
    }
    if !rules.contains(.digests) { memory.records[key]?.digest = content.digest }
    return rules.contains(.digests)
  }

  /// Adds a setting while the engine runs, or updates its declaration.
  ///
  /// - Parameters:
  ///   - key: The key of the setting.
  ///   - declaration: The properties of the setting.
  ///   - content: The content of the setting.
  ///   - now: The wall clock in milliseconds.
  /// - Returns: The effects.
  package mutating func declare(
    _ key: SettingsKey, _ declaration: SyncDeclaration, _ content: SyncContent, at now: UInt64
  ) -> [SyncEffect] {
    declarations[key] = declaration
    if memory.records[key] == nil {
      if !isRestored {
        // Values whose state was lost are from before synchronization.
        begin(key, content)
        return [.save] + publish([key]) + retry([key])
      }
      // The program has set a value after the replica was created.
      memory.records[key] = .init()
    } else if !isEdited(key, content) {
      return [.save] + publish([key]) + retry([key])
    }
    return edit([key: content], at: now) + retry([key])
  }

  /// Stamps the local changes of settings, in the order in which they were made.
  ///
  /// - Parameters:
  ///   - contents: The contents of settings that may have changed, and of all settings in a unit with them.
  ///   - times: The times at which settings were changed; others were changed now.
  ///   - now: The wall clock in milliseconds.
  /// - Returns: The effects of the changes.
  package mutating func edit(
    _ contents: [SettingsKey: SyncContent], times: [SettingsKey: UInt64] = [:], at now: UInt64
  ) -> [SyncEffect] {
    let edited = contents.filter { key, content in
      declarations[key] != nil && memory.records[key, default: .init()].digest != content.digest
    }
    if edited.isEmpty { return [] }
    let (keys, conflicts) = write(edited, contents, times, at: now)
    // A conflict is reported first, so that a crash can only lead to a second report.
    return conflicts + [.save] + publish(keys + renewDevice(at: now))
  }

  /// Starts to synchronize a setting that may have a value already.
  private mutating func begin(_ key: SettingsKey, _ content: SyncContent) {
    memory.records[key] = .init(version: version(ofKey: key))
    guard let entry = memory.state[key] else {
      if case .value = content { writeFirst(key, content) }
      return
    }
    if isForm(entry, ofContentWith: content.digest, forKey: key) {
      return reflect(entry, forKey: key, digest: content.digest)
    }
    memory.records[key]?.digest = content.digest
    if case .value = content { memory.snapshot[key] = SyncVersionedContent(content, version: version(ofKey: key)) }
  }

  /// Stamps a value from before synchronization.
  private mutating func writeFirst(_ key: SettingsKey, _ content: SyncContent) {
    let stamp = SyncStamp.lowest(of: writer)
    // Without the tag of a unit, so that values that a group has set one by one prevail.
    memory.state[key] = entry(content, forKey: key, stamp: stamp, basis: nil, unit: nil)
    memory.records[key] = .init(digest: content.digest, stamp: stamp, version: version(ofKey: key))
  }

  /// Stamps the unset members of units of which a member has a value from before synchronization.
  private mutating func adoptUnits(_ contents: [SettingsKey: SyncContent], at now: UInt64) {
    if rules.contains(.units) {
      for (key, declaration) in declarations where memory.state[key] == nil {
        let isFirst = declaration.unit.contains { memory.state[$0].map { $0.stamp == .lowest(of: writer) } ?? false }
        if isFirst { writeFirst(key, contents[key] ?? .reset) }
      }
    }
    if rules.contains(.lowestStamps) { return }
    for (key, content) in contents where memory.records[key]?.stamp?.isLowest == true {
      write([key: content], [:], [:], at: now)
    }
  }

  /// Stamps contents in the order in which they were changed.
  ///
  /// - Returns: The stamped keys, and the conflicts with entries that the store didn't reflect.
  @discardableResult
  private mutating func write(
    _ edited: [SettingsKey: SyncContent], _ contents: [SettingsKey: SyncContent], _ times: [SettingsKey: UInt64],
    at now: UInt64
  ) -> (keys: [SettingsKey], conflicts: [SyncEffect]) {
    let times = rules.contains(.changeTimes) ? times : [:]
    var done: Set<SettingsKey> = []
    var changes: [(time: UInt64, key: SettingsKey, unit: [SettingsKey])] = []
    for key in edited.keys.sorted(by: SettingsKey.isInSyncOrder) where !done.contains(key) {
      let unit = unit(of: key)
      done.formUnion(unit)
      // The settings of a unit are stamped together, with the time of the last change. A clock that was set back since
      // counts as it is now.
      let last = unit.compactMap { edited[$0] == nil ? nil : times[$0] ?? now }.max() ?? now
      changes.append((min(last, now), key, unit))
    }
    changes.sort { $0.time == $1.time ? SettingsKey.isInSyncOrder($0.key, $1.key) : $0.time < $1.time }
    var (keys, conflicts): ([SettingsKey], [SyncEffect]) = ([], [])
    for (time, key, unit) in changes {
      let last = unit.compactMap { memory.state[$0]?.stamp }.max()
      let stamp = memory.clock.stamp(
        at: time, of: writer, over: last, isBounded: rules.contains(.boundedClock))
      let tag = unitTags(of: key).min { $0.rawValue < $1.rawValue }
      for member in unit {
        if declarations[member] != nil, let content = edited[member] ?? contents[member] {
          conflicts += write(content, forKey: member, stamp: stamp, unit: tag)
        } else {
          restamp(member, stamp, unit: tag)
        }
        keys.append(member)
      }
    }
    return (keys, conflicts)
  }

  private mutating func write(
    _ content: SyncContent, forKey key: SettingsKey, stamp: SyncStamp, unit: SyncUnitTag?
  ) -> [SyncEffect] {
    let basis = memory.records[key]?.basis
    let new = entry(content, forKey: key, stamp: stamp, basis: basis, unit: unit)
    let former = memory.state[key]
    memory.state[key] = new
    memory.records[key] = .init(digest: content.digest, stamp: stamp, basis: basis, version: version(ofKey: key))
    prune(key)
    guard let former else { return [] }
    keepFormer(former, forKey: key, replacedBy: new)
    guard isConflict(former, with: new) else { return [] }
    return [.conflict(SyncCollision(key: key, winner: new, loser: former))]
  }

  /// Stamps the entry of a member of a unit whose content in the store isn't known.
  ///
  /// An entry that the store doesn't reflect still waits to be applied.
  private mutating func restamp(_ key: SettingsKey, _ stamp: SyncStamp, unit: SyncUnitTag?) {
    guard let entry = memory.state[key] else { return }
    memory.state[key] = entry.restamped(stamp, unit: unit)
    if memory.records[key]?.stamp == entry.stamp { memory.records[key]?.stamp = stamp }
  }

  func version(ofKey key: SettingsKey) -> UInt32 { declarations[key]?.version ?? 0 }

  /// Returns a Boolean value that indicates whether an entry has the same value as the store.
  ///
  /// Equal contents of different versions can be different values; a reset is the same in all versions.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - digest: The digest of the store's content.
  ///   - key: The key of the setting.
  /// - Returns: `true` if the entry has nothing to be applied.
  func isForm(_ entry: SyncEntry, ofContentWith digest: UInt64, forKey key: SettingsKey) -> Bool {
    entry.digest == digest && (entry.content == .reset || entry.version == version(ofKey: key))
  }

  private func entry(
    _ content: SyncContent, forKey key: SettingsKey, stamp: SyncStamp, basis: SyncStamp?, unit: SyncUnitTag?
  ) -> SyncEntry {
    SyncEntry(
      stamp: stamp, basis: basis, content: content, version: version(ofKey: key), flags: flags(ofKey: key), unit: unit)
  }

  func flags(ofKey key: SettingsKey) -> SyncEntryFlags { declarations[key]?.isSecret == true ? .secret : [] }

  /// Returns the keys that are stamped together with a key: the keys of a declared unit, and the keys that another
  /// version of the program has stamped with it.
  package func unit(of key: SettingsKey) -> [SettingsKey] {
    guard rules.contains(.units) else { return [key] }
    let declared = (declarations[key]?.unit ?? []).filter { declarations[$0] != nil }
    let tags = unitTags(of: key)
    if tags.isEmpty { return declared.isEmpty ? [key] : declared }
    let tagged = memory.state.entries.filter { $0.value.unit.map(tags.contains) ?? false }.keys
    return Set(declared).union(tagged).union([key]).sorted(by: SettingsKey.isInSyncOrder)
  }

  /// Returns the tags of the units of a key, which differ if versions of the program declare different members.
  private func unitTags(of key: SettingsKey) -> Set<SyncUnitTag> {
    guard rules.isSuperset(of: [.units, .unitTags]) else { return [] }
    let declaration = declarations[key]
    var tags = Set(([key] + (declaration?.unit ?? [])).compactMap { memory.state[$0]?.unit })
    if let tag = declaration?.unitTag { tags.insert(tag) }
    return tags
  }

  /// Records that the store reflects an entry.
  mutating func reflect(_ entry: SyncEntry, forKey key: SettingsKey, digest: UInt64) {
    let basis = entry.stamp.replica == memory.replica ? entry.basis : entry.stamp
    memory.records[key] = .init(digest: digest, stamp: entry.stamp, basis: basis, version: version(ofKey: key))
  }

  /// Removes a deletion marker if the rule that keeps them is left out.
  mutating func prune(_ key: SettingsKey) {
    if !rules.contains(.markers), memory.state[key]?.content == .reset { memory.state[key] = nil }
  }
}

extension SyncEntry {
  /// Returns the entry of a key whose content isn't known, with the stamp of another member of its unit.
  fileprivate func restamped(_ new: SyncStamp, unit: SyncUnitTag?) -> SyncEntry {
    SyncEntry(
      stamp: new, basis: stamp.replica == new.replica ? basis : stamp, content: content, version: version,
      flags: flags.subtracting(.renamed), unit: unit, extensionFields: extensionFields)
  }
}
