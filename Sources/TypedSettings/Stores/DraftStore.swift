/// A store that holds changes to other stores until they are applied.
final class DraftStore: SettingsStore {
  struct State {
    /// The stored value of each key when the draft first read or changed it.
    var seen: [SettingsKey: SettingsValue?] = [:]
    /// The stored value of each changed key when the draft changed it.
    var base: [SettingsKey: SettingsValue?] = [:]
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
  private let stores: [SettingsKey: any SettingsStore]
  /// The store of keys without a setting, such as the version of a domain.
  private let others: any SettingsStore
  private let refusalPolicy: RefusalPolicy

  /// Creates a draft of changes to stores.
  ///
  /// - Parameters:
  ///   - stores: The store of each setting's key and older names.
  ///   - others: The store of other keys.
  ///   - refusalPolicy: The policy for assignments that are refused in contexts that can't throw.
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
    if let error = base(of: key).writeError(forKey: key) { throw error }
    stage(value, forKey: key, replacing: nil)
  }

  func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool {
    if let error = base(of: key).writeError(forKey: key) { throw error }
    let edit = edits.value(forKey: key)
    guard self.value(forKey: key) == expected else { return false }
    return stage(value, forKey: key, replacing: .some(edit))
  }

  func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void) -> SettingsObservationToken {
    let sources: [(store: any SettingsStore, key: SettingsKey)] = [(edits, key), (base(of: key), key)]
    return observers.observeValue(ofKey: key, in: self, derivedFrom: sources, onChange: onChange)
  }

  func removeObserver(_ token: SettingsObservationToken) { observers.remove(token) }

  func keys(inDomain domain: String) -> [SettingsKey]? {
    let stores = [others] + stores.filter { $0.key.domain == domain }.map(\.value)
    let lists = stores.compactMap { $0.keys(inDomain: domain) }
    if lists.isEmpty { return nil }
    return Set(lists.joined()).union(edited.filter { $0.domain == domain }).filter { value(forKey: $0) != nil }
  }

  func isWritable(_ key: SettingsKey) -> Bool { base(of: key).isWritable(key) }

  func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    base(of: key).refusal(forKey: key, traits: traits)
  }

  func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] {
    let layers = base(of: key).layers(forKey: key)
    guard let edit = edit(of: key) else { return layers }
    return layers.map {
      $0.isWritable ? SettingsLayer.Value(layer: "draft", value: edit.value, isWritable: true) : $0
    }
  }

  /// Returns the effective value of a key after its own value is removed.
  private func fallback(ofKey key: SettingsKey) -> SettingsValue? {
    base(of: key).layers(forKey: key).first { $0.isDeciding && !$0.isWritable }?.value
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
  func declare(_ setting: ResolvableSetting) -> Bool { base(of: setting.key).resolve(setting) }

  func adoptAliases(ofKey key: SettingsKey) -> Bool { false }
}

extension DraftStore {
  /// A change that isn't applied yet.
  struct Edit: Sendable {
    /// The stored value of the key when it was changed.
    let base: SettingsValue?
    /// The new value of the key, or `nil` for a removal.
    let value: SettingsValue?
  }

  /// The stored values that must be unchanged for a draft to be applied.
  enum Expectation {
    /// All values that were read or changed in the draft.
    case seen
    /// The values that were changed in the draft, and the given values of other keys.
    case changed(and: [SettingsKey: SettingsValue?])
  }

  /// Returns the change of a key, or `nil` if it has none.
  func edit(of key: SettingsKey) -> Edit? {
    guard case .array(let list)? = edits.value(forKey: key) else { return nil }
    return Edit(base: state.withLock { $0.base[key] ?? nil }, value: list.first)
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
        let current = base(of: key).value(forKey: key)
        return current != edit.base && current != edit.value
      })
  }

  /// Writes all changes to the stores, and discards them here.
  ///
  /// - Parameter expectation: The stored values that must be unchanged.
  /// - Returns: `true` if these values were unchanged; otherwise, nothing was written.
  /// - Throws: The error of a store.
  func apply(expecting expectation: Expectation) throws -> Bool {
    if case .changed = expectation {
      // An edit is redundant if its key already has the new value.
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
      if SettingsError.isUnsavedChange(error) { revertAll() }
      throw error
    }
    revertAll()
    return true
  }

  /// Rebases the change of a key on its current stored value, so that applying the draft overwrites it.
  func overwrite(_ key: SettingsKey) {
    let current = base(of: key).value(forKey: key)
    state.withLock { if $0.base[key] != nil { $0.base.updateValue(current, forKey: key) } }
  }

  /// Adds a change of a key, or discards the key's change if the value equals the stored one.
  @discardableResult
  private func stage(
    _ value: SettingsValue?, forKey key: SettingsKey, replacing expected: SettingsValue??
  ) -> Bool {
    accept(key)
    let current = base(of: key).value(forKey: key)
    let base = state.withLock { state -> SettingsValue? in
      if state.seen[key] == nil { state.seen.updateValue(current, forKey: key) }
      if state.base[key] == nil { state.base.updateValue(current, forKey: key) }
      return state.base[key] ?? nil
    }
    // The type annotation is necessary: without an optional type, the literal `nil` is a value.
    let edit: SettingsValue? = value == base && value == current ? nil : .array(value.map { [$0] } ?? [])
    if let expected {
      guard edits.compareExchange(expected: expected, desired: edit, forKey: key) else { return false }
    } else {
      edits.set(edit, forKey: key)
    }
    if edit == nil { revert(key) }
    return true
  }
}
