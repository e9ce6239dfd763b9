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
  private let settings: [SettingsKey: DraftedSetting]
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
  init(of settings: [DraftedSetting], refusalPolicy: RefusalPolicy) {
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
  func drafted(_ key: SettingsKey) -> DraftedSetting {
    settings[key] ?? DraftedSetting(key: key, in: owners[key].flatMap { settings[$0] }?.store ?? others)
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
    stage(value, forKey: key, replacing: nil)
  }

  func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool {
    if let error = drafted(key).view.writeError(forKey: key) { throw error }
    let edit = edits.value(forKey: key)
    guard self.value(forKey: key) == expected else { return false }
    return stage(value, forKey: key, replacing: .some(edit))
  }

  func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void) -> SettingsObservationToken {
    let setting = drafted(key)
    let sources: [(store: any SettingsStore, key: SettingsKey)] = [(edits, key), (setting.view, key)]
    return observers.observeValue(
      ofKey: key, in: self, derivedFrom: sources + setting.layerSources, onChange: onChange)
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

  func isWritable(_ key: SettingsKey) -> Bool { drafted(key).view.isWritable(key) }

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

extension DraftStore: ResolvingStore {
  func declare(_ setting: ResolvableSetting) -> Bool {
    let drafted = drafted(setting.key)
    return drafted.store.resolve(setting) || !drafted.aliases.isEmpty
  }

  func adoptAliases(ofKey key: SettingsKey) -> Bool { false }

  func hasLayers(forKey key: SettingsKey) -> Bool? { drafted(key).store.hasKnownLayers(forKey: key) }

  func writableStore(forKey key: SettingsKey) -> any SettingsStore {
    let drafted = drafted(key)
    return drafted.version?.store ?? drafted.store
  }
}

extension DraftStore {
  /// A change that isn't applied yet.
  struct Edit: Sendable {
    /// The value of the key when it was changed.
    let base: SettingsValue?
    /// The new value of the key, or `nil` for a removal.
    let value: SettingsValue?

    /// The value of the key among the draft's changes.
    var form: SettingsValue { Self.form(of: value) }

    static func form(of value: SettingsValue?) -> SettingsValue { .array(value.map { [$0] } ?? []) }
  }

  /// Registers an access to the change of a key with Swift Observation.
  ///
  /// A change that stores the value of another layer doesn't change the setting's value.
  func accessEdit(of key: SettingsKey) { edits.liveValue(forKey: key).accessStoredValue() }

  /// Returns the change of a key, or `nil` if it has none.
  func edit(of key: SettingsKey) -> Edit? {
    guard case .array(let list)? = edits.value(forKey: key) else { return nil }
    return Edit(base: state.withLock { $0.base[key]?.effective }, value: list.first)
  }

  /// Discards the change of a key.
  func revert(_ key: SettingsKey) {
    edits.set(nil, forKey: key)
    alignBase(of: key)
  }

  /// Discards a change of a key, unless the key was changed again.
  ///
  /// - Returns: `true` if the change was discarded.
  @discardableResult
  func discard(_ edit: Edit, of key: SettingsKey) -> Bool {
    guard edits.compareExchange(expected: edit.form, desired: nil, forKey: key) else { return false }
    alignBase(of: key)
    return true
  }

  /// Ensures that a key has a base if it's changed, and none otherwise, even if another thread changes it meanwhile.
  private func alignBase(of key: SettingsKey) {
    let isMissing = state.withLock { state in
      if edits.value(forKey: key) != nil { return state.base[key] == nil }
      state.base[key] = nil
      return false
    }
    guard isMissing else { return }
    let current = drafted(key).storedValue
    state.withLock { if $0.base[key] == nil, edits.value(forKey: key) != nil { $0.base[key] = current } }
  }

  /// The changed keys.
  var edited: [SettingsKey] { state.withLock { Array($0.base.keys) } }

  /// Discards all changes and refusals.
  func revertAll() {
    for key in edited { revert(key) }
    _ = takeRefusals()
  }

  /// The changed keys whose stored value has also changed since.
  var conflicts: Set<SettingsKey> {
    Set(
      edited.filter { key in
        guard let edit = edit(of: key) else { return false }
        let current = storedValue(forKey: key)
        return current != edit.base && current != edit.value
      })
  }

  /// Rebases the change of a key on its current stored value, so that applying the draft overwrites it.
  func overwrite(_ key: SettingsKey) {
    let current = drafted(key).storedValue
    state.withLock { if $0.base[key] != nil { $0.base[key] = current } }
  }

  /// Adds a change of a key, or discards the key's change if the value equals the stored one.
  @discardableResult
  private func stage(
    _ value: SettingsValue?, forKey key: SettingsKey, replacing expected: SettingsValue??
  ) -> Bool {
    accept(key)
    let current = drafted(key).storedValue
    let base = state.withLock { state -> StoredValue in
      if state.seen[key] == nil { state.seen.updateValue(current.effective, forKey: key) }
      let base = state.base[key] ?? current
      state.base[key] = base
      return base
    }
    let edit: SettingsValue? = value == base.own && value == current.own ? nil : Edit.form(of: value)
    defer { alignBase(of: key) }
    if let expected { return edits.compareExchange(expected: expected, desired: edit, forKey: key) }
    edits.set(edit, forKey: key)
    return true
  }
}

/// A setting that a draft can change, in the store of its group.
struct DraftedSetting: Sendable {
  let key: SettingsKey
  /// The store of the setting.
  let store: any SettingsStore
  /// The store, or a view of it that resolves the older names.
  let view: any SettingsStore
  /// The older names that the store itself doesn't resolve.
  let aliases: [SettingsKey]
  /// All older names.
  let olderNames: [SettingsKey]
  /// The version of the domain's values.
  let version: DomainVersion?

  /// Describes a key of a store.
  init(
    key: SettingsKey, in store: any SettingsStore, aliases: [SettingsKey] = [], olderNames: [SettingsKey] = [],
    version: DomainVersion? = nil
  ) {
    self.key = key
    self.store = store
    self.aliases = aliases
    self.olderNames = olderNames
    self.version = version
    view = aliases.isEmpty ? store : AliasingStore(store, key: key, aliases: aliases)
  }

  /// The version that a change of the store has to write; `nil` in a draft of a draft, because nothing is stored yet.
  var versionToMark: DomainVersion? { store is DraftStore ? nil : version }

  /// The layers other than the writable one.
  ///
  /// The stored value can hide a value of these layers, and a change in a draft can put it into effect. The store
  /// doesn't notify its observers of changes of a hidden value, so a draft observes these layers too.
  var layerSources: [(store: any SettingsStore, key: SettingsKey)] {
    otherLayers(of: store).flatMap { layer in ([key] + olderNames).map { (store: layer, key: $0) } }
  }

  /// Returns the stores of the layers other than the writable one, also inside the store of the writable layer.
  private func otherLayers(of store: any SettingsStore) -> [any SettingsStore] {
    guard let layered = store as? LayeredSettingsStore else {
      // Routes and wrapping stores can lead to layers.
      let next = (store as? any ResolvingStore)?.decidingStore(forKey: key)
      return next.map { otherLayers(of: $0) } ?? []
    }
    let target = layered.layers.firstIndex { $0.isWritable }
    return layered.layers.enumerated().flatMap { index, layer -> [any SettingsStore] in
      index == target ? otherLayers(of: layer.store) : [layer.store]
    }
  }

  /// The present values.
  var storedValue: StoredValue {
    let effective = view.value(forKey: key)
    guard let layer = view.ownLayer(forKey: key) else { return StoredValue(effective: effective, own: effective) }
    return StoredValue(effective: effective, own: layer.value)
  }

  /// Makes a batch depend on the value.
  ///
  /// - Returns: `false` if the value is another one.
  func expect(_ value: SettingsValue?, in batch: inout SettingsBatch) -> Bool {
    let found = ([key] + aliases).map { (key: $0, value: store.value(forKey: $0)) }
    // Through the view, because a locked older name takes precedence over the key.
    guard view.value(forKey: key) == value else { return false }
    for (key, value) in found { batch.expect(value, forKey: key, in: store) }
    return true
  }

  /// Adds a change of the value to a batch, which includes the removal of older names.
  func change(to value: SettingsValue?, in batch: inout SettingsBatch) {
    batch.change(key, to: value, in: store)
    for alias in (view as? AliasingStore)?.storedAliases ?? [] { batch.change(alias, to: nil, in: store) }
  }
}

extension DraftedSetting {
  /// Returns a Boolean value that indicates whether a write of the key in another store changes the same value.
  func isStored(in other: any SettingsStore) -> Bool { store === other || place(in: store) === place(in: other) }

  /// Returns a Boolean value that indicates whether the key's store and another one are both in memory, and the key has
  /// no value in the other one.
  ///
  /// This is the case if each instance of a group creates a store of its own in memory.
  func isInMemory(likeIn other: any SettingsStore) -> Bool {
    target(in: store) is InMemorySettingsStore && target(in: other) is InMemorySettingsStore
      && other.value(forKey: key) == nil
  }

  /// Returns the live value that a write of the key in a store changes, or the store itself if it has none.
  private func place(in store: any SettingsStore) -> AnyObject {
    let target = target(in: store)
    // Two stores of the same file have one live value.
    if let liveStore = target as? any LiveSettingsStore { return liveStore.liveValue(forKey: key) }
    return target
  }

  /// Returns the store that a write of the key in a store changes.
  private func target(in store: any SettingsStore) -> any SettingsStore {
    let next = store.writeTarget(forKey: key)
    return next === store ? store : target(in: next)
  }
}

/// The values that a store holds for a key.
struct StoredValue: Hashable, Sendable {
  /// The value in effect.
  let effective: SettingsValue?
  /// The value that a write replaces, which is that of the writable layer.
  let own: SettingsValue?
}
