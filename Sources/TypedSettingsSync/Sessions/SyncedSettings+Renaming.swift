internal import TypedSettingsCore

/// The settings that former keys can have become.
struct RenamedSettings: Sendable {
  /// The migrations of a domain.
  private struct Domain: Sendable {
    /// The greatest version of the domain's settings.
    let version: DomainVersion
    /// One default of each kind of value, for a former key that has no value.
    var samples: [String: SettingsValue] = [:]
  }

  private var aliases: [SettingsKey: SettingsKey] = [:]
  private var domains: [String: Domain] = [:]

  init() {}

  /// Creates a table of settings whose keys are the same on both sides.
  init(_ members: some Sequence<SyncedSettings.Member>) {
    for member in members.sorted(by: { SettingsKey.isInSyncOrder($0.key, $1.key) }) {
      let domain = member.key.domain
      for alias in member.link.aliases where alias.domain == domain && aliases[alias] == nil {
        aliases[alias] = member.key
      }
      guard let version = member.link.version else { continue }
      if domains[domain].map({ $0.version.number < version.number }) ?? true {
        domains[domain] = Domain(version: version, samples: domains[domain]?.samples ?? [:])
      }
      if let sample = member.setting.inspect().defaultValue { domains[domain]?.samples[sample.kind] = sample }
    }
  }

  /// Returns the setting that has an alias.
  func setting(withAlias key: SettingsKey) -> SettingsKey? { aliases[key] }

  /// Returns the only setting that migrations produce from the value of a former key.
  ///
  /// - Parameters:
  ///   - key: The former key.
  ///   - value: The value; `nil` tries a value of each kind.
  ///   - version: The version of the program that had the key.
  ///   - isSetting: Returns whether a key belongs to a setting.
  /// - Returns: The setting and its value, or `nil` if there isn't exactly one.
  func migrated(
    _ key: SettingsKey, _ value: SettingsValue?, _ version: UInt32, isSetting: (SettingsKey) -> Bool
  ) -> (key: SettingsKey, value: SettingsValue)? {
    guard let domain = domains[key.domain], domain.version.number > version else { return nil }
    let samples = domain.samples.sorted { $0.key < $1.key }.map(\.value)
    for value in value.map({ [$0] }) ?? samples {
      do throws(SettingsError) {
        let mark = [SettingsMigration.versionKeyName: Int(version).settingsValue]
        let added = try domain.version.migrated(mark)
        let new = try domain.version.migrated(mark.merging([key.name: value]) { $1 }).filter { name, value in
          added[name] != value && isSetting(SettingsKey(domain: key.domain, name: name))
        }
        guard new.count == 1, let (name, value) = new.first else { continue }
        return (SettingsKey(domain: key.domain, name: name), value)
      } catch {
        // The migrations don't take this value, so it's forwarded without being applied, like any unknown one.
        continue
      }
    }
    return nil
  }
}

extension SyncedSettings {
  /// Returns the setting that a former key has become, with a content of that key in its current form.
  ///
  /// The key is a former one if a setting has it as an alias, or if the migrations of the domain turn its value into
  /// the value of one setting. For a reset, which has no value, they're applied to defaults of the settings instead.
  func renamed(_ key: SettingsKey, _ content: SyncContent, version: UInt32) -> SyncRenamed? {
    if members[key] != nil { return nil }
    if let current = renamedSettings.setting(withAlias: key), declarations[current]?.version == version {
      return SyncRenamed(key: current, content: content)
    }
    do throws(SettingsError) {
      let value = try content.value()
      let migrated = renamedSettings.migrated(key, value, version) { current in
        members[current]?.key == current && declarations[current].map { $0.version > version } ?? false
      }
      return migrated.map { SyncRenamed(key: $0.key, content: value == nil ? .reset : SyncContent($0.value)) }
    } catch {
      // A value that can't be decoded is forwarded without being applied, like any unknown one.
      return nil
    }
  }
}
