/// The conditions and additional steps of the writes through a link.
///
/// Most links have none, so a link refers to them.
@usableFromInline
final class LinkPolicy: Sendable {
  /// The version of the domain's values that the setting's group requires.
  let version: DomainVersion?
  /// The older names of the key, in order of precedence.
  let aliases: [SettingsKey]
  /// A Boolean value that indicates whether a write is announced before the store receives it.
  let announcesWrites: Bool
  private let key: SettingsKey
  /// The traits of the setting, for which the store may refuse values.
  private let traits: SettingsTrait
  private let connection: any SettingConnection

  /// Returns a policy, or `nil` if writes have neither conditions nor additional steps.
  static func make(
    for setting: SettingDeclaration, version: DomainVersion?, announcesWrites: Bool, connection: any SettingConnection
  ) -> LinkPolicy? {
    let policy = LinkPolicy(setting, version, announcesWrites, connection)
    return policy.isDirect && version == nil && policy.refusal == nil ? nil : policy
  }

  private init(
    _ setting: SettingDeclaration, _ version: DomainVersion?, _ announcesWrites: Bool,
    _ connection: any SettingConnection
  ) {
    self.version = version
    aliases = setting.aliasKeys
    self.announcesWrites = announcesWrites
    key = setting.key
    traits = setting.traits
    self.connection = connection
  }

  /// The draft that holds the changes, and tracks refused assignments.
  var draft: (any StagingStore)? { connection.draft }

  /// A Boolean value that indicates whether a write needs no additional steps, and a write of the current value none.
  ///
  /// The store of an observed value can already have another one.
  var isDirect: Bool { connection.hasLayers == false && !announcesWrites && connection.ownsValue }

  /// A Boolean value that indicates whether a write of the current value must be known before it reaches the store.
  ///
  /// Only other values are announced, refused, and checked for a failed migration.
  var dependsOnValue: Bool { announcesWrites || !traits.isEmpty || draft != nil }

  /// The error that every write of a value throws, or `nil` if values can be written.
  ///
  /// The store is asked each time, because it can be replaced by one that accepts the setting.
  var refusal: SettingsError? { connection.store.refusal(forKey: key, traits: traits) }

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
  package static func secretRefused(_ key: SettingsKey, by store: String, insteadUse example: String) -> SettingsError {
    SettingsError(
      .secretRefused, key: key, found: "a secret setting in \(store), which keeps plain text",
      advice: "nothing was written; create the group with '\(example)', or store secrets separately with "
        + "'RoutingSettingsStore([.traits([.secret], to: vault)], default: store)'")
  }
}
