#if canImport(Darwin) || UserDefaults
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
