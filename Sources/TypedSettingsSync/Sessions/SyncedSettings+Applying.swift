internal import TypedSettingsCore

extension SyncedSettings {
  /// The state of a setting before a write, which replaces only that.
  private struct Former {
    let value: SettingsValue?
    let found: [SettingsKey: SettingsValue?]
  }

  /// A value to be written.
  fileprivate struct Write {
    let key: SettingsKey
    let member: Member
    let value: SettingsValue?
    let found: [SettingsKey: SettingsValue?]
  }

  /// Applies entries in one transaction for each store.
  ///
  /// - Parameters:
  ///   - entries: The entries.
  ///   - digests: The digests of the values that the entries replace. A setting without one has changed.
  /// - Returns: The outcome for each entry whose setting hasn't changed in the meantime.
  func apply(_ entries: [SettingsKey: SyncEntry], over digests: [SettingsKey: UInt64]) -> SyncApplication {
    // The number of attempts is limited, because a writer that never pauses would keep this loop from ending.
    for _ in 0..<100 {
      var application = SyncApplication()
      var writes: [Write] = []
      var batch = SettingsBatch(origin: .sync)
      for (key, entry) in entries {
        guard let member = members[key] else { continue }
        let wasUnread = isUnread(key)
        let former = former(of: member, &batch)
        if member.link.version?.isOlderThanValues == true {
          application.refusals[key] = SettingsError.fromNewerVersion.at(member.key)
          continue
        }
        if isUnread(key) {
          application.refusals[key] = SettingsError.storeUnreadable.at(member.key)
          continue
        }
        if let lock = lock(hiding: former.value, of: member) {
          application.refusals[key] = lock
          continue
        }
        guard !wasUnread, SyncContent(former.value).digest == digests[key] else {
          application.changed.append(key)
          continue
        }
        do throws(SettingsError) {
          let write = try write(entry, to: member, key, over: former)
          if let write { writes.append(write) } else { application.outcomes[key] = .applied(digest: digests[key] ?? 0) }
        } catch {
          application.refusals[key] = error
        }
      }
      let check = keepRules(entries, &application, &writes)
      if !application.changed.isEmpty { return application }
      if commit(writes, &batch, check, &application) { return application }
    }
    return SyncApplication(changed: Array(entries.keys))
  }

  /// Keeps values apart with which a rule about several settings would be broken, and the members of their units.
  ///
  /// - Returns: The check, with the stored values that the rules depend on.
  private func keepRules(
    _ entries: [SettingsKey: SyncEntry], _ application: inout SyncApplication, _ writes: inout [Write]
  ) -> RuleCheck {
    var check = groupRules
    while true {
      keepUnitsTogether(entries, &application, &writes)
      guard rules.contains(.validation) else { return check }
      var values = values(of: writes)
      let violations = check.removeViolations(from: &values)
      if violations.isEmpty { return check }
      for violation in violations {
        for write in writes where violation.places.contains(ReadTrace.Place(write.member.link)) {
          application.refusals[write.key] = violation.error.at(write.member.key)
        }
      }
      writes.removeAll { application.refusals[$0.key] != nil }
    }
  }

  private func values(of writes: [Write]) -> [ReadTrace.Place: SettingsValue?] {
    Dictionary(writes.map { (ReadTrace.Place($0.member.link), $0.value) }) { $1 }
  }

  /// Keeps all members of a unit apart if one of them is.
  private func keepUnitsTogether(
    _ entries: [SettingsKey: SyncEntry], _ application: inout SyncApplication, _ writes: inout [Write]
  ) {
    for (key, error) in application.refusals {
      let tag = entries[key]?.unit
      let tagged = tag == nil ? [] : entries.filter { $0.value.unit == tag }.map(\.key)
      for other in (declarations[key]?.unit ?? []) + tagged where writes.contains(where: { $0.key == other }) {
        writes.removeAll { $0.key == other }
        application.refusals[other] = .partOfRefusedUnit(other, error)
      }
    }
    for key in application.refusals.keys { application.outcomes[key] = .held }
  }

  /// Reads a setting before it's compared and the new value is validated, which takes a while.
  ///
  /// The store compares the values once more as it writes. If they were read later, a write would replace a value that
  /// was set since the comparison.
  private func former(of member: Member, _ batch: inout SettingsBatch) -> Former {
    let link = member.link
    // First, because this can run a migration that changes the store.
    batch.prepare(link.version)
    var found: [SettingsKey: SettingsValue?] = [:]
    for name in [member.key] + link.aliases {
      found.updateValue(member.store.value(forKey: name), forKey: name)
    }
    // Last: if this value is newer than those above, the store refuses the write.
    return Former(value: value(of: member), found: found)
  }

  /// Returns the write that applies an entry, or `nil` if the setting has its value already.
  ///
  /// - Throws: An error if the setting can't have the value.
  private func write(
    _ entry: SyncEntry, to member: Member, _ key: SettingsKey, over former: Former
  ) throws(SettingsError) -> Write? {
    let link = member.link
    let version = link.version
    let current = former.value
    try version?.checkMigration()
    var value = try entry.content.value()
    if rules.contains(.opaqueEntries) { value = try migrated(value, from: entry.version, for: member) }
    if let imported = value, rules.contains(.validation) {
      if link.isSame(current, imported) { return nil }
      let form = try member.setting.importedForm(of: imported, over: current, in: .binaryPropertyList)
      if let current, current == form || member.setting.areEquivalent(current, form) { return nil }
      value = form
    }
    if value == current { return nil }
    if value != nil, let refusal = link.refusal { throw refusal }
    if value == nil, link.version?.isOlderThanValues ?? false { throw SettingsError.fromNewerVersion.at(member.key) }
    if let error = member.store.writeError(forKey: member.key) { throw error }
    return Write(key: key, member: member, value: value, found: former.found)
  }

  func value(of saved: SyncVersionedContent, forKey key: SettingsKey) throws(SettingsError) -> SettingsValue? {
    let value = try saved.content.value()
    guard let member = members[key] else { return value }
    return try migrated(value, from: saved.version, for: member)
  }

  /// Returns a value of another version in the form of the declared version.
  ///
  /// - Throws: `SettingsError` with `SettingsError.Code.newerVersion` or `SettingsError.Code.migrationFailed`.
  private func migrated(
    _ value: SettingsValue?, from number: UInt32, for member: Member
  ) throws(SettingsError) -> SettingsValue? {
    let version = member.link.version
    let declared = UInt32(clamping: version?.number ?? 0)
    if number > declared { throw .newerEntry(member.key, than: declared) }
    guard let version, number < declared, let value else { return value }
    let members = [member.key.name: value, SettingsMigration.versionKeyName: Int(number).settingsValue]
    guard let migrated = try version.migrated(members)[member.key.name] else {
      throw .newerEntry(member.key, than: declared)
    }
    return migrated
  }

  /// Writes values in one batch.
  ///
  /// - Returns: `false` if a store has changed in the meantime; nothing is written then.
  private func commit(
    _ writes: [Write], _ batch: inout SettingsBatch, _ check: RuleCheck, _ application: inout SyncApplication
  ) -> Bool {
    if writes.isEmpty { return true }
    check.expectUnchanged(in: &batch)
    for write in writes { write.add(to: &batch) }
    do {
      guard try batch.write() else { return false }
    } catch {
      guard SettingsError.isUnsavedChange(error) else {
        for write in writes {
          application.outcomes[write.key] = .held
          application.refusals[write.key] = .wrapping(error, key: write.member.key)
        }
        return true
      }
      SettingsDiagnostics.report(.wrapping(error))
    }
    for write in writes {
      if let value = write.value { write.member.link.didWrite(value) }
      application.outcomes[write.key] = .applied(digest: SyncContent(write.value).digest)
    }
    return true
  }

  /// Sets or removes values from outside of synchronization, such as the values of a snapshot.
  ///
  /// - Throws: `SettingsError` if a setting can't have its value, or if another writer doesn't stop changing the
  ///   settings; nothing is changed then.
  func set(_ contents: [SettingsKey: SyncVersionedContent], origin: SettingsChange.Origin) throws(SettingsError) {
    for _ in 0..<100 {
      var batch = SettingsBatch(origin: origin)
      var writes: [Write] = []
      for (key, saved) in contents {
        guard let member = members[key] else { continue }
        let entry = SyncEntry(
          stamp: .lowest(of: SyncWriter(replica: SyncReplicaIdentity(high: 0, low: 0))), basis: nil,
          content: saved.content, version: saved.version)
        if let write = try write(entry, to: member, key, over: former(of: member, &batch)) { writes.append(write) }
      }
      for write in writes { write.add(to: &batch) }
      // The values of another account are removed in any case.
      if origin == .local {
        var check = groupRules
        let violations = check.violations(by: values(of: writes))
        if !violations.isEmpty { throw .refused(violations.map(\.error), in: "restored values") }
        check.expectUnchanged(in: &batch)
      }
      do {
        guard try batch.write() else { continue }
      } catch {
        throw .wrapping(error)
      }
      for write in writes {
        if let value = write.value { write.member.link.didWrite(value) }
      }
      return
    }
    throw .changedMeanwhile
  }
}

extension SyncedSettings.Write {
  fileprivate func add(to batch: inout SettingsBatch) {
    let store = member.store
    for (name, value) in found {
      batch.expect(value, forKey: name, in: store)
      if name == member.key {
        batch.change(name, to: self.value, in: store, version: member.link.version)
      } else if value != nil, store.isWritable(name) {
        batch.change(name, to: nil, in: store)
      }
    }
  }
}

extension SettingsError {
  fileprivate static var changedMeanwhile: SettingsError {
    SettingsError(
      .storeUnavailable, found: "settings that another writer changes again and again",
      advice: "try again later; nothing was changed")
  }

  static func newerEntry(_ key: SettingsKey, than version: UInt32) -> SettingsError {
    SettingsError(
      .newerVersion, key: key, found: "a value of another version than \(version) that can't be migrated",
      advice: "update the program; until then the value is kept apart")
  }

  static func partOfRefusedUnit(_ key: SettingsKey, _ reason: SettingsError) -> SettingsError {
    SettingsError(
      .syncRefused, key: key,
      found: "a value that is synchronized together with \(reason.key.map { "'\($0)'" } ?? "another setting"), "
        + "whose value can't be applied",
      advice: "resolve the problem of that setting", underlying: reason)
  }
}
