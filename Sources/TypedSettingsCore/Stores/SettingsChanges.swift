/// Changes to several keys of a store that take effect as one step.
///
/// ```swift
/// let (name, length) = (settings.$name.key, settings.$sessionLength.key)
/// var changes = SettingsChanges([name: "Blue", length: nil])
/// changes.expected = [length: 12]           // only if the length is still 12
/// let isDone = try store.commit(changes)
/// ```
public struct SettingsChanges: Sendable {
  /// The new values by key; `nil` removes a key.
  public var values: [SettingsKey: SettingsValue?]

  /// The values that keys must have for the changes to take effect; `nil` for a key that must have none.
  ///
  /// In a store with layers, these are the values in effect.
  public var expected: [SettingsKey: SettingsValue?]

  /// The origin of the changes, for the observers.
  ///
  /// With ``SettingsChange/Origin/local``, a removal has the origin ``SettingsChange/Origin/reset``.
  public var origin: SettingsChange.Origin

  /// Creates changes.
  ///
  /// - Parameters:
  ///   - values: The new values by key; `nil` removes a key.
  ///   - expected: The values that keys must have for the changes to take effect.
  ///   - origin: The origin of the changes.
  public init(
    _ values: [SettingsKey: SettingsValue?], ifUnchanged expected: [SettingsKey: SettingsValue?] = [:],
    origin: SettingsChange.Origin = .local
  ) {
    self.values = values
    self.expected = expected
    self.origin = origin
  }

  /// Changes several stores, or none of them if one refuses its changes.
  ///
  /// The stores are changed one after the other. If one of them refuses its changes or has other values than the
  /// expected ones, those before it get their former values again, unless another writer has changed them.
  ///
  /// - Parameter changes: The stores and their changes, all with the origin of the first.
  /// - Returns: `true` if all keys had the expected values; otherwise, nothing was changed.
  /// - Throws: The error of a store; nothing was changed then. The exception is ``SettingsError/Code/notSaved``, which
  ///   is thrown after all stores are changed.
  public static func commit(_ changes: [(store: any SettingsStore, changes: SettingsChanges)]) throws -> Bool {
    var batch = SettingsBatch(origin: changes.first?.changes.origin ?? .local)
    for (store, changes) in changes { batch.add(changes, in: store) }
    return try batch.write()
  }

  /// Returns whether all keys belong to a domain.
  package func isLimited(to domain: String) -> Bool {
    values.keys.allSatisfy { $0.domain == domain } && expected.keys.allSatisfy { $0.domain == domain }
  }
}

/// The changes that a store makes in one step, so that no other writer sees or changes a part of them.
public enum SettingsAtomicity: Sendable {
  /// The change of one key.
  case key
  /// The changes of keys of one domain.
  case domain
  /// The changes of any keys.
  case store
}
