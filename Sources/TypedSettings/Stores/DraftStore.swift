/// Changes that are kept apart from the stores they are for, until they are applied.
final class DraftStore: SettingsStore {
  struct State {
    /// What the stores held when a key was first read or changed here.
    var seen: [SettingsKey: SettingsValue?] = [:]
    /// What the stores held when a key was changed here; of the keys that are changed.
    var base: [SettingsKey: SettingsValue?] = [:]
    /// The assignments that were refused in places that can't throw, in their order.
    var refusals: [(key: SettingsKey, error: SettingsError)] = []
  }

  /// What becomes of an assignment that is refused in a place that can't throw.
  enum RefusalPolicy {
    /// It is kept until the transaction throws.
    case collect
    /// It is reported, and kept until the setting takes another value or the draft is applied.
    case report
  }

  /// The changes: a list of the new value, and an empty one for a value that is removed.
  let edits = InMemorySettingsStore()
  let state = LockedState(State())
  private let observers = CombinedObservers()
  private let stores: [SettingsKey: any SettingsStore]
  /// The store of the keys that no setting has, such as the version of a domain.
  private let others: any SettingsStore
  private let refusalPolicy: RefusalPolicy

  /// Makes a draft of what stores hold.
  ///
  /// - Parameters:
  ///   - stores: The store of each setting's key and older names.
  ///   - others: The store of other keys.
  ///   - refusalPolicy: What becomes of an assignment that is refused in a place that can't throw.
  init(of stores: [SettingsKey: any SettingsStore], others: any SettingsStore, refusalPolicy: RefusalPolicy) {
    self.stores = stores
    self.others = others
    self.refusalPolicy = refusalPolicy
  }

  func base(of key: SettingsKey) -> any SettingsStore {
    stores[key] ?? stores.first { $0.key.domain == key.domain }?.value ?? others
  }

  func value(forKey key: SettingsKey) -> SettingsValue? {
    if let edit = edit(of: key) { return edit.value ?? fallback(ofKey: key) }
    let value = base(of: key).value(forKey: key)
    state.withLock { if $0.seen[key] == nil { $0.seen.updateValue(value, forKey: key) } }
    return value
  }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    if let obstacle = base(of: key).obstacle(ofKey: key) { throw obstacle }
    keep(value, forKey: key, replacing: nil)
  }

  func exchange(_ expected: SettingsValue?, for value: SettingsValue?, forKey key: SettingsKey) throws -> Bool {
    if let obstacle = base(of: key).obstacle(ofKey: key) { throw obstacle }
    let present = edits.value(forKey: key)
    guard self.value(forKey: key) == expected else { return false }
    return keep(value, forKey: key, replacing: .some(present))
  }

  func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void) -> SettingsObservationToken {
    observers.observe(key, in: [(store: edits, key: key), (store: base(of: key), key: key)]) { [weak self] change, _ in
      guard let self else { return }
      onChange(SettingsChange(key: key, value: value(forKey: key), origin: change.origin))
    }
  }

  func removeObserver(_ token: SettingsObservationToken) { observers.remove(token) }

  func keys(inDomain domain: String) -> [SettingsKey]? {
    let stores = [others] + stores.filter { $0.key.domain == domain }.map(\.value)
    let lists = stores.compactMap { $0.keys(inDomain: domain) }
    if lists.isEmpty { return nil }
    return Set(lists.joined()).union(edited.filter { $0.domain == domain }).filter { value(forKey: $0) != nil }
  }

  func isWritable(_ key: SettingsKey) -> Bool { base(of: key).isWritable(key) }

  func refusal(ofKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    base(of: key).refusal(ofKey: key, traits: traits)
  }

  func layers(forKey key: SettingsKey) -> [SettingsLayerValue] {
    let layers = base(of: key).layers(forKey: key)
    guard let edit = edit(of: key) else { return layers }
    return layers.map {
      $0.takesWrites ? SettingsLayerValue(layer: "draft", value: edit.value, takesWrites: true) : $0
    }
  }

  /// The value that decides a key whose own value is removed.
  private func fallback(ofKey key: SettingsKey) -> SettingsValue? {
    base(of: key).layers(forKey: key).first { $0.decides && !$0.takesWrites }?.value
  }
}

// MARK: Refusals

extension DraftStore {
  /// The assignments that were refused in places that can't throw.
  var refusals: [SettingsError] { state.withLock { $0.refusals.map(\.error) } }

  /// Takes notice of an assignment that was refused in a place that can't throw.
  func refuse(_ error: SettingsError, forKey key: SettingsKey) {
    state.withLock { $0.refusals.append((key, error)) }
    if refusalPolicy == .report { SettingsDiagnostics.report(error) }
  }

  /// Takes notice of a value that a setting takes.
  func accept(_ key: SettingsKey) {
    guard refusalPolicy == .report else { return }
    state.withLock { state in state.refusals.removeAll { $0.key == key } }
  }

  /// Returns the refusals, and forgets them.
  func takeRefusals() -> [SettingsError] {
    state.withLock { state in
      defer { state.refusals = [] }
      return state.refusals.map(\.error)
    }
  }
}

extension DraftStore: ResolvingStore {
  func declare(_ setting: ResolvableSetting) -> Bool { base(of: setting.key).resolve(setting) }

  func adoptAliases(ofKey key: SettingsKey) -> Bool { false }
}

extension DraftStore {
  /// A change that is not applied yet.
  struct Edit: Sendable {
    /// What the key had when it was changed.
    let base: SettingsValue?
    /// What it is to have; `nil` for nothing.
    let value: SettingsValue?
  }

  /// What nobody else may change while a draft is applied.
  enum Expectation {
    /// All that was read or changed in the draft.
    case seen
    /// What was changed in the draft, and other keys with what they had.
    case changed(and: [SettingsKey: SettingsValue?])
  }

  /// The change of a key; `nil` if it has none.
  func edit(of key: SettingsKey) -> Edit? {
    guard case .array(let list)? = edits.value(forKey: key) else { return nil }
    return Edit(base: state.withLock { $0.base[key] ?? nil }, value: list.first)
  }

  /// Forgets the change of a key.
  func revert(_ key: SettingsKey) {
    edits.set(nil, forKey: key)
    state.withLock { $0.base[key] = nil }
  }

  /// The keys that are changed.
  var edited: [SettingsKey] { state.withLock { Array($0.base.keys) } }

  /// Forgets all changes and refusals.
  func revertAll() {
    for key in edited { revert(key) }
    _ = takeRefusals()
  }

  /// The keys that have a change and another value in their store than when they were changed.
  var conflicts: Set<SettingsKey> {
    Set(
      edited.filter { key in
        guard let edit = edit(of: key) else { return false }
        let present = base(of: key).value(forKey: key)
        return present != edit.base && present != edit.value
      })
  }

  /// Makes all changes in the stores, and forgets them here.
  ///
  /// - Parameter expectation: What nobody may have changed meanwhile.
  /// - Returns: Whether that held; if not, nothing was changed.
  /// - Throws: What a store throws.
  func apply(expecting expectation: Expectation) throws -> Bool {
    if case .changed = expectation {
      // What somebody else has brought about as well is no change any more.
      for key in edited where edit(of: key)?.value == base(of: key).value(forKey: key) { revert(key) }
    }
    var batch = SettingsBatch()
    let expected = state.withLock { state in
      switch expectation {
      case .seen: state.seen
      case .changed(let others): state.base.merging(others) { base, _ in base }
      }
    }
    for (key, value) in expected { batch.expect(value, forKey: key, in: base(of: key)) }
    for key in edited {
      if let edit = edit(of: key) { batch.change(key, to: edit.value, in: base(of: key)) }
    }
    do { guard try batch.write() else { return false } } catch {
      if SettingsError.isOfUnsavedChange(error) { revertAll() }
      throw error
    }
    revertAll()
    return true
  }

  /// Takes what the store has now for what a key had when it was changed.
  func overwrite(_ key: SettingsKey) {
    let present = base(of: key).value(forKey: key)
    state.withLock { if $0.base[key] != nil { $0.base.updateValue(present, forKey: key) } }
  }

  /// Keeps a change; one that leaves a key as it is in its store is none.
  @discardableResult
  func keep(
    _ value: SettingsValue?, forKey key: SettingsKey, replacing expected: SettingsValue??
  ) -> Bool {
    accept(key)
    let present = base(of: key).value(forKey: key)
    let base = state.withLock { state -> SettingsValue? in
      if state.seen[key] == nil { state.seen.updateValue(present, forKey: key) }
      if state.base[key] == nil { state.base.updateValue(present, forKey: key) }
      return state.base[key] ?? nil
    }
    // Said with its type, because without an optional around it the literal is a value.
    let edit: SettingsValue? = value == base && value == present ? nil : .array(value.map { [$0] } ?? [])
    if let expected {
      guard edits.exchange(expected, for: edit, forKey: key) else { return false }
    } else {
      edits.set(edit, forKey: key)
    }
    if edit == nil { revert(key) }
    return true
  }
}
