internal import TypedSettings

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
    /// The domains in which a group of the program has a version.
    var versionedDomains: Set<String> = []

    /// Returns the key on this device of a key in messages.
    func deviceKey(of key: SettingsKey) -> SettingsKey { descriptions[key]?.key ?? key }
  }

  /// The values, by the keys of messages, so that they're the same before a setting is declared.
  let values: any ConditionalBatchStore
  /// The same store, if it can't always read its values.
  private let recoverable: (any RecoverableStore)?
  private let state = LockedState(State())

  init(in values: any ConditionalBatchStore) {
    self.values = values
    recoverable = values as? any RecoverableStore
  }

  /// A key that has a value once the copy has a state of synchronization.
  private static let mark = SettingsKey(domain: "$sync", name: "$copy")

  /// A Boolean value that indicates whether the copy has had a state of synchronization.
  var isMarked: Bool { values.value(forKey: Self.mark) != nil }

  /// Records that the copy has a state of synchronization.
  func mark() throws { try values.set(true, forKey: Self.mark) }

  /// Adds a setting, and reports one whose key in messages belongs to another setting.
  ///
  /// - Returns: The key in messages, or `nil` if the setting was added before or can't be added.
  func declare(_ setting: SettingDeclaration) -> SettingsKey? {
    let pair = setting.attributes.watchKey
    let wireKey = pair.map { SettingsKey(domain: $0.domain ?? setting.key.domain, name: $0.key) } ?? setting.key
    let description = SyncDescription(name: setting.name, key: setting.key, isSecret: false)
    let unit = setting.attributes.syncUnit.map { SettingsKey(domain: setting.key.domain, name: $0) }
    let (isNew, error) = state.withLock { state -> (Bool, SettingsError?) in
      if let other = state.descriptions[wireKey] {
        if other.key == setting.key || state.duplicates[setting.key] != nil { return (false, nil) }
        let error = SettingsError.sameWireKey(setting.key, as: other.key)
        state.duplicates[setting.key] = error
        return (false, error)
      }
      state.descriptions[wireKey] = description
      state.wireKeys[setting.key] = wireKey
      if let unit { state.units[unit, default: []].append(wireKey) }
      return (true, nil)
    }
    if let error { SettingsDiagnostics.report(error) }
    return isNew ? wireKey : nil
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
    let content = SyncContent(values.value(forKey: key))
    return isReadable ? content : .unread(digest: 0)
  }

  /// A Boolean value that indicates whether the values are the persisted ones.
  var isReadable: Bool { recoverable?.hasReliableValues(inDomain: Self.mark.domain) ?? true }

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
        let value = try entry.content.value()
        if value != nil, let version = versions[domain(of: key)], entry.version > version.number {
          throw .newerEntry(key, than: version.number)
        }
        changes.updateValue(value, forKey: key)
        application.outcomes[key] = .applied(digest: entry.digest)
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
    for version in newVersions.values {
      changes.updateValue(.integer(Int64(version.number)), forKey: version.key)
    }
    do {
      let isDone = try SettingsChange.Origin.$batchOrigin.withValue(.sync) {
        try values.set(changes, ifUnchanged: expected)
      }
      if !isDone { return SyncApplication(changed: Array(entries.keys)) }
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
    for (key, saved) in contents { changes.updateValue(try value(of: saved, forKey: key), forKey: key) }
    do {
      _ = try SettingsChange.Origin.$batchOrigin.withValue(origin) { try values.set(changes, ifUnchanged: [:]) }
    } catch {
      throw .wrapping(error)
    }
  }

  /// Returns the value of a content of the copy's version, because the copy migrates no values.
  func value(of saved: SyncVersionedContent, forKey key: SettingsKey) throws(SettingsError) -> SettingsValue? {
    let value = try saved.content.value()
    let version = version(of: SettingsKey(domain: domain(of: key), name: key.name))
    if value != nil, saved.version != version { throw .newerEntry(key, than: version) }
    return value
  }

  func followStores(_ onChange: @escaping @Sendable () -> Void) async { await recoverable?.followReliability(onChange) }

  func flush(_ keys: some Collection<SettingsKey>) throws { if !keys.isEmpty { try values.flush() } }

  /// Observes nothing, because the store reports its own writes and those of other processes.
  func observe(_ signal: (SettingsKey) -> ChangeSignal) -> SyncObservation { SyncObservation([]) }
}

// MARK: Versions

extension MirroredSettings {
  /// The version of a domain's values in the copy.
  private struct Version {
    let key: SettingsKey
    /// The stored version, or `nil` if there is none.
    let found: SettingsValue?
    var number: UInt32
    /// A Boolean value that indicates whether the version has to be stored with the first value that has one.
    var isNew = false
  }

  /// Records that a group of the program has a version in a domain.
  ///
  /// - Returns: `true` if that wasn't known before.
  func declareVersion(inDomain domain: String) -> Bool {
    state.withLock { $0.versionedDomains.insert(domain).inserted }
  }

  /// Returns the domain on this device of a key in messages.
  private func domain(of key: SettingsKey) -> String { state.withLock { $0.deviceKey(of: key).domain } }

  /// Returns the versions that domains have once entries are applied.
  ///
  /// A copy without a version gets that of its first values. Otherwise, a later run would migrate these values, which
  /// have their current form already. Values in a domain without a versioned group have the version 0.
  private func versions(of entries: [SettingsKey: SyncEntry]) -> [String: Version] {
    let versioned = state.withLock { $0.versionedDomains }
    var versions: [String: Version] = [:]
    for (key, entry) in entries where entry.content != .reset {
      let domain = domain(of: key)
      var version = versions[domain] ?? storedVersion(inDomain: domain)
      if version.found == nil, versioned.contains(domain), entry.version > version.number {
        (version.number, version.isNew) = (entry.version, true)
      }
      versions[domain] = version
    }
    return versions
  }

  private func storedVersion(inDomain domain: String) -> Version {
    let key = SettingsMigration.versionKey(inDomain: domain)
    return Version(key: key, found: values.value(forKey: key), number: version(of: key))
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
