/// The conditions and additional steps of the writes through a link.
///
/// Most links have none, so a link refers to them.
@usableFromInline
final class LinkPolicy: Sendable {
  /// The version of the domain's values that the setting's group requires.
  let version: DomainVersion?
  /// The error that every write of a value throws.
  let refusal: SettingsError?
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
    version: DomainVersion?, refusal: SettingsError?, aliases: [SettingsKey], hasLayers: Bool?, announcesWrites: Bool,
    observesStore: Bool, draft: DraftStore?
  ) -> LinkPolicy? {
    if version == nil, refusal == nil, hasLayers == false, !announcesWrites, !observesStore { return nil }
    return LinkPolicy(
      version: version, refusal: refusal, aliases: aliases, hasLayers: hasLayers, announcesWrites: announcesWrites,
      observesStore: observesStore, draft: draft)
  }

  private init(
    version: DomainVersion?, refusal: SettingsError?, aliases: [SettingsKey], hasLayers: Bool?, announcesWrites: Bool,
    observesStore: Bool, draft: DraftStore?
  ) {
    self.version = version
    self.refusal = refusal
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
  var dependsOnValue: Bool { announcesWrites || refusal != nil || draft != nil }

  /// Throws the error of a write that can't be made, whatever the value is at present.
  ///
  /// Existing values can be read and removed even if values are refused.
  ///
  /// - Parameter value: The value, or `nil` to remove the key.
  /// - Throws: The refusal, or the error of a migration that has failed.
  func check(_ value: SettingsValue?) throws(SettingsError) {
    if value != nil, let refusal { throw refusal }
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
