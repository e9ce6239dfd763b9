internal import TypedSettingsCore

/// The settings that take part in synchronization, by the keys of their messages.
struct SyncedSettings: SyncParticipant {
  /// A setting with the store of its writable layer.
  struct Member: Sendable {
    let setting: any LinkedSetting
    let name: String
    let store: any SettingsStore

    var key: SettingsKey { setting.key }
    var link: SettingLink { setting.link }
  }

  /// A domain of a store that can't always read its values.
  private struct Source: Sendable {
    let store: any SettingsStore
    let domain: String
    /// The settings of the domain, and all settings in a unit with them.
    var keys: Set<SettingsKey> = []

    var isReadable: Bool { store.hasReliableValues(inDomain: domain) }
  }

  private(set) var members: [SettingsKey: Member] = [:]
  /// The keys of ``members`` in the order of their declarations; those that the program names come last.
  private(set) var order: [SettingsKey] = []
  private(set) var declarations: [SettingsKey: SyncDeclaration] = [:]
  private(set) var renamedSettings = RenamedSettings()
  private var sources: [Source] = []
  let rules: SyncRules

  /// The rules about several settings.
  let groupRules: RuleCheck

  /// Selects settings.
  ///
  /// - Parameters:
  ///   - groups: The groups.
  ///   - traits: The traits that a setting must have.
  ///   - included: Settings to include whatever their traits are.
  ///   - rules: The rules; only tests leave out some.
  init(of groups: [any SettingsGroup], traits: SettingsTrait, including included: [any Setting], rules: SyncRules) {
    self.rules = rules
    groupRules = RuleCheck(of: groups)
    let named = Set(included.map(\.key))
    for group in groups {
      for (name, setting) in group.allSettings {
        guard named.contains(setting.key) || isSelected(setting, by: traits) else { continue }
        add(setting, named: name)
      }
    }
    for setting in included where !members.values.contains(where: { $0.key == setting.key }) {
      add(setting, named: setting.name)
    }
    let last = order.filter { key in members[key].map { named.contains($0.key) } ?? false }
    order = order.filter { !last.contains($0) } + last
    declare(with: groups)
  }

  private func isSelected(_ setting: any Setting, by traits: SettingsTrait) -> Bool {
    if !rules.contains(.selection) { return true }
    return setting.traits.isSuperset(of: traits)
      && setting.traits.isDisjoint(with: [.deviceLocal, .secret, .transient])
  }

  private mutating func add(_ setting: any Setting, named name: String) {
    guard let setting = setting as? any LinkedSetting else {
      return SettingsDiagnostics.report(
        .notSynchronizable(
          setting.key, "a setting that is a '\(type(of: setting))'",
          advice: "declare it as a 'SettingRecord'; until then it isn't synchronized"))
    }
    let link = setting.link
    guard link.layers.contains(where: \.isWritable) else { return }
    let key = wireKey(of: setting)
    let store = rules.contains(.writableLayer) ? link.writableStore(for: setting) : link.store
    if let other = members[key] {
      if other.key != setting.key {
        SettingsDiagnostics.report(.sameWireKey(setting.key, as: other.key))
      } else if !other.store.sharesValue(with: store, forKey: setting.key) {
        SettingsDiagnostics.report(.inSeveralStores(setting.key))
      }
      return
    }
    members[key] = Member(setting: setting, name: name, store: store)
    order.append(key)
  }

  /// Returns the key of a setting in messages, which is the key on the other side.
  private func wireKey(of setting: any Setting) -> SettingsKey {
    guard rules.contains(.selection), let pair = setting.attributes.watchKey else { return setting.key }
    return SettingsKey(domain: pair.domain ?? setting.domain, name: pair.key)
  }

  private mutating func declare(with groups: [any SettingsGroup]) {
    let units = SyncUnits(of: self, in: groups)
    for (key, member) in members {
      let version = member.link.version?.number ?? 0
      declarations[key] = SyncDeclaration(
        version: UInt32(clamping: version), isSecret: member.setting.traits.contains(.secret),
        unit: units.unit(of: key))
    }
    renamedSettings = RenamedSettings(members.lazy.filter { $0.key == $0.value.key }.map(\.value))
    for (key, member) in members { addSource(of: member, key) }
  }

  private mutating func addSource(of member: Member, _ key: SettingsKey) {
    let (store, domain) = (member.store, member.key.domain)
    let index = sources.firstIndex { $0.store === store && $0.domain == domain } ?? sources.endIndex
    if index == sources.endIndex { sources.append(Source(store: store, domain: domain)) }
    sources[index].keys.formUnion([key] + (declarations[key]?.unit ?? []))
  }

  func description(of key: SettingsKey) -> SyncDescription? {
    members[key].map {
      SyncDescription(name: $0.name, key: $0.key, isSecret: $0.setting.traits.contains(.secret))
    }
  }
}

// MARK: Reading

extension SyncedSettings {
  /// Returns the value of a setting in its writable layer.
  func value(of member: Member) -> SettingsValue? {
    if !rules.contains(.explicitValues) { return member.setting.encodedValue }
    if !rules.contains(.writableLayer) { return member.setting.storedValue }
    return member.link.layers.first { $0.isWritable }?.value
  }

  /// Returns the error for a setting whose value its store hides, or `nil` if the value is known.
  ///
  /// In `UserDefaults`, a value that an administrator forces takes the place of the user's, which comes back later.
  ///
  /// - Parameters:
  ///   - value: The value of the setting in its writable layer.
  ///   - member: The setting.
  /// - Returns: The error.
  func lock(hiding value: SettingsValue?, of member: Member) -> SettingsError? {
    if value != nil { return nil }
    for key in [member.key] + member.link.aliases {
      if let error = member.store.writeError(forKey: key), error.code == .locked { return error.at(member.key) }
    }
    return nil
  }

  /// Returns the content of a setting, ``SyncContent/unread(digest:)`` if its store hides it or can't be read at
  /// present, or `nil` if it's unknown.
  ///
  /// The content is unknown after a newer version of the program has migrated the value. A migrated value is no change,
  /// and its form is unknown to this version.
  func storedContent(of key: SettingsKey) -> SyncContent? {
    guard let member = members[key] else { return nil }
    // The store may become readable at any time, so a value counts only if the store was readable before it was read.
    if isUnread(key) { return .unread(digest: 0) }
    var value = value(of: member)
    if value == nil {
      if lock(hiding: value, of: member) != nil { return .unread(digest: 0) }
      // A lock may have ended between the two.
      value = self.value(of: member)
    }
    if isUnread(key) || value?.unreadableForm != nil { return .unread(digest: 0) }
    return member.link.version?.isOlderThanValues == true ? nil : SyncContent(value)
  }

  /// Returns a Boolean value that indicates whether the store of a setting, or of another one in its unit, can't be
  /// read.
  ///
  /// The settings of a unit are stamped together, so their values have to be known together.
  func isUnread(_ key: SettingsKey) -> Bool { sources.contains { $0.keys.contains(key) && !$0.isReadable } }

  /// The contents that stores have instead of the persisted ones, which they can't read.
  var unreliableContents: [SettingsKey: SyncContent] {
    var contents: [SettingsKey: SyncContent] = [:]
    for source in sources where !source.isReadable {
      var found: [SettingsKey: SyncContent] = [:]
      for key in source.keys { found[key] = members[key].map { SyncContent(value(of: $0)) } }
      // Otherwise these may be the persisted ones.
      if !source.isReadable { contents.merge(found) { $1 } }
    }
    return contents
  }

  /// Returns the contents of all settings.
  func contents() -> [SettingsKey: SyncContent] {
    members.keys.reduce(into: [:]) { contents, key in contents[key] = content(of: key) }
  }

  /// Returns the contents of settings, and of all settings in a unit with them.
  func contents(of keys: some Sequence<SettingsKey>) -> [SettingsKey: SyncContent] {
    var contents: [SettingsKey: SyncContent] = [:]
    for key in keys {
      for member in [key] + (declarations[key]?.unit ?? []) where contents[member] == nil {
        contents[member] = content(of: member)
      }
    }
    return contents
  }

  var migratedDigests: [SettingsKey: UInt64] {
    members.reduce(into: [:]) { digests, element in
      // A migration that has failed can still change the value.
      do throws(SettingsError) { try element.value.link.version?.checkMigration() } catch { return }
      digests[element.key] = content(of: element.key)?.digest
    }
  }

  var places: [SyncClaim.Place: SettingsKey] {
    Dictionary(members.values.map { (SyncClaim.Place($0.key, in: $0.store), $0.key) }) { first, _ in first }
  }

  func lastWrite(of key: SettingsKey) -> UInt64? {
    guard let member = members[key] else { return nil }
    return member.store.documentStore?.lastWrite(inDomain: member.key.domain)
  }

  var volatileKeys: Set<SettingsKey> { Set(members.filter { !$0.value.store.isPersistent }.keys) }

  /// Observes the writable layer of all settings.
  func observe(_ signal: (SettingsKey) -> ChangeSignal) -> SyncObservation {
    SyncObservation(
      members.flatMap { key, member in
        let signal = signal(key)
        return ([member.key] + member.link.aliases).map { member.store.observe($0, raising: signal) }
      })
  }
}

// MARK: Stores

extension SyncedSettings {
  func followStores(_ onChange: @escaping @Sendable () -> Void) async {
    let stores = Dictionary(sources.map { (ObjectIdentifier($0.store), $0.store) }) { first, _ in first }
    await withDiscardingTaskGroup { tasks in
      for store in stores.values { tasks.addTask { await store.followReliability(onChange) } }
    }
  }

  func flush(_ keys: some Collection<SettingsKey>) throws {
    var stores: [ObjectIdentifier: any SettingsStore] = [:]
    var domains: [ObjectIdentifier: Set<String>] = [:]
    for member in keys.compactMap({ members[$0] }) {
      let identifier = ObjectIdentifier(member.store)
      stores[identifier] = member.store
      domains[identifier, default: []].formUnion(([member.key] + member.link.aliases).map(\.domain))
    }
    for (identifier, store) in stores {
      try store.flush(domains: domains[identifier] ?? [])
    }
  }
}

extension SettingsStore {
  /// Raises a signal when the value of a key changes.
  ///
  /// - Returns: A closure that ends that.
  fileprivate func observe(_ key: SettingsKey, raising signal: ChangeSignal) -> @Sendable () -> Void {
    if let live = sharedValue(forKey: key) {
      live.add(signal)
      return { live.remove(signal) }
    }
    let token = observe(key) { _ in signal.raiseAndNotify() }
    return { self.removeObserver(token) }
  }

  /// Returns whether this store and another one share the value of a key.
  ///
  /// Stores of the same file, or of the same suite, share their values.
  fileprivate func sharesValue(with other: any SettingsStore, forKey key: SettingsKey) -> Bool {
    if self === other { return true }
    guard let live = sharedValue(forKey: key) else { return false }
    return live === other.sharedValue(forKey: key)
  }
}

extension SettingLink {
  /// Returns the store of the writable layer, without layers and routes.
  func writableStore(for setting: any Setting) -> any SettingsStore {
    var store = versionedStore
    while true {
      let inner = store.writeTarget(forKey: setting.key)
      let next = inner.store(forKey: setting.key, traits: setting.traits)
      if next === store { return store }
      store = next
    }
  }
}

extension SettingsError {
  static func notSynchronizable(_ key: SettingsKey, _ found: String, advice: String) -> SettingsError {
    SettingsError(.syncRefused, key: key, found: found, advice: advice)
  }

  fileprivate static func inSeveralStores(_ key: SettingsKey) -> SettingsError {
    .notSynchronizable(
      key, "a setting of several groups, whose values are in different stores",
      advice: "pass one of the groups; until then only the value of the first one is synchronized")
  }

  static func sameWireKey(_ key: SettingsKey, as other: SettingsKey) -> SettingsError {
    .notSynchronizable(
      key, "a setting with the same key on the other side as '\(other)'",
      advice: "give one of them another 'watchKey'; until then this one isn't synchronized")
  }
}
