internal import TypedSettingsCore

extension SchemaComparison {
  /// Returns the reading of the values of an earlier declaration, or `nil` if the present one is only a document.
  func replay(_ before: Entry, _ after: Entry) -> SchemaReplay? {
    guard let setting = new.readings.settings[after.key], !after.traits.contains(.transient) else { return nil }
    let version = migratedVersion(of: before.key.domain) == nil ? nil : setting.link.version
    return SchemaReplay(
      of: before, readings: old.readings.readings(of: before), as: after, with: setting,
      migrate: version.map { version in { migrated($0, of: before, to: after, version) } })
  }

  /// Returns the value of a setting after a migration of a value that an earlier declaration has stored.
  ///
  /// - Returns: The value, or `nil` if the migration fails or removes it.
  private func migrated(
    _ stored: SettingsValue, of before: Entry, to after: Entry, _ version: DomainVersion
  ) -> SettingsValue? {
    let domain = before.key.domain
    // The other settings have their defaults, because a migration can depend on several.
    var values: [String: SettingsValue] = [:]
    for entry in old.entries where entry.key.domain == domain && !entry.traits.contains(.transient) {
      values[entry.key.name] = entry.defaultValue
    }
    values[before.key.name] = stored
    values[SettingsMigration.versionKeyName] = old.domains[domain]?.version.map(\.settingsValue)
    do throws(SettingsError) {
      let migrated = try version.migrated(values)
      return ([after.key.name] + after.aliases).lazy.compactMap { migrated[$0] }.first
    } catch {
      return nil
    }
  }

  /// Adds the change that stored values show, unless changes of the declaration that are as severe explain it.
  ///
  /// - Parameters:
  ///   - replay: The reading of the stored values.
  ///   - entry: The present declaration.
  ///   - count: The number of changes before those of the declaration.
  mutating func addFindings(of replay: SchemaReplay?, _ entry: Entry, after count: Int) {
    guard let replay, let examples = replay.examples else { return }
    let categories = changes[count...].map(\.category)
    if replay.loses {
      if categories.contains(where: { $0 <= .needsMigration }) { return }
      return addLoss(
        entry, "stored values can't be decoded: \(examples)",
        "decode the older form with '.or(…)', or raise the version and add a migration")
    }
    if categories.contains(where: { $0 <= .behavior }) { return }
    add(.behavior, entry, "stored values are read as other values: \(examples)", Self.intended)
  }

  /// Compares the rules about several settings.
  mutating func compareRules(of domain: String) {
    guard let before = old.domains[domain]?.rules, let after = new.domains[domain]?.rules else { return }
    for rule in after where !before.contains(rule) {
      changes.append(
        SettingsSchemaChange(
          .behavior, domain: domain, "the rule '\(rule)' was added: stored values that break it stay in effect",
          "check the stored values when the program starts; 'brokenRules' lists the broken rules"))
    }
    let removed = before.filter { !after.contains($0) }
    if !removed.isEmpty {
      changes.append(
        SettingsSchemaChange(
          .compatible, domain: domain, "the rule '\(removed.joined(separator: "', '"))' was removed", Self.nothing))
    }
  }
}
