internal import TypedSettings

extension SyncedSettings {
  /// Returns the setting that a former key has become, with a content of that key in its current form.
  ///
  /// The key is a former one if a setting has it as an alias, or if the migrations of the domain turn its value into
  /// that of one setting. For a reset, which has no value, they're applied to the values of the settings instead.
  func renamed(_ key: SettingsKey, _ content: SyncContent, version: UInt32) -> SyncRenamed? {
    if members[key] != nil { return nil }
    // Only settings whose keys are the same on both sides.
    var candidates = members.filter { $0.key == $0.value.key && $0.key.domain == key.domain }
    let aliased = candidates.filter { $0.value.link.aliases.contains(key) }.keys.min(by: SettingsKey.isInSyncOrder)
    if let aliased, declarations[aliased]?.version == version { return SyncRenamed(key: aliased, content: content) }
    candidates = candidates.filter { declarations[$0.key].map { $0.version > version } ?? false }
    for (current, member) in candidates.sorted(by: { SettingsKey.isInSyncOrder($0.key, $1.key) }) {
      guard let domain = member.link.version else { continue }
      do throws(SettingsError) {
        let value = try content.value()
        guard let sample = value ?? member.setting.encodedValue,
          let migrated = try self.value(ofKeyRenamedFrom: key, sample, version, in: domain, among: candidates),
          migrated.key == current
        else { continue }
        return SyncRenamed(key: current, content: value == nil ? .reset : SyncContent(migrated.value))
      } catch {
        // The migrations don't take this value, so it's forwarded without being applied, like any unknown one.
        continue
      }
    }
    return nil
  }

  /// Returns the only setting that migrations produce from the value of a key.
  private func value(
    ofKeyRenamedFrom key: SettingsKey, _ value: SettingsValue, _ version: UInt32, in domain: DomainVersion,
    among candidates: [SettingsKey: Member]
  ) throws(SettingsError) -> (key: SettingsKey, value: SettingsValue)? {
    let mark = [SettingsMigration.versionKeyName: Int(version).settingsValue]
    let added = try domain.migrated(mark)
    let values = try domain.migrated(mark.merging([key.name: value]) { $1 })
    let new = values.filter { name, value in
      candidates[SettingsKey(domain: key.domain, name: name)] != nil && added[name] != value
    }
    guard new.count == 1, let (name, value) = new.first else { return nil }
    return (SettingsKey(domain: key.domain, name: name), value)
  }
}
