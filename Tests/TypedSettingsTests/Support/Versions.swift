import TypedSettings
import TypedSettingsTesting

/// The key of the test domain's version.
let versionKey = SettingsMigration.versionKey(inDomain: testKey.domain)

/// Returns a record of the test key whose group has a version.
func makeVersioned(
  in store: any SettingsStore, version: Int, aliases: [String] = [], migrations: [SettingsMigration] = []
) -> SettingRecord<Int> {
  PreferenceContext.$store.withValue(store) {
    SettingRecord(
      name: "value", key: testKey, default: 0, coding: .automatic, aliases: aliases, version: version
    ) { migrations }
  }
}

/// Returns a link of the test key.
func makeLink(
  in store: any SettingsStore, aliases: [String] = [], version: Int? = nil, migrations: [SettingsMigration] = []
) -> SettingLink {
  makeSettings(in: store) {
    SettingLink(
      SettingDeclaration(name: "value", key: testKey, valueType: Int.self, aliases: aliases), version: version
    ) { migrations }
  }
}

extension SettingsMigration {
  /// Returns a step that renames a setting.
  static func renaming(_ old: String, to new: String, at version: Int) -> SettingsMigration {
    SettingsMigration(to: version) { values in
      if let value = values.removeValue(forKey: old) { values[new] = value }
    }
  }
}

extension RecordingSettingsStore {
  /// The writes so far, in order.
  var writes: [Operation] { operations.filter { if case .write = $0 { true } else { false } } }
}
