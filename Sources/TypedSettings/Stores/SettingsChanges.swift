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
  /// - Parameter changes: The stores and their changes, whose origin is that of the first.
  /// - Returns: `true` if all keys had the expected values; otherwise, nothing was changed.
  /// - Throws: The error of a store; nothing was changed then. The exception is ``SettingsError/Code/notSaved``, which
  ///   is thrown after all stores are changed.
  public static func commit(_ changes: [(store: any SettingsStore, changes: SettingsChanges)]) throws -> Bool {
    var batch = SettingsBatch(origin: changes.first?.changes.origin ?? .local)
    for (store, changes) in changes { batch.add(changes, in: store) }
    return try batch.write()
  }

  /// Returns whether all keys belong to a domain.
  func isLimited(to domain: String) -> Bool {
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

extension SettingsStore {
  /// Compares the expected values, and sets the keys one after the other, the version of a domain last.
  ///
  /// A key with an expected value is set with ``SettingsStore/compareExchange(expected:desired:forKey:)``. If a key is
  /// refused or has another value, the keys before it get their former values again, unless another writer has changed
  /// them.
  ///
  /// - Returns: `true` if the keys had the expected values.
  /// - Throws: The error of ``SettingsStore/set(_:forKey:)``. An error with the code ``SettingsError/Code/notSaved`` is
  ///   thrown after the other values are set.
  public func commit(_ changes: SettingsChanges) throws -> Bool {
    guard hasExpectedValues(changes) else { return false }
    var steps = UnsavedSteps<any Error>()
    var former: [SettingsKey: SettingsValue?] = [:]
    for (key, value) in changes.values.versionsLast {
      former.updateValue(ownValue(forKey: key), forKey: key)
      var isDone = true
      do {
        try steps.run {
          if let expected = changes.expected[key] {
            isDone = try compareExchange(expected: expected, desired: value, forKey: key)
          } else {
            try set(value, forKey: key)
          }
        }
      } catch {
        restore(former, replacing: changes.values)
        throw error
      }
      guard isDone else {
        former[key] = nil
        restore(former, replacing: changes.values)
        return false
      }
    }
    try steps.finish()
    return true
  }

  /// Sets or removes the values of several keys as one step.
  ///
  /// - Parameter values: The new values by key; `nil` removes a key.
  /// - Throws: An error of ``SettingsStore/commit(_:)``.
  public func set(_ values: [SettingsKey: SettingsValue?]) throws { _ = try commit(SettingsChanges(values)) }

  /// Returns whether the keys have the expected values of changes.
  package func hasExpectedValues(_ changes: SettingsChanges) -> Bool {
    changes.expected.allSatisfy { value(forKey: $0.key) == $0.value }
  }

  /// Restores the former values of keys that have been changed by changes of which a later one was refused.
  ///
  /// A key that has been changed again since keeps that value.
  ///
  /// - Parameters:
  ///   - former: The former values of the keys in this store.
  ///   - values: The values that replaced them.
  func restore(_ former: [SettingsKey: SettingsValue?], replacing values: [SettingsKey: SettingsValue?]) {
    // The versions last, because they stay if there are other values.
    for (key, old) in former.versionsLast {
      guard let value = values[key], value != old, ownValue(forKey: key) == value else { continue }
      if key.isVersion, writeTarget(forKey: key).hasValues(inDomain: key.domain) { continue }
      let effective = self.value(forKey: key)
      do {
        // Another layer may have the same value, which doesn't replace that of the writable one.
        if effective == old {
          try set(old, forKey: key)
        } else {
          _ = try compareExchange(expected: effective, desired: old, forKey: key)
        }
      } catch {
        SettingsDiagnostics.report(.wrapping(error, key: key))
      }
    }
  }

  /// Returns whether a domain has values besides its version, which other writes may depend on; `true` if it's unknown.
  private func hasValues(inDomain domain: String) -> Bool {
    keys(inDomain: domain)?.contains { !$0.isVersion } ?? true
  }
}

extension [SettingsKey: SettingsValue?] {
  /// The values, with the versions of domains last.
  var versionsLast: [(key: SettingsKey, value: SettingsValue?)] {
    let versionKeyName = SettingsMigration.versionKeyName
    return sorted { $0.key.name != versionKeyName && $1.key.name == versionKeyName }
  }
}

/// The steps of one write, any of which may change the value in memory but fail to persist it.
///
/// Such a step doesn't prevent later steps from running, because its change is in place. Its error is thrown at the
/// end.
struct UnsavedSteps<Failure: Error> {
  private var error: Failure?

  /// Runs a step.
  ///
  /// - Throws: The error of the step, unless it means that the change is in place but not saved.
  mutating func run(_ step: () throws(Failure) -> Void) throws(Failure) {
    do throws(Failure) { try step() } catch {
      guard SettingsError.isUnsavedChange(error) else { throw error }
      if self.error == nil { self.error = error }
    }
  }

  /// Throws the first error of a step whose change isn't saved.
  func finish() throws(Failure) {
    if let error { throw error }
  }
}
