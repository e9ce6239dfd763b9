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
  }

  /// A policy for assignments that are refused in contexts that can't throw.
  enum RefusalPolicy {
    /// Keeps the refusal until the transaction throws.
    case collect
    /// Reports the refusal, and keeps it until the setting accepts another value or the draft is applied.
    case report
  }

  /// The changes; each is an array of the new value, or an empty array for a removal.
  let edits = InMemorySettingsStore()
  let state = LockedState(State())
  private let observers = CombinedObservers()
  private let settings: [SettingsKey: DraftedSetting]
  /// The key of the setting that each older name belongs to.
  private let owners: [SettingsKey: SettingsKey]
  /// The store of keys without a setting.
  private let others: any SettingsStore
  private let refusalPolicy: RefusalPolicy

  /// Creates a draft of changes to settings.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - refusalPolicy: The policy for assignments that are refused in contexts that can't throw.
  init(of settings: [DraftedSetting], refusalPolicy: RefusalPolicy) {
    let drafted = Dictionary(settings.map { ($0.key, $0) }) { first, _ in first }
    self.settings = drafted
    owners = drafted.values.reduce(into: [:]) { owners, setting in
      for alias in setting.aliases where drafted[alias] == nil { owners[alias] = setting.key }
    }
    others = settings.first?.store ?? InMemorySettingsStore()
    self.refusalPolicy = refusalPolicy
  }

  /// Returns the setting with a key, or one without older names for a key that isn't a setting's.
  private func drafted(_ key: SettingsKey) -> DraftedSetting {
    settings[key] ?? DraftedSetting(key: key, in: owners[key].flatMap { settings[$0] }?.store ?? others)
  }

  /// Returns the stored value of a key, without the draft's change.
  func storedValue(forKey key: SettingsKey) -> SettingsValue? { drafted(key).view.value(forKey: key) }

  func value(forKey key: SettingsKey) -> SettingsValue? {
    if let edit = edit(of: key) { return edit.value ?? fallback(ofKey: key) }
    // A change of a setting replaces the values of its older names.
    if let owner = owners[key], edit(of: owner) != nil { return nil }
    let value = storedValue(forKey: key)
    state.withLock { if $0.seen[key] == nil { $0.seen.updateValue(value, forKey: key) } }
    return value
  }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    if let error = drafted(key).store.writeError(forKey: key) { throw error }
    stage(value, forKey: key, replacing: nil)
  }

  func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool {
    if let error = drafted(key).store.writeError(forKey: key) { throw error }
    let edit = edits.value(forKey: key)
    guard self.value(forKey: key) == expected else { return false }
    return stage(value, forKey: key, replacing: .some(edit))
  }

  func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void) -> SettingsObservationToken {
    let sources: [(store: any SettingsStore, key: SettingsKey)] = [(edits, key), (drafted(key).view, key)]
    return observers.observeValue(ofKey: key, in: self, derivedFrom: sources, onChange: onChange)
  }

  func removeObserver(_ token: SettingsObservationToken) { observers.remove(token) }

  func keys(inDomain domain: String) -> [SettingsKey]? {
    let stores = [others] + settings.filter { $0.key.domain == domain }.map(\.value.store)
    let lists = stores.compactMap { $0.keys(inDomain: domain) }
    if lists.isEmpty { return nil }
    return Set(lists.joined()).union(edited.filter { $0.domain == domain }).filter { value(forKey: $0) != nil }
  }

  func isWritable(_ key: SettingsKey) -> Bool { drafted(key).store.isWritable(key) }

  func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    drafted(key).store.refusal(forKey: key, traits: traits)
  }

  func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] {
    let layers = drafted(key).view.layers(forKey: key)
    guard let edit = edit(of: key) else { return layers }
    return layers.map {
      $0.isWritable ? SettingsLayer.Value(layer: "draft", value: edit.value, isWritable: true) : $0
    }
  }

  /// Returns the effective value of a key after its own value is removed.
  private func fallback(ofKey key: SettingsKey) -> SettingsValue? {
    drafted(key).view.layers(forKey: key).first { $0.isDeciding && !$0.isWritable }?.value
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

  func hasLayers(forKey key: SettingsKey) -> Bool { drafted(key).hasLayers }

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
  }

  /// The stored values that must be unchanged for a draft to be applied.
  enum Expectation {
    /// The values of all settings that were read or changed in the draft.
    case seen
    /// The values of the settings that were changed in the draft, and the given values of others.
    case changed(and: [SettingsKey: SettingsValue?])
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
    state.withLock { $0.base[key] = nil }
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

  /// Writes all changes to the stores, and discards them here.
  ///
  /// - Parameter expectation: The values that must be unchanged.
  /// - Returns: `true` if these values were unchanged; otherwise, nothing was written.
  /// - Throws: The error of a store.
  func apply(expecting expectation: Expectation) throws -> Bool {
    // First, because this can run migrations that change the stores.
    let marks = try DomainMarks(of: edited.compactMap { settings[$0]?.versionToMark })
    if case .changed = expectation {
      for key in edited { rebaseIfEqual(key) }
    }
    var batch = SettingsBatch()
    let edits = edited.sorted(by: Self.areInOrder).compactMap { key in edit(of: key).map { (key: key, edit: $0) } }
    if !edits.isEmpty { marks.add(to: &batch) }
    let expected = state.withLock { state in
      switch expectation {
      case .seen: state.seen
      case .changed(let others): state.base.mapValues(\.effective).merging(others) { base, _ in base }
      }
    }
    for (key, value) in expected.sorted(by: { Self.areInOrder($0.key, $1.key) }) {
      guard drafted(key).expect(value, in: &batch) else { return false }
    }
    for (key, edit) in edits { drafted(key).change(to: edit.value, in: &batch) }
    do {
      guard try batch.write() else {
        marks.invalidate()
        return false
      }
    } catch {
      if SettingsError.isUnsavedChange(error) { didApply(marks) }
      throw error
    }
    didApply(marks)
    return true
  }

  private static func areInOrder(_ left: SettingsKey, _ right: SettingsKey) -> Bool {
    (left.domain, left.name) < (right.domain, right.name)
  }

  private func didApply(_ marks: DomainMarks) {
    marks.confirm()
    revertAll()
  }

  /// Rebases the change of a key on its current stored value, so that applying the draft overwrites it.
  func overwrite(_ key: SettingsKey) {
    let current = drafted(key).storedValue
    state.withLock { if $0.base[key] != nil { $0.base[key] = current } }
  }

  /// Discards the change of a key that already has the new value.
  ///
  /// If another layer has it, the change still stores it.
  private func rebaseIfEqual(_ key: SettingsKey) {
    guard let edit = edit(of: key) else { return }
    let current = drafted(key).storedValue
    if edit.value == current.own { return revert(key) }
    if edit.value == current.effective { state.withLock { if $0.base[key] != nil { $0.base[key] = current } } }
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
    // The type annotation is necessary: without an optional type, the literal `nil` is a value.
    let edit: SettingsValue? = value == base.own && value == current.own ? nil : .array(value.map { [$0] } ?? [])
    if let expected {
      guard edits.compareExchange(expected: expected, desired: edit, forKey: key) else { return false }
    } else {
      edits.set(edit, forKey: key)
    }
    if edit == nil { revert(key) }
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
  /// The version of the domain's values.
  let version: DomainVersion?

  /// Describes a key of a store.
  init(
    key: SettingsKey, in store: any SettingsStore, aliases: [SettingsKey] = [], version: DomainVersion? = nil
  ) {
    self.key = key
    self.store = store
    self.aliases = aliases
    self.version = version
    view = aliases.isEmpty ? store : AliasingStore(store, key: key, aliases: aliases)
  }

  /// The version that a change of the store has to write; `nil` in a draft of a draft, because nothing is stored yet.
  var versionToMark: DomainVersion? { store is DraftStore ? nil : version }

  /// A Boolean value that indicates whether the value can come from a layer other than the writable one.
  var hasLayers: Bool { (store as? any ResolvingStore)?.hasLayers(forKey: key) ?? false }

  /// The present values.
  var storedValue: StoredValue {
    let effective = view.value(forKey: key)
    return StoredValue(effective: effective, own: hasLayers ? view.ownValue(forKey: key) : effective)
  }

  /// Makes a batch depend on the value.
  ///
  /// - Returns: `false` if the value is another one.
  func expect(_ value: SettingsValue?, in batch: inout SettingsBatch) -> Bool {
    let found = ([key] + aliases).map { (key: $0, value: store.value(forKey: $0)) }
    guard found.lazy.compactMap(\.value).first == value else { return false }
    for (key, value) in found { batch.expect(value, forKey: key, in: store) }
    return true
  }

  /// Adds a change of the value to a batch, which includes the removal of older names.
  func change(to value: SettingsValue?, in batch: inout SettingsBatch) {
    batch.change(key, to: value, in: store)
    for alias in (view as? AliasingStore)?.storedAliases ?? [] { batch.change(alias, to: nil, in: store) }
  }
}

/// The values that a store holds for a key.
struct StoredValue: Hashable, Sendable {
  /// The value in effect.
  let effective: SettingsValue?
  /// The value that a write replaces, which is that of the writable layer.
  let own: SettingsValue?
}
