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

  /// Checks the conditions of a write: first the refusal, and then the version, which it stores before the first write
  /// unless a layer locks the setting.
  ///
  /// Existing values can be read and removed even if values are refused.
  ///
  /// - Parameters:
  ///   - value: The value, or `nil` to remove the key.
  ///   - key: The key of the setting.
  ///   - store: The store of the setting.
  ///   - lockError: The error if a layer locks the setting, or `nil`. It's evaluated only if the version isn't stored
  ///     yet; otherwise, the store itself refuses the write.
  ///   - changesAnything: A closure that returns whether the write changes the value. It's evaluated only if the
  ///     version isn't stored yet.
  /// - Returns: `false` if the write would change nothing.
  /// - Throws: The refusal, the lock, or an error if the version can't be stored. Nothing may be written then.
  func admit(
    _ value: SettingsValue?, forKey key: SettingsKey, in store: any SettingsStore,
    lockError: @autoclosure () -> SettingsError?, if changesAnything: () -> Bool
  ) throws -> Bool {
    if value != nil, let refusal { throw refusal }
    guard let version, !version.isMarked else { return true }
    guard changesAnything() else { return false }
    // Otherwise, the version would be stored although the store refuses the value.
    if let error = lockError() { throw error }
    try (store as? any ResolvingStore)?.checkLock(ofKey: key)
    // A draft writes the version together with its changes.
    if draft == nil { try version.writeMark() } else { try version.checkMigration() }
    return true
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
