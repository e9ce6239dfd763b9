#if canImport(Darwin) || UserDefaults
  /// A store that keeps settings in `UserDefaults`, where other code and the command `defaults` find them.
  ///
  /// ```swift
  /// let store = UserDefaultsSettingsStore()
  /// let settings = TimerSettings.make(alternateStore: store)
  /// let shared = UserDefaultsSettingsStore(suiteName: "group.com.example.pomodoro")
  /// ```
  ///
  /// A setting stands under its key's name, with nothing put before it: `TimerSettingsSessionLength`. A value that comes
  /// back to the bit stands as itself, so that `integer(forKey:)` and the like read it; null, whole numbers above
  /// `Int64.max`, NaN with bits of its own, negative zero, text that XML cannot hold, and off Apple's platforms dates with
  /// a part of a second are wrapped in a dictionary of one entry, such as `["$null": ""]`. So every ``SettingsValue`` comes
  /// back as it was.
  ///
  /// A value is what the suite itself holds. What `register(defaults:)` registers, and arguments of launch, are no stored
  /// values; of a setting that an administrator has decided (`objectIsForced(forKey:)`) the decision is the value, the
  /// setting is locked by a layer named `managed`, and writes throw ``SettingsError/Code/locked``.
  ///
  /// Changes of other code are found by comparison: those that `UserDefaults` posts a notification for, and off Apple's
  /// platforms those of other processes, within a tenth of a second after they are on the disk. Whatever else has changed
  /// is found by ``refresh()``. Stores of a process on one suite share their state.
  ///
  /// Off Apple's platforms it needs the package trait `UserDefaults`. There a change is on the disk a tenth of a second
  /// after it was made, and when the process ends by `exit` or by returning from `main`; a process that is killed within
  /// that time loses it. ``FileSettingsStore`` does not.
  public final class UserDefaultsSettingsStore: SettingsStore {
    /// The name of the suite that holds all domains; `nil` if each domain has a suite of its own.
    public let suiteName: String?

    /// Whether settings with the trait ``SettingsTrait/secret`` may be written, in plain text.
    public let allowsSecrets: Bool

    private struct Open {
      var cores: [String: UserDefaultsCore] = [:]
      /// The values of keys that no suite can hold; they never have one.
      var refused: [SettingsKey: LiveValue] = [:]
    }

    private let open = LockedState(Open())
    private let single: UserDefaultsCore?
    private let makeCore: @Sendable (SuiteName) -> UserDefaultsCore

    /// Makes a store that keeps each domain in the suite of its name.
    ///
    /// The domain that is the identifier of the main bundle is in `UserDefaults.standard`.
    ///
    /// - Parameter allowsSecrets: Whether settings with the trait ``SettingsTrait/secret`` may be written, in plain text.
    public convenience init(allowsSecrets: Bool = false) {
      self.init(suiteName: nil, allowsSecrets: allowsSecrets, makeCore: UserDefaultsCores.core)
    }

    /// Makes a store that keeps all domains in one suite, such as that of an app group.
    ///
    /// Two settings with one name share their value, whatever their domains.
    ///
    /// - Parameters:
    ///   - suiteName: The name of the suite; that of the main bundle's identifier is `UserDefaults.standard`.
    ///   - allowsSecrets: Whether settings with the trait ``SettingsTrait/secret`` may be written, in plain text.
    public convenience init(suiteName: String, allowsSecrets: Bool = false) {
      self.init(suiteName: suiteName, allowsSecrets: allowsSecrets, makeCore: UserDefaultsCores.core)
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

    /// Takes over at once what others have changed.
    public func refresh() { for core in openCores { core.reload() } }

    var openCores: [UserDefaultsCore] { single.map { [$0] } ?? open.withLock { Array($0.cores.values) } }

    func core(forDomain domain: String) throws(SettingsError) -> UserDefaultsCore {
      if let single { return single }
      if let core = open.withLock({ $0.cores[domain] }) { return core }
      let core = makeCore(try SuiteName(suiteName ?? domain))
      open.withLock { $0.cores[domain] = core }
      return core
    }

    /// The live value of a key that no suite can hold.
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
    /// The value of a key; `nil` if it has none.
    public func value(forKey key: SettingsKey) -> SettingsValue? { existingCore(of: key)?.value(forName: key.name) }

    /// Changes the value of a key, or removes it.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/invalidName``, ``SettingsError/Code/locked``,
    ///   ``SettingsError/Code/storeUnavailable``, or that of a value beyond the limits. Then nothing was changed.
    public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
      _ = try core(of: key).write(
        value, forKey: key, origin: SettingsChange.Origin(of: value, in: .ofBatch))
    }

    /// Changes the value of a key if it still is the expected one, as one step among the threads of the process.
    ///
    /// Other processes may write in between.
    ///
    /// - Returns: Whether the value was the expected one.
    /// - Throws: What ``set(_:forKey:)`` throws.
    public func exchange(
      _ expected: SettingsValue?, for value: SettingsValue?, forKey key: SettingsKey
    ) throws -> Bool {
      try core(of: key).write(value, forKey: key, origin: value == nil ? .reset : .local) { $0 == expected }.isDone
    }

    /// Adds an observer of later changes of a key, those of other code and processes included.
    ///
    /// - Returns: What ``removeObserver(_:)`` takes.
    public func observe(
      _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
    ) -> SettingsObservationToken {
      liveValue(forKey: key).observe(onChange)
    }

    /// Removes an observer; an unknown token is left alone.
    public func removeObserver(_ token: SettingsObservationToken) {
      existingCore(of: token.key)?.existingLiveValue(forKey: token.key)?.removeObserver(token)
    }

    /// The keys of a domain that have a value, in no particular order.
    ///
    /// In one suite for all domains nobody can tell them apart: then these are all keys of the suite.
    public func keys(inDomain domain: String) -> [SettingsKey]? {
      let key = SettingsKey(domain: domain, name: "")
      return existingCore(of: key)?.names.map { SettingsKey(domain: domain, name: $0) } ?? []
    }

    /// Whether the store takes writes of a key now, as far as it knows.
    public func isWritable(_ key: SettingsKey) -> Bool { existingCore(of: key)?.isWritable(key.name) ?? false }

    /// Why a setting must not be written: it is secret, and the store was not told to keep secrets.
    public func refusal(ofKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
      guard traits.contains(.secret), !allowsSecrets else { return nil }
      return .secretRefused(key, by: "UserDefaults", unlike: "UserDefaultsSettingsStore(allowsSecrets: true)")
    }

    /// What an administrator has forced, as a layer named `managed`, and what the suite holds.
    public func layers(forKey key: SettingsKey) -> [SettingsLayerValue] {
      let value = value(forKey: key)
      guard existingCore(of: key)?.isForced(key.name) ?? false else {
        return [SettingsLayerValue(layer: "store", value: value, takesWrites: true)]
      }
      return [
        SettingsLayerValue(layer: Self.managedLayer, value: value, takesWrites: false),
        SettingsLayerValue(layer: "store", value: nil, takesWrites: true),
      ]
    }

    static let managedLayer = "managed"

    /// Calls `synchronize()`, after which every change so far is on the disk.
    ///
    /// - Throws: ``SettingsError`` with ``SettingsError/Code/notSaved``. Then the changes remain in memory and a later call
    ///   tries again.
    public func flush() throws { for core in openCores { try core.flush() } }

    private func core(of key: SettingsKey) throws(SettingsError) -> UserDefaultsCore {
      do throws(SettingsError) { return try core(forDomain: key.domain) } catch { throw error.at(key) }
    }

    private func existingCore(of key: SettingsKey) -> UserDefaultsCore? {
      do throws(SettingsError) { return try core(forDomain: key.domain) } catch { return nil }
    }
  }

  extension UserDefaultsSettingsStore: LiveSettingsStore {
    package var store: any SettingsStore { self }

    package func liveValue(forKey key: SettingsKey) -> LiveValue {
      existingCore(of: key)?.liveValue(forKey: key) ?? refusedValue(forKey: key)
    }

    package func load(_ live: LiveValue) -> LiveValue.Snapshot {
      live.snapshot ?? LiveValue.Snapshot(value: nil, revision: .initial)
    }

    package func write(
      _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
    ) throws -> SettingsRevision? {
      try core(of: live.key).write(value, forKey: live.key, origin: origin, onCommit: onCommit).revision
    }

    package func exchange(
      _ expected: SettingsValue?, for value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void
    ) throws -> Bool {
      let origin: SettingsChange.Origin = value == nil ? .reset : .local
      return try core(of: live.key).write(
        value, forKey: live.key, origin: origin, if: { $0 == expected }, onCommit: onCommit
      ).isDone
    }

    package func forget(_ live: LiveValue) {}
  }
#endif
