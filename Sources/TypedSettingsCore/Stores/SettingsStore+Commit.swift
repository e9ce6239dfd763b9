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
  @_semantics("optimize.sil.specialize.generic.never")
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
  @_semantics("optimize.sil.specialize.generic.never")
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
  @_semantics("optimize.sil.specialize.generic.never")
  package func restore(_ former: [SettingsKey: SettingsValue?], replacing values: [SettingsKey: SettingsValue?]) {
    // The versions last, because they stay if there are other values.
    for (key, old) in former.versionsLast {
      guard let value = values[key], value != old, ownValue(forKey: key) == value else { continue }
      if key.isVersion, writeTarget(forKey: key).hasValues(inDomain: key.domain) { continue }
      let effective = self.value(forKey: key)
      do {
        // Another layer may have the same value, which doesn't replace the value of the writable one.
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
  package var versionsLast: [(key: SettingsKey, value: SettingsValue?)] {
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
