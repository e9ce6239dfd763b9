internal import TypedSettingsCore

/// The settings of another device, by the keys of messages, in memory or in a file.
final class MirroredSettings: SyncParticipant {
  private struct State {
    /// The settings by the keys in messages.
    var descriptions: [SettingsKey: SyncDescription] = [:]
    /// The keys in messages by the keys on this device.
    var wireKeys: [SettingsKey: SettingsKey] = [:]
    /// The settings that can't be synchronized, because another setting has their key in messages.
    var duplicates: [SettingsKey: SettingsError] = [:]
    /// The keys in messages by the names of their units.
    var units: [SettingsKey: [SettingsKey]] = [:]
    /// The keys that earlier runs have synchronized, whether or not this one declares them.
    var knownKeys: Set<SettingsKey> = []
    /// The versions that the groups of settings have, by the keys in messages.
    var versions: [SettingsKey: DeclaredVersion] = [:]

    /// Returns the key on this device of a key in messages.
    func deviceKey(of key: SettingsKey) -> SettingsKey { descriptions[key]?.key ?? key }

    /// Adds the version that the group of a setting has.
    ///
    /// - Returns: `true` if it's greater than the versions of earlier groups with the setting.
    mutating func add(_ version: DeclaredVersion?, forKey key: SettingsKey) -> Bool {
      guard let version, versions[key].map({ $0.number < version.number }) ?? true else { return false }
      versions[key] = version
      return true
    }

    /// Returns the greatest version of the groups with settings of a domain; `nil` if none has a version.
    func version(inDomain domain: String) -> DeclaredVersion? {
      versions.filter { deviceKey(of: $0.key).domain == domain }.values.max { $0.number < $1.number }
    }
  }

  /// The values, by the keys of messages, so that they're the same before a setting is declared.
  let values: any SettingsStore
  private let state = LockedState(State())

  init(in values: any SettingsStore) { self.values = values }

  /// A key that has a value once the copy has a state of synchronization.
  private static let mark = SettingsKey(domain: "$sync", name: "$copy")

  /// A Boolean value that indicates whether the copy has had a state of synchronization.
  var isMarked: Bool { values.value(forKey: Self.mark) != nil }

  /// Records that the copy has a state of synchronization.
  func mark() throws { try values.set(true, forKey: Self.mark) }

  /// Adds a setting or its version, and reports a setting whose key in messages belongs to another one.
  ///
  /// - Returns: The key in messages, and whether no group had the setting before; `nil` if the setting can't be added,
  ///   or if an earlier group had it with the same version.
  func declare(_ setting: SettingDeclaration) -> (key: SettingsKey, isNew: Bool)? {
    let pair = setting.attributes.watchKey
    let wireKey = pair.map { SettingsKey(domain: $0.domain ?? setting.key.domain, name: $0.key) } ?? setting.key
    let description = SyncDescription(name: setting.name, key: setting.key, isSecret: false)
    let unit = setting.attributes.syncUnit.map { SettingsKey(domain: setting.key.domain, name: $0) }
    let (isNew, isNewer, error) = state.withLock { state -> (Bool, Bool, SettingsError?) in
      if let other = state.descriptions[wireKey] {
        if other.key == setting.key { return (false, state.add(setting.version, forKey: wireKey), nil) }
        if state.duplicates[setting.key] != nil { return (false, false, nil) }
        let error = SettingsError.sameWireKey(setting.key, as: other.key)
        state.duplicates[setting.key] = error
        return (false, false, error)
      }
      state.descriptions[wireKey] = description
      state.wireKeys[setting.key] = wireKey
      if let unit { state.units[unit, default: []].append(wireKey) }
      return (true, state.add(setting.version, forKey: wireKey), nil)
    }
    if let error { SettingsDiagnostics.report(error) }
    return isNew || isNewer ? (key: wireKey, isNew: isNew) : nil
  }

  /// The error for a setting whose key in messages belongs to another setting; otherwise `nil`.
  func refusal(of key: SettingsKey) -> SettingsError? { state.withLock { $0.duplicates[key] } }

  /// Returns the key in messages of a key on this device.
  func wireKey(of key: SettingsKey) -> SettingsKey { state.withLock { $0.wireKeys[key] } ?? key }

  /// Returns the keys on this device, in a domain, that have a value.
  func keys(inDomain domain: String) -> [SettingsKey] {
    let (wireKeys, descriptions) = state.withLock { ($0.wireKeys, $0.descriptions) }
    let others = (values.keys(inDomain: domain) ?? []).filter { descriptions[$0] == nil }
    return others + wireKeys.filter { $0.key.domain == domain && values.value(forKey: $0.value) != nil }.keys
  }

  var hasVariableDeclarations: Bool { true }

  var declarations: [SettingsKey: SyncDeclaration] {
    let state = state.withLock { $0 }
    var declarations: [SettingsKey: SyncDeclaration] = [:]
    for key in state.knownKeys.union(state.descriptions.keys) {
      declarations[key] = SyncDeclaration(version: version(of: state.deviceKey(of: key)))
    }
    for unit in state.units.values where unit.count > 1 {
      for key in unit { declarations[key]?.unit = unit }
    }
    return declarations
  }

  /// Returns the settings of earlier runs.
  ///
  /// The others are added while the session runs, because the values that they have were set for the other device.
  /// If the state was lost, all settings join the group again.
  func declarations(restoring memory: SyncReplicaState?) -> [SettingsKey: SyncDeclaration] {
    guard let memory else { return declarations }
    state.withLock { $0.knownKeys = Set(memory.records.keys) }
    return declarations.filter { memory.records[$0.key] != nil }
  }

  /// Returns the version that a group has recorded for the values of a key's domain.
  private func version(of key: SettingsKey) -> UInt32 {
    guard case .integer(let version)? = values.value(forKey: SettingsMigration.versionKey(inDomain: key.domain))
    else { return 0 }
    return UInt32(clamping: version)
  }

  func description(of key: SettingsKey) -> SyncDescription? { state.withLock { $0.descriptions[key] } }

  func storedContent(of key: SettingsKey) -> SyncContent? {
    // The store may become readable between the two.
    guard isReadable else { return .unread(digest: 0) }
    let value = values.value(forKey: key)
    return isReadable && value?.unreadableForm == nil ? SyncContent(value) : .unread(digest: 0)
  }

  /// A Boolean value that indicates whether the values are the persisted ones.
  var isReadable: Bool { values.hasReliableValues(inDomain: Self.mark.domain) }

  var unreliableContents: [SettingsKey: SyncContent] {
    if isReadable { return [:] }
    var contents: [SettingsKey: SyncContent] = [:]
    for key in allKeys { contents[key] = SyncContent(values.value(forKey: key)) }
    // Otherwise these may be the persisted ones.
    return isReadable ? [:] : contents
  }

  private var allKeys: Set<SettingsKey> { state.withLock { $0.knownKeys.union($0.descriptions.keys) } }

  func contents() -> [SettingsKey: SyncContent] { contents(of: allKeys) }

  func contents(of keys: some Sequence<SettingsKey>) -> [SettingsKey: SyncContent] {
    let declarations = declarations
    return keys.reduce(into: [:]) { contents, key in
      for member in [key] + (declarations[key]?.unit ?? []) { contents[member] = content(of: member) }
    }
  }

  func apply(_ entries: [SettingsKey: SyncEntry], over digests: [SettingsKey: UInt64]) -> SyncApplication {
    var application = SyncApplication()
    if !isReadable {
      for key in entries.keys { application.hold(key, for: SettingsError.storeUnreadable.at(key)) }
      return application
    }
    let versions = versions(of: entries)
    var (changes, expected): ([SettingsKey: SettingsValue?], [SettingsKey: SettingsValue?]) = ([:], [:])
    for (key, entry) in entries {
      let current = values.value(forKey: key)
      if SyncContent(current).digest != digests[key] { application.changed.append(key) }
      expected.updateValue(current, forKey: key)
      do throws(SettingsError) {
        var value = try entry.content.value()
        if let received = value, let version = versions[domain(of: key)] {
          value = try form(of: received, from: entry.version, forKey: key, in: version)
        }
        changes.updateValue(value, forKey: key)
        application.outcomes[key] = .applied(digest: SyncContent(value).digest)
      } catch {
        application.hold(key, for: error.at(key))
      }
    }
    if !application.changed.isEmpty { return application }
    application.holdUnits(of: entries)
    changes = changes.filter { application.refusals[$0.key] == nil }
    let written = Set(changes.keys.map { domain(of: $0) })
    let newVersions = versions.filter { $0.value.isNew && written.contains($0.key) }
    for version in versions.values { expected.updateValue(version.found, forKey: version.key) }
    for version in newVersions.values { changes.updateValue(version.mark, forKey: version.key) }
    do {
      if try !values.commit(SettingsChanges(changes, ifUnchanged: expected, origin: .sync)) {
        return SyncApplication(changed: Array(entries.keys))
      }
    } catch  where SettingsError.isUnsavedChange(error) {
      SettingsDiagnostics.report(.wrapping(error))
    } catch {
      for key in changes.keys where entries[key] != nil { application.hold(key, for: .wrapping(error, key: key)) }
      return application
    }
    for key in newVersions.isEmpty ? [] : allKeys {
      application.versions[key] = newVersions[domain(of: key)]?.number
    }
    return application
  }

  func set(_ contents: [SettingsKey: SyncVersionedContent], origin: SettingsChange.Origin) throws(SettingsError) {
    var changes: [SettingsKey: SettingsValue?] = [:]
    for (key, saved) in contents {
      let value = try value(of: saved, forKey: key)
      changes.updateValue(value, forKey: key)
      let version = version(inDomain: domain(of: key))
      if value != nil, version.isNew { changes.updateValue(version.mark, forKey: version.key) }
    }
    do {
      _ = try values.commit(SettingsChanges(changes, origin: origin))
    } catch {
      throw .wrapping(error)
    }
  }

  func value(of saved: SyncVersionedContent, forKey key: SettingsKey) throws(SettingsError) -> SettingsValue? {
    guard let value = try saved.content.value() else { return nil }
    return try form(of: value, from: saved.version, forKey: key, in: version(inDomain: domain(of: key)))
  }

  func followStores(_ onChange: @escaping @Sendable () -> Void) async { await values.followReliability(onChange) }

  func flush(_ keys: some Collection<SettingsKey>) throws { if !keys.isEmpty { try values.flush() } }

  /// Observes nothing, because the store reports its own writes and the writes of other processes.
  func observe(_ signal: (SettingsKey) -> ChangeSignal) -> SyncObservation { SyncObservation([]) }
}

// MARK: Versions

extension MirroredSettings {
  /// The version of the values that a domain of the copy can have.
  private struct Version {
    let key: SettingsKey
    /// The stored version, or `nil` if there is none.
    let found: SettingsValue?
    var number: UInt32
    /// The version of the domain's groups, whose migrations received values need; `nil` if none has a version.
    var declared: DeclaredVersion?
    /// The reason why no value can be stored, or `nil` if values can be.
    var refusal: SettingsError?

    /// The version as a stored value.
    var mark: SettingsValue { .integer(Int64(number)) }

    /// A Boolean value that indicates whether the version has to be stored together with the next value.
    ///
    /// Otherwise, a later run would migrate the value, which has its current form already.
    var isNew: Bool { declared != nil && refusal == nil && found != mark }
  }

  /// Returns the domain on this device of a key in messages.
  private func domain(of key: SettingsKey) -> String { state.withLock { $0.deviceKey(of: key).domain } }

  /// Returns the versions that domains have once entries are applied.
  private func versions(of entries: [SettingsKey: SyncEntry]) -> [String: Version] {
    entries.reduce(into: [:]) { versions, entry in
      if entry.value.content == .reset { return }
      let domain = domain(of: entry.key)
      if versions[domain] == nil { versions[domain] = version(inDomain: domain) }
    }
  }

  /// Returns the version that the values of a domain have once one of them is stored.
  ///
  /// It's the version of the groups, which have migrated the values, whatever version a received value has. While no
  /// group of the program has a version, it's the stored one, or 0.
  private func version(inDomain domain: String) -> Version {
    let declared = state.withLock { $0.version(inDomain: domain) }
    let key = SettingsMigration.versionKey(inDomain: domain)
    var version = Version(key: key, found: values.value(forKey: key), number: 0, declared: declared)
    switch version.found {
    case .integer(let number)? where declared.map({ number <= $0.number }) ?? true:
      version.number = UInt32(clamping: number)
    case .some where declared != nil: version.refusal = .fromNewerVersion
    case .some, nil: break
    }
    guard let declared, version.refusal == nil else { return version }
    version.number = UInt32(clamping: declared.number)
    do throws(SettingsError) { try declared.checkMigration() } catch { version.refusal = error }
    return version
  }

  /// Returns a received value in the form that it has in a version.
  ///
  /// Migrations know a setting by its name on this device. A value of another version therefore waits until a group
  /// declares its setting.
  ///
  /// - Throws: An error if the value can't be stored.
  private func form(
    of value: SettingsValue, from number: UInt32, forKey key: SettingsKey, in version: Version
  ) throws(SettingsError) -> SettingsValue {
    if let refusal = version.refusal { throw refusal }
    if number == version.number { return value }
    guard number < version.number, let declared = version.declared, let name = description(of: key)?.key.name else {
      throw .newerEntry(key, than: version.number)
    }
    let members = [name: value, SettingsMigration.versionKeyName: Int(number).settingsValue]
    guard let form = try declared.migrated(members)[name] else { throw .newerEntry(key, than: version.number) }
    return form
  }
}

extension SyncApplication {
  fileprivate mutating func hold(_ key: SettingsKey, for reason: SettingsError) {
    outcomes[key] = .held
    refusals[key] = reason
  }

  /// Keeps all members of a unit apart if one of them is.
  fileprivate mutating func holdUnits(of entries: [SettingsKey: SyncEntry]) {
    for (refused, reason) in refusals {
      guard let unit = entries[refused]?.unit else { continue }
      for (key, entry) in entries where entry.unit == unit && refusals[key] == nil {
        hold(key, for: .partOfRefusedUnit(key, reason))
      }
    }
  }
}
