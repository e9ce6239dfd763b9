#if canImport(Darwin) || UserDefaults
  public import TypedSettingsCore
  /// A store that keeps settings in `UserDefaults`, where other code and the `defaults` command can read them.
  ///
  /// ```swift
  /// let store = UserDefaultsSettingsStore()
  /// let settings = TimerSettings.make(alternateStore: store)
  /// let shared = UserDefaultsSettingsStore(suiteName: "group.com.example.pomodoro")
  /// ```
  ///
  /// A setting is stored under the name of its key without a prefix, such as `TimerSettingsSessionLength`. A value that
  /// `UserDefaults` preserves exactly is stored directly, so that methods such as `integer(forKey:)` can read it. Other
  /// values are wrapped in a dictionary with one entry, such as `["$null": ""]`, so that every ``SettingsValue`` is
  /// read back unchanged. These are null, integers above `Int64.max`, NaN with nonstandard bits, negative zero, and
  /// strings that XML can't represent. On non-Apple platforms, dates with a fraction of a second are wrapped too.
  ///
  /// Values come from the suite itself. Defaults registered with `register(defaults:)` and launch arguments aren't
  /// stored values. If an administrator forces a value (`objectIsForced(forKey:)`), a layer named `managed` locks the
  /// setting, and writes throw ``SettingsError/Code/locked``.
  ///
  /// The store detects changes of other code that `UserDefaults` posts a notification for. On Apple platforms, it also
  /// detects changes of other processes, unless the name contains a dot or starts with an at sign. Any other change is
  /// loaded when the program becomes active. To load it immediately, call ``refresh()``. Stores of a process on the
  /// same suite share their state.
  ///
  /// On Apple platforms, a process that exits by `exit` or by returning from `main` waits until the system has its
  /// changes.
  ///
  /// On non-Apple platforms, the store requires the package trait `UserDefaults`. There, a change is saved a
  /// tenth of a second after it's made, and when the process exits by `exit` or by returning from `main`. A process
  /// that is killed before that loses the change. Foundation writes the file of a suite in place, and takes one that it
  /// can't read, or that another process is writing, for an empty one, which its next save overwrites. A
  /// `FileSettingsStore` has none of these limits, and is the default there.
  public final class UserDefaultsSettingsStore: SettingsStore {
    /// The name of the suite for all domains, or `nil` if each domain has its own suite.
    package let suiteName: String?

    /// A Boolean value that indicates whether the store writes ``SettingsTrait/secret`` settings as plain text.
    package let allowsSecrets: Bool

    private struct Open {
      var cores: [String: UserDefaultsCore] = [:]
      /// The live values of keys that no suite can store, which never have a value.
      var refused: [SettingsKey: LiveValue] = [:]
    }

    private let open = LockedState(Open())
    private let single: UserDefaultsCore?
    private let makeCore: @Sendable (SuiteName) -> UserDefaultsCore

    /// Creates a store that keeps each domain in the suite with its name.
    ///
    /// The domain with the main bundle's identifier uses `UserDefaults.standard`.
    ///
    /// - Parameter allowsSecrets: Pass `true` to write settings with the trait ``SettingsTrait/secret`` as plain text.
    public convenience init(allowsSecrets: Bool = false) {
      self.init(suiteName: nil, allowsSecrets: allowsSecrets, makeCore: UserDefaultsRegistry.core)
    }

    /// Creates a store that keeps all domains in one suite, such as the suite of an app group.
    ///
    /// Settings with the same name share their value, even if their domains are different.
    ///
    /// - Parameters:
    ///   - suiteName: The name of the suite. The main bundle's identifier selects `UserDefaults.standard`.
    ///   - allowsSecrets: Pass `true` to write settings with the trait ``SettingsTrait/secret`` as plain text.
    public convenience init(suiteName: String, allowsSecrets: Bool = false) {
      self.init(suiteName: suiteName, allowsSecrets: allowsSecrets, makeCore: UserDefaultsRegistry.core)
    }

    package init(
      suiteName: String?, allowsSecrets: Bool = false, makeCore: @escaping @Sendable (SuiteName) -> UserDefaultsCore
    ) {
      self.suiteName = suiteName
      self.allowsSecrets = allowsSecrets
      self.makeCore = makeCore
      guard let suiteName else {
        single = nil
        return
      }
      do throws(SettingsError) { single = makeCore(try SuiteName(suiteName)) } catch {
        SettingsDiagnostics.report(error)
        single = nil
      }
    }

    /// Loads changes of other code and processes immediately.
    public func refresh() { for core in openCores { core.reload() } }

    var openCores: [UserDefaultsCore] { single.map { [$0] } ?? open.withLock { Array($0.cores.values) } }

    func core(forDomain domain: String) throws(SettingsError) -> UserDefaultsCore {
      if let single { return single }
      if let core = open.withLock({ $0.cores[domain] }) { return core }
      let core = makeCore(try SuiteName(suiteName ?? domain))
      open.withLock { $0.cores[domain] = core }
      return core
    }

    /// Returns the live value of a key that no suite can store.
    func refusedValue(forKey key: SettingsKey) -> LiveValue {
      open.withLock { open in
        if let live = open.refused[key] { return live }
        let live = LiveValue(key: key)
        open.refused[key] = live
        return live
      }
    }
  }

  extension UserDefaultsSettingsStore {
    /// Returns the value of a key, or `nil` if it has none.
    public func value(forKey key: SettingsKey) -> SettingsValue? { existingCore(of: key)?.value(forName: key.name) }

    /// Sets or removes the value of a key.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalidName``, ``SettingsError/Code/locked``, or the code
    ///   for a value beyond the limits. Nothing was changed then.
    public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws(SettingsError) {
      _ = try core(of: key).write(value, forKey: key, origin: value == nil ? .reset : .local)
    }

    /// Changes several keys one after the other, or none if one of them is refused.
    ///
    /// - Returns: `true` if the keys had the expected values.
    /// - Throws: An error of ``set(_:forKey:)``. If several keys are refused, ``SettingsError/reasons`` lists them.
    public func commit(_ changes: SettingsChanges) throws(SettingsError) -> Bool {
      guard hasExpectedValues(changes) else { return false }
      try SettingsBatch.check(changes.values.compactMap { key, value in refusal(of: value, forKey: key) })
      var former: [SettingsKey: SettingsValue?] = [:]
      for (key, value) in changes.values.versionsLast {
        let (expected, old) = (changes.expected[key], self.value(forKey: key))
        let isDone = try core(of: key).write(value, forKey: key, origin: changes.origin.forChange(to: value)) {
          current in
          expected.map { $0 == current } ?? true
        }.isDone
        guard isDone else {
          restore(former, replacing: changes.values)
          return false
        }
        former.updateValue(old, forKey: key)
      }
      return true
    }

    /// Replaces the value of a key if the key has the expected value.
    ///
    /// The operation is atomic within the process, but not with respect to other processes.
    ///
    /// - Returns: `true` if the key had the expected value.
    /// - Throws: An error of ``set(_:forKey:)``.
    public func compareExchange(
      expected: SettingsValue?, desired value: SettingsValue?, forKey key: SettingsKey
    ) throws(SettingsError) -> Bool {
      try core(of: key).write(value, forKey: key, origin: value == nil ? .reset : .local) { $0 == expected }.isDone
    }

    /// Adds an observer of later changes to a key, including changes by other code and processes.
    ///
    /// - Returns: A token to pass to ``removeObserver(_:)``.
    public func observe(
      _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
    ) -> SettingsObservationToken {
      liveValue(forKey: key).observe(onChange)
    }

    /// Removes an observer, or does nothing if the token is unknown.
    public func removeObserver(_ token: SettingsObservationToken) {
      existingCore(of: token.key)?.existingLiveValue(forKey: token.key)?.removeObserver(token)
    }

    /// Returns the keys of a domain that have a value, in no particular order.
    ///
    /// If one suite contains all domains, the method returns all keys of the suite, because it can't distinguish them.
    public func keys(inDomain domain: String) -> [SettingsKey]? {
      let key = SettingsKey(domain: domain, name: "")
      return existingCore(of: key)?.names.map { SettingsKey(domain: domain, name: $0) } ?? []
    }

    /// Returns the reason why the store can't currently write a key: a forced value, or a name that no suite can have.
    public func writeError(forKey key: SettingsKey) -> SettingsError? {
      do throws(SettingsError) { _ = try core(of: key) } catch { return error }
      return layers(forKey: key).writeError(forKey: key)
    }

    /// Returns an error if the setting is secret and the store doesn't allow secrets.
    public func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
      guard traits.contains(.secret), !allowsSecrets else { return nil }
      return .secretRefused(key, by: "UserDefaults", insteadUse: "UserDefaultsSettingsStore(allowsSecrets: true)")
    }

    /// Returns the value of the suite, preceded by a layer named `managed` if an administrator forces the value.
    public func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] {
      let value = value(forKey: key)
      guard existingCore(of: key)?.isForced(key.name) ?? false else {
        return [SettingsLayer.Value(layer: "store", value: value, isWritable: true)]
      }
      return [
        SettingsLayer.Value(layer: UserDefaultsCore.managedLayer, value: value, isWritable: false),
        SettingsLayer.Value(layer: "store", value: nil, isWritable: true),
      ]
    }

    /// Saves every change so far by calling `synchronize()`.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved`` if a suite can't be saved, after all others
    ///   are. The changes stay in memory, and a later call tries again.
    public func flush() throws(SettingsError) { try flush(openCores) }

    private func flush(_ cores: [UserDefaultsCore]) throws(SettingsError) {
      var failure: SettingsError?
      for core in cores {
        do throws(SettingsError) { try core.flush() } catch {
          if failure == nil { failure = error } else { SettingsDiagnostics.report(error) }
        }
      }
      if let failure { throw failure }
    }

    /// Returns the error that a write of a value would throw at present, or `nil` if it would succeed.
    private func refusal(of value: SettingsValue?, forKey key: SettingsKey) -> SettingsError? {
      do throws(SettingsError) {
        try core(of: key).check(value, forKey: key)
        return nil
      } catch {
        return error.at(key)
      }
    }

    private func core(of key: SettingsKey) throws(SettingsError) -> UserDefaultsCore {
      do throws(SettingsError) { return try core(forDomain: key.domain) } catch { throw error.at(key) }
    }

    private func existingCore(of key: SettingsKey) -> UserDefaultsCore? {
      nilOnFailure { try core(forDomain: key.domain) }
    }
  }

  extension UserDefaultsSettingsStore: LiveSettingsStore {
    package func liveValue(forKey key: SettingsKey) -> LiveValue {
      existingCore(of: key)?.liveValue(forKey: key) ?? refusedValue(forKey: key)
    }

    package func write(
      _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
    ) throws -> SettingsRevision? {
      if live.holds(value) { return nil }
      return try core(of: live.key).write(value, forKey: live.key, origin: origin, onCommit: onCommit).revision
    }

    package func compareExchange(
      expected: SettingsValue?, desired value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void
    ) throws -> Bool {
      let origin: SettingsChange.Origin = value == nil ? .reset : .local
      return try core(of: live.key).write(
        value, forKey: live.key, origin: origin, if: { $0 == expected }, onCommit: onCommit
      ).isDone
    }
  }

  extension UserDefaultsSettingsStore {
    /// Returns the place of a setting, which needs no preparation.
    public func open(_ setting: SettingDeclaration) -> SettingCell { cell(of: setting) }

    /// Returns whether the values of a domain are in a suite.
    public func hasReliableValues(inDomain domain: String) -> Bool {
      existingCore(of: SettingsKey(domain: domain, name: "")) != nil
    }

    /// Saves every change so far to the suites of domains.
    ///
    /// - Throws: An error of ``flush()`` for one of these suites.
    public func flush(domains: Set<String>) throws(SettingsError) {
      let needed = domains.compactMap { existingCore(of: SettingsKey(domain: $0, name: "")) }
      try flush(openCores.filter { core in needed.contains { $0 === core } })
    }
  }
#endif
