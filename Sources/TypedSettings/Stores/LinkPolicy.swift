/// The conditions and additional steps of the writes through a link.
///
/// Most links have none, so a link refers to them.
@usableFromInline
final class LinkPolicy: Sendable {
  /// The version of the domain's values that the setting's group requires.
  let version: DomainVersion?
  /// The traits of the setting, for which the store may refuse values.
  let traits: SettingsTrait
  /// The older names of the key, in order of precedence.
  let aliases: [SettingsKey]
  /// A Boolean value that indicates whether the current value is written too, because it can come from another layer;
  /// `nil` if the store's layers have to be counted.
  let hasLayers: Bool?
  /// A Boolean value that indicates whether a write is announced before the store receives it.
  let announcesWrites: Bool
  /// A Boolean value that indicates whether the live value belongs to an observer of the store.
  ///
  /// The store can then already have another value.
  let observesStore: Bool
  /// The store, if it's a draft, which tracks refused assignments.
  let draft: DraftStore?

  /// Returns a policy, or `nil` if writes have neither conditions nor additional steps.
  static func make(
    version: DomainVersion?, traits: SettingsTrait, isRefused: Bool, aliases: [SettingsKey], hasLayers: Bool?,
    announcesWrites: Bool, observesStore: Bool, draft: DraftStore?
  ) -> LinkPolicy? {
    if version == nil, !isRefused, hasLayers == false, !announcesWrites, !observesStore { return nil }
    return LinkPolicy(
      version: version, traits: traits, aliases: aliases, hasLayers: hasLayers, announcesWrites: announcesWrites,
      observesStore: observesStore, draft: draft)
  }

  private init(
    version: DomainVersion?, traits: SettingsTrait, aliases: [SettingsKey], hasLayers: Bool?, announcesWrites: Bool,
    observesStore: Bool, draft: DraftStore?
  ) {
    self.version = version
    self.traits = traits
    self.aliases = aliases
    self.hasLayers = hasLayers
    self.announcesWrites = announcesWrites
    self.observesStore = observesStore
    self.draft = draft
  }

  /// A Boolean value that indicates whether a write needs no additional steps, and a write of the current value none.
  var isDirect: Bool { hasLayers == false && !announcesWrites && !observesStore }

  /// A Boolean value that indicates whether a write of the current value must be known before it reaches the store.
  ///
  /// Only other values are announced, refused, and checked for a failed migration.
  var dependsOnValue: Bool { announcesWrites || !traits.isEmpty || draft != nil }

  /// Returns the error that every write of a value throws.
  ///
  /// The store is asked each time, because it can be replaced by one that accepts the setting.
  func refusal(of key: SettingsKey, in store: any SettingsStore) -> SettingsError? {
    store.refusal(forKey: key, traits: traits)
  }

  /// Throws the error of a write that can't be made, whatever the value is at present.
  ///
  /// Existing values can be read and removed even if values are refused.
  ///
  /// - Parameters:
  ///   - value: The value, or `nil` to remove the key.
  ///   - key: The key.
  ///   - store: The store.
  /// - Throws: The refusal, or the error of a migration that has failed.
  func check(_ value: SettingsValue?, forKey key: SettingsKey, in store: any SettingsStore) throws(SettingsError) {
    if value != nil, let refusal = refusal(of: key, in: store) { throw refusal }
    if draft != nil { try version?.checkMigration() }
  }

  /// The version that isn't stored yet, or `nil` if a write doesn't have to store it.
  ///
  /// A draft stores the version together with its changes.
  var missingVersion: DomainVersion? {
    guard draft == nil, let version, !version.isMarked else { return nil }
    return version
  }
}

extension SettingsError {
  /// Returns the error for a secret setting in a store that keeps plain text.
  static func secretRefused(_ key: SettingsKey, by store: String, insteadUse example: String) -> SettingsError {
    SettingsError(
      .secretRefused, key: key, found: "a secret setting in \(store), which keeps plain text",
      advice: "nothing was written; create the group with '\(example)', or store secrets separately with "
        + "'RoutingSettingsStore([.traits([.secret], to: vault)], default: store)'")
  }
}
