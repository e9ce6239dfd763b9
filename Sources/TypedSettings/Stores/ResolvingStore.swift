/// The facts about a setting that a store needs to decide which of several values is in force.
package struct ResolvableSetting: Sendable {
  /// The identity of the setting.
  package let key: SettingsKey
  /// The traits of the setting.
  package let traits: SettingsTrait
  /// The older names of the setting, the one that counts first first.
  package let aliases: [SettingsKey]
  /// Returns the reason why a stored value can't be used; `nil` if it can be used in whole or in part.
  package let issue: @Sendable (SettingsValue) -> SettingsError?

  init(
    key: SettingsKey, traits: SettingsTrait, aliases: [String],
    issue: @escaping @Sendable (SettingsValue) -> SettingsError?
  ) {
    self.key = key
    self.traits = traits
    // What is stored under an older name gets removed, so the key's own name can't be one.
    self.aliases = aliases.filter { $0 != key.name }.map { SettingsKey(domain: key.domain, name: $0) }
    self.issue = issue
  }
}

/// A store that takes the values of a setting from several places, and decides which one is in force.
package protocol ResolvingStore: SettingsStore {
  /// Takes notice of a setting that is kept in the store.
  ///
  /// - Returns: `true` if the store looks for the older names of the setting itself.
  func declare(_ setting: ResolvableSetting) -> Bool

  /// Moves a value that is stored only under an older name of a declared key to the key.
  ///
  /// - Returns: `true` if a value was moved.
  func adoptAliases(ofKey key: SettingsKey) throws -> Bool
}

extension SettingsStore {
  /// Tells the store about a setting, if the store decides between several values.
  ///
  /// - Returns: `true` if the store looks for the older names of the setting itself.
  func resolve(_ setting: ResolvableSetting) -> Bool {
    (self as? any ResolvingStore)?.declare(setting) ?? false
  }
}
