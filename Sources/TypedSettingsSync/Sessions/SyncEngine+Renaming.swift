package import TypedSettingsCore

/// The setting that has replaced another key, and the content in its form.
package struct SyncRenamed: Hashable, Sendable {
  package let key: SettingsKey
  package let content: SyncContent

  package init(key: SettingsKey, content: SyncContent) {
    self.key = key
    self.content = content
  }
}

/// Returns the declared setting that a former key has become, with a content of the former key in its current form.
///
/// The result is the same on all replicas of a version of the program, and depends on the arguments only. It's `nil`
/// for a key that isn't the former one of a setting.
package typealias SyncRenaming =
  @Sendable (_ key: SettingsKey, _ content: SyncContent, _ version: UInt32) ->
  SyncRenamed?

// An entry under a former key is another form of the same write: it has the same stamp under the current key. All
// replicas that know the current key derive the same entry, so that none of them answers another one's.

extension SyncEngine {
  /// Merges the current forms of entries under former keys.
  ///
  /// - Parameters:
  ///   - keys: The keys of the entries.
  ///   - now: The wall clock in milliseconds.
  ///   - isStart: Pass `true` for entries whose conflicts an earlier run has reported.
  /// - Returns: The current keys whose entries were replaced, and the reports.
  mutating func mergeRenamed(
    _ keys: some Sequence<SettingsKey>, at now: UInt64, isStart: Bool = false
  ) -> (accepted: [SettingsKey], effects: [SyncEffect]) {
    var (accepted, effects): ([SettingsKey], [SyncEffect]) = ([], [])
    if renaming == nil { return (accepted, effects) }
    for key in keys.sorted(by: SettingsKey.isInSyncOrder) {
      guard let entry = memory.state[key], let (current, form) = renamed(entry, from: key) else { continue }
      if isStart { reportedLosers[key] = entry.stamp }
      let merged = merge([current: form], at: now, writtenAs: key)
      accepted += merged.accepted
      effects += merged.effects
    }
    return (accepted, effects)
  }

  /// Continues the records of former keys under the current ones, after the program was updated.
  ///
  /// - Parameters:
  ///   - contents: The contents of the declared settings, which the program has migrated.
  ///   - now: The wall clock in milliseconds.
  /// - Returns: The reports.
  mutating func adoptRenamed(_ contents: [SettingsKey: SyncContent], at now: UInt64) -> [SyncEffect] {
    if renaming == nil { return [] }
    renameFormerEntries()
    var effects: [SyncEffect] = []
    for (key, record) in memory.records.sorted(by: { SettingsKey.isInSyncOrder($0.key, $1.key) }) {
      if let entry = memory.state[key] {
        guard let (current, form) = renamed(entry, from: key), memory.records[current] == nil,
          let content = contents[current]
        else { continue }
        let isReflected = record.stamp == entry.stamp && record.digest == entry.digest
        // If the migration changes values, the record has the digest of a form that is no longer known.
        let digest = form.digest == entry.digest ? record.digest : isReflected ? form.digest : content.digest
        memory.records[current] = record.renamed(digest, version: form.version)
        effects += adopt(form, forKey: current, at: now)
      } else {
        guard let current = currentKey(of: key, version: record.version), memory.records[current] == nil,
          let content = contents[current], let version = declarations[current]?.version
        else { continue }
        // A setting without a value has none in any form.
        let isSameForm = record.digest == 0 || renaming?(key, content, record.version)?.content == content
        let digest = isSameForm ? record.digest : formDigest(ofKey: current, record) ?? content.digest
        memory.records[current] = record.renamed(digest, version: version)
        if let entry = memory.unsavedEntries[key], entry.unit == nil {
          // An edit since then gets a stamp of its own, which replaces this entry.
          let form = entry.renamed(
            to: digest == content.digest ? content : .reset, version: version, flags: flags(ofKey: current))
          effects += adopt(form, forKey: current, at: now)
        }
      }
    }
    return effects
  }

  /// Moves the last entries of other replicas to the current keys of their settings.
  private mutating func renameFormerEntries() {
    for (key, entries) in memory.formerEntries.entries where declarations[key] == nil {
      let forms = entries.compactMap { renamed($0, from: key) }
      guard let current = forms.first?.key else { continue }
      if memory.formerEntries[current].isEmpty { memory.formerEntries.set(forms.map(\.form), forKey: current) }
      memory.formerEntries.set([], forKey: key)
    }
  }

  /// Returns the digest of the current form of a record's entry, if a newer version has sent that form already.
  private func formDigest(ofKey key: SettingsKey, _ record: SyncReplicaState.Record) -> UInt64? {
    guard let form = memory.state[key], form.flags.contains(.renamed), form.stamp == record.stamp,
      form.version == declarations[key]?.version
    else { return nil }
    return form.digest
  }

  /// Merges the entry that another version has written under the current key into the form of this replica's entry.
  private mutating func adopt(_ form: SyncEntry, forKey key: SettingsKey, at now: UInt64) -> [SyncEffect] {
    let other = memory.state[key]
    memory.state[key] = form
    return other.map { merge([key: $0], at: now).effects } ?? []
  }

  /// Returns the form of an entry under the current key; `nil` if the key isn't the former one of a setting.
  ///
  /// A unit is stamped under the keys of one version, so that renaming a part of it would tear it apart.
  private func renamed(_ entry: SyncEntry, from key: SettingsKey) -> (key: SettingsKey, form: SyncEntry)? {
    guard rules.contains(.renames), declarations[key] == nil, entry.unit == nil,
      let new = renaming?(key, entry.content, entry.version), let declaration = declarations[new.key],
      declaration.unit.isEmpty, entry.version <= declaration.version
    else { return nil }
    return (
      new.key, entry.renamed(to: new.content, version: declaration.version, flags: flags(ofKey: new.key))
    )
  }

  private func currentKey(of key: SettingsKey, version: UInt32) -> SettingsKey? {
    guard rules.contains(.renames), declarations[key] == nil,
      let current = renaming?(key, .reset, version)?.key, let declaration = declarations[current],
      declaration.unit.isEmpty, version <= declaration.version
    else { return nil }
    return current
  }
}

extension SyncEntry {
  fileprivate func renamed(to content: SyncContent, version: UInt32, flags new: SyncEntryFlags) -> SyncEntry {
    SyncEntry(
      stamp: stamp, basis: basis, content: content, version: version, flags: flags.union(new).union(.renamed))
  }
}

extension SyncReplicaState.Record {
  fileprivate func renamed(_ digest: UInt64, version: UInt32) -> Self {
    Self(digest: digest, stamp: stamp, basis: basis, version: version)
  }
}
