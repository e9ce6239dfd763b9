/// A store that holds changes to other stores until they are applied.
///
/// A change of a setting includes its older names: the draft reads and changes them together, as one value.
final class DraftStore: SettingsStore {
  struct State {
    /// The value of each key when the draft first read or changed it.
    var seen: [SettingsKey: SettingsValue?] = [:]
    /// The values of each changed key when the draft changed it.
    var base: [SettingsKey: StoredValue] = [:]
    /// The assignments that were refused in contexts that can't throw, in order.
    var refusals: [(key: SettingsKey, error: SettingsError)] = []
    /// A Boolean value that indicates whether the draft's instance has been created.
    var hasInstance = false
  }

  /// A policy for assignments that are refused in contexts that can't throw.
  enum RefusalPolicy {
    /// Keeps the refusal until the transaction throws.
    case collect
    /// Reports the refusal, and keeps it until the setting accepts another value or the error is thrown.
    case report
  }

  /// The changes; each is an array of the new value, or an empty array for a removal.
  let edits = InMemorySettingsStore()
  let state = LockedState(State())
  private let observers = CombinedObservers()
  private let settings: [SettingsKey: StoredSetting]
  /// The key of the setting that each older name belongs to.
  private let owners: [SettingsKey: SettingsKey]
  /// The keys that several settings have in different stores, so that one change can't represent them.
  let dividedKeys: Set<SettingsKey>
  /// The store of keys without a setting.
  private let others: any SettingsStore
  private let refusalPolicy: RefusalPolicy

  /// Creates a draft of changes to settings.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - refusalPolicy: The policy for assignments that are refused in contexts that can't throw.
  init(of settings: [StoredSetting], refusalPolicy: RefusalPolicy) {
    var dividedKeys: Set<SettingsKey> = []
    let drafted = Dictionary(settings.map { ($0.key, $0) }) { first, second in
      if !first.isStored(in: second.store) { dividedKeys.insert(first.key) }
      return first
    }
    self.settings = drafted
    self.dividedKeys = dividedKeys
    owners = drafted.values.reduce(into: [:]) { owners, setting in
      for alias in setting.aliases where drafted[alias] == nil { owners[alias] = setting.key }
    }
    others = settings.first?.store ?? InMemorySettingsStore()
    self.refusalPolicy = refusalPolicy
  }

  /// Returns the setting with a key, or one without older names for a key that isn't a setting's.
  func drafted(_ key: SettingsKey) -> StoredSetting {
    settings[key] ?? StoredSetting(key: key, in: owners[key].flatMap { settings[$0] }?.store ?? others)
  }

  /// Returns the stored value of a key, without the draft's change.
  func storedValue(forKey key: SettingsKey) -> SettingsValue? { drafted(key).view.value(forKey: key) }

  func value(forKey key: SettingsKey) -> SettingsValue? {
    // A layer above the writable one decides before the change.
    if edit(of: key) != nil { return layers(forKey: key).first(where: \.isDeciding)?.value }
    // A change of a setting replaces the values of its older names.
    if let owner = owners[key], edit(of: owner) != nil { return nil }
    let value = storedValue(forKey: key)
    state.withLock { if $0.seen[key] == nil { $0.seen.updateValue(value, forKey: key) } }
    return value
  }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    if let error = drafted(key).view.writeError(forKey: key) { throw error }
    stage(value, forKey: key)
  }

  func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool {
    if let error = drafted(key).view.writeError(forKey: key) { throw error }
    let edit = edits.value(forKey: key)
    guard self.value(forKey: key) == expected else { return false }
    return stage(value, forKey: key, replacing: .some(edit))
  }

  func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void)
    -> SettingsObservationToken
  {
    var sources: [(store: any SettingsStore, key: SettingsKey)] = [(edits, key)]
    // A transaction runs again if a value that it has read changes, so it doesn't follow the stores.
    if refusalPolicy == .report {
      let setting = drafted(key)
      sources += [(setting.view, key)] + setting.layerSources
    }
    return observers.observeValue(ofKey: key, in: self, derivedFrom: sources, onChange: onChange)
  }

  func removeObserver(_ token: SettingsObservationToken) { observers.remove(token) }

  func keys(inDomain domain: String) -> [SettingsKey]? {
    // Settings usually share a store, whose keys are listed once.
    var seen: Set<ObjectIdentifier> = []
    let stores = ([others] + settings.filter { $0.key.domain == domain }.map(\.value.store))
      .filter { seen.insert(ObjectIdentifier($0)).inserted }
    let lists = stores.compactMap { $0.keys(inDomain: domain) }
    if lists.isEmpty { return nil }
    return Set(lists.joined()).union(edited.filter { $0.domain == domain }).filter { value(forKey: $0) != nil }
  }

  func writeError(forKey key: SettingsKey) -> SettingsError? { drafted(key).view.writeError(forKey: key) }

  /// Returns whether the value of a key is saved, or is to be replaced by a change.
  func isSaved(_ key: SettingsKey) -> Bool { edit(of: key) != nil || drafted(key).view.isSaved(key) }

  func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    drafted(key).store.refusal(forKey: key, traits: traits)
  }

  func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] {
    let layers = drafted(key).view.layers(forKey: key)
    guard let edit = edit(of: key) else { return layers }
    let changed = SettingsLayer.Value(layer: "draft", value: edit.value, isWritable: true)
    guard layers.contains(where: \.isWritable) else { return [changed] + layers }
    return layers.map { $0.isWritable ? changed : $0 }
  }

  /// Returns the store for a setting that the draft's instance creates in a store of its own.
  ///
  /// - Parameters:
  ///   - key: The setting's key.
  ///   - traits: The setting's traits.
  ///   - store: The store of the setting's group.
  /// - Returns: The draft, if it holds the changes of the setting; otherwise the setting's own store.
  func store(forKey key: SettingsKey, traits: SettingsTrait, insteadOf store: any SettingsStore) -> any SettingsStore {
    let own = store.store(forKey: key, traits: traits)
    let holder = traits.contains(.transient) ? TransientValues.store(for: own) : own
    guard let setting = settings[key], !dividedKeys.contains(key) else { return own }
    return setting.isStored(in: holder) || setting.isInMemory(likeIn: holder) ? self : own
  }
}

// MARK: Refusals

extension DraftStore {
  /// The assignments that were refused in contexts that can't throw.
  var refusals: [SettingsError] { state.withLock { $0.refusals.map(\.error) } }

  /// Records an assignment that was refused in a context that can't throw.
  func refuse(_ error: SettingsError, forKey key: SettingsKey) {
    state.withLock { $0.refusals.append((key, error)) }
    if refusalPolicy == .report { SettingsDiagnostics.report(error) }
  }

  /// Discards the refusals of a setting that has accepted a value.
  func accept(_ key: SettingsKey) {
    guard refusalPolicy == .report else { return }
    state.withLock { state in state.refusals.removeAll { $0.key == key } }
  }

  /// Returns the refusals, and discards them.
  func takeRefusals() -> [SettingsError] {
    state.withLock { state in
      defer { state.refusals = [] }
      return state.refusals.map(\.error)
    }
  }
}

extension DraftStore: StagingStore {
  func open(_ setting: SettingDeclaration) -> SettingCell {
    let drafted = drafted(setting.key)
    let connection = drafted.connection ?? drafted.store.open(setting.lookup).connection
    // The draft resolves the older names of its settings.
    let aliases = drafted.aliases.isEmpty ? connection.unresolvedAliases : []
    return SettingCell(
      observing: self, forKey: setting.key, aliases: aliases, hasLayers: connection.hasLayers, draft: self)
  }

  func writeTarget(forKey key: SettingsKey) -> any SettingsStore {
    let drafted = drafted(key)
    return drafted.version?.store ?? drafted.store
  }

  var isPersistent: Bool { others.isPersistent }
}
