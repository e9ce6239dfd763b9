internal import TypedSettingsCore

extension MigrationPreview {
  /// Creates a preview without migrated values.
  convenience init() {
    let domains = MigratedDomains()
    self.init { MigrationPreviewStore($0, domains) }
  }
}

/// The migrated values of domains, by the store that has the values of an older version.
private final class MigratedDomains: Sendable {
  struct Place: Hashable {
    let store: ObjectIdentifier
    let domain: String
  }

  struct Values {
    /// The stored version from which the values were migrated.
    let version: SettingsValue?
    var values: [String: SettingsValue]
  }

  private let state = LockedState<[Place: Values]>([:])

  /// Returns the migrated values of a domain, or `nil` if the values of the store are of the present version.
  func values(inDomain domain: String, of store: any SettingsStore) -> [String: SettingsValue]? {
    let place = Place(store: ObjectIdentifier(store), domain: domain)
    guard let migrated = state.withLock({ $0[place] }) else { return nil }
    // Another process may have stored the migrated values in the meantime.
    let version = store.value(forKey: SettingsMigration.versionKey(inDomain: domain))
    return version == migrated.version ? migrated.values : nil
  }

  func set(_ values: [String: SettingsValue], inDomain domain: String, of store: any SettingsStore) {
    let version = store.value(forKey: SettingsMigration.versionKey(inDomain: domain))
    let place = Place(store: ObjectIdentifier(store), domain: domain)
    state.withLock { $0[place] = Values(version: version, values: values) }
  }
}

/// A view of a store in which migrations take effect without being stored.
private final class MigrationPreviewStore: WrappingSettingsStore {
  let base: any SettingsStore
  private let domains: MigratedDomains

  init(_ base: any SettingsStore, _ domains: MigratedDomains) {
    self.base = base
    self.domains = domains
  }

  func wrapping(_ store: any SettingsStore) -> any SettingsStore { MigrationPreviewStore(store, domains) }

  /// Returns the migrated values of a domain in the store that a write would change, or `nil` if there are none.
  private func migrated(forKey key: SettingsKey) -> [String: SettingsValue]? {
    domains.values(inDomain: key.domain, of: base.writeTarget(forKey: key))
  }

  func value(forKey key: SettingsKey) -> SettingsValue? {
    guard let migrated = migrated(forKey: key) else { return base.value(forKey: key) }
    if key.isVersion || base.writeTarget(forKey: key) === base { return migrated[key.name] }
    return layers(forKey: key).first(where: \.isDeciding)?.value
  }

  func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] {
    let layers = base.layers(forKey: key)
    guard let migrated = migrated(forKey: key) else { return layers }
    return layers.map { layer in
      guard layer.isWritable else { return layer }
      return SettingsLayer.Value(layer: layer.layer, value: migrated[key.name], isWritable: true)
    }
  }

  func keys(inDomain domain: String) -> [SettingsKey]? {
    let key = SettingsMigration.versionKey(inDomain: domain)
    guard let migrated = migrated(forKey: key) else { return base.keys(inDomain: domain) }
    return migrated.keys.map { SettingsKey(domain: domain, name: $0) }
  }

  /// Keeps a migration in memory, and refuses other changes, which the migrated values would hide.
  func commit(_ changes: SettingsChanges) throws -> Bool {
    guard let domain = changes.values.keys.first(where: \.isVersion)?.domain else { throw SettingsError.isPreview }
    guard hasExpectedValues(changes) else { return false }
    var values: [String: SettingsValue] = [:]
    for key in keys(inDomain: domain) ?? [] { values[key.name] = value(forKey: key) }
    for (key, value) in changes.values { values[key.name] = value }
    domains.set(values, inDomain: domain, of: base)
    return true
  }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws { throw SettingsError.isPreview }

  func compareExchange(
    expected: SettingsValue?, desired: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool { throw SettingsError.isPreview }

  func open(_ setting: SettingDeclaration) -> SettingCell {
    // The layers of the base judge their values by the declaration.
    _ = base.open(setting.unversioned)
    return SettingCell(of: setting, in: store(forKey: setting.key, traits: setting.traits))
  }

  func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    base.observe(key) { [weak self] change in
      onChange(
        SettingsChange(
          key: key, oldValue: change.oldValue, newValue: self?.value(forKey: key), origin: change.origin))
    }
  }
}

extension SettingsError {
  fileprivate static var isPreview: SettingsError { .readOnly("a store whose migration is only previewed") }
}
