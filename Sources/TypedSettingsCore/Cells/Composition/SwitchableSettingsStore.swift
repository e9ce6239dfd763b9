/// A store that can be replaced by another one while groups use it.
///
/// ```swift
/// let home = FileSettingsStore(file: URL(filePath: "/home/me/.config/pomodoro/home.json"))
/// let work = FileSettingsStore(file: URL(filePath: "/home/me/.config/pomodoro/work.json"))
/// let profiles = SwitchableSettingsStore(home)
/// let settings = TimerSettings.make(alternateStore: profiles)
/// try profiles.switch(to: work)     // every setting now has its value in the other file
/// ```
///
/// A switch changes each setting whose value differs, and notifies observers after all of them have their new values. A
/// write lands wholly in the store before the switch or in the one after it. A transaction that reads a value before a
/// switch runs again if the value differs in the new store; a draft then has a conflict.
///
/// To keep layers across switches, make the switchable store the writable layer of a ``LayeredSettingsStore``.
public final class SwitchableSettingsStore: SettingsStore {
  private let selection: SelectedStore
  package let values: DerivedValues
  private let declarations = LockedState<[SettingsKey: SettingDeclaration]>([:])
  /// A lock that a switch holds, so that two switches don't overlap.
  private let gate = ExclusiveAccess()
  /// A store that leads to the writable layers of the same stores; `nil` in such a store.
  private let writable: SwitchableSettingsStore?

  /// Creates a store.
  ///
  /// - Parameter store: The store that holds the values until the first switch.
  public init(_ store: any SettingsStore) {
    selection = SelectedStore(store)
    values = DerivedValues(of: selection)
    writable = SwitchableSettingsStore(toWritableLayersOf: store)
  }

  private init(toWritableLayersOf store: any SettingsStore) {
    selection = SelectedStore(store.writableLayer)
    values = DerivedValues(of: selection)
    writable = nil
  }

  /// The store that holds the values at present.
  public var current: any SettingsStore { selection.base }

  /// Replaces the store that holds the values.
  ///
  /// The settings that have been created are opened in the new store, and its values are migrated to the versions of
  /// their groups, before the first of them is read. The new store then has these versions, even if it has no values.
  /// If it refuses a setting, such as a secret, each write of that setting throws.
  ///
  /// - Parameter store: The new store. The former one is unchanged.
  /// - Throws: ``SettingsError`` with ``SettingsError/Code/storeUnavailable`` if the new store can't read its values,
  ///   or the error of a migration. The store isn't replaced then; domains of the new one may have been migrated.
  public func `switch`(to store: any SettingsStore) throws(SettingsError) {
    if store === self || store.hasSource(self) {
      throw SettingsError(
        .storeUnavailable, found: "a switch to a store that has its values from this one",
        advice: "switch to another store; nothing was changed")
    }
    // Observers may switch stores themselves, so they're notified after the lock is released.
    let callbacks = DeferredCallbacks()
    let failure = gate.run { () -> SettingsError? in
      var failure: SettingsError?
      callbacks.collect {
        do throws(SettingsError) { try replace(with: store) } catch { failure = error }
      }
      return failure
    }
    callbacks.run(after: .enclosing)
    if let failure { throw failure }
  }

  private func replace(with store: any SettingsStore) throws(SettingsError) {
    let declared = declarations.withLock { $0 }
    for setting in declared.values { _ = store.open(setting) }
    let domains = Set(declared.keys.map(\.domain)).inOrder
    let unreadable = domains.filter { !store.hasReliableValues(inDomain: $0) }
    if !unreadable.isEmpty {
      throw SettingsError(
        .storeUnavailable,
        found: "a switch to a store that can't read the values of '\(unreadable.joined(separator: "', '"))'",
        advice: "repair that store; nothing was changed")
    }
    for domain in domains {
      let versions = declared.values.filter { $0.key.domain == domain }.compactMap(\.version)
      try versions.max { $0.number < $1.number }?.migrate(store.writableLayer)
    }
    selection.select(store)
    writable?.selection.select(store.writableLayer)
    // Settings that were opened meanwhile.
    for (key, setting) in declarations.withLock({ $0 }) where declared[key] == nil { _ = store.open(setting) }
    for connection in values.connections + (writable?.values.connections ?? []) { connection.restartObservation() }
  }
}

extension SettingsStore {
  /// The store whose values writes change, without routes by key.
  fileprivate var writableLayer: any SettingsStore { writeTarget(forKey: SettingsMigration.versionKey(inDomain: "")) }
}

extension SwitchableSettingsStore: DerivedSettingsStore {}

extension SwitchableSettingsStore {
  /// Returns the value of a key in the current store, or `nil` if it has none.
  public func value(forKey key: SettingsKey) -> SettingsValue? { selection.value(forKey: key) }

  /// Sets or removes the value of a key in the current store.
  ///
  /// - Throws: The error of the current store.
  public func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    try values.connection(forKey: key).write(value) { _ in }
  }

  /// Replaces the value of a key in the current store if it's the expected one.
  ///
  /// - Returns: `true` if the key had the expected value.
  /// - Throws: The error of the current store.
  public func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, forKey key: SettingsKey
  ) throws -> Bool {
    try values.connection(forKey: key).compareExchange(expected: expected, desired: value) { _ in }
  }

  /// Changes several keys of the current store as one step.
  ///
  /// - Returns: `true` if the keys had the expected values.
  /// - Throws: The error of the current store.
  public func commit(_ changes: SettingsChanges) throws -> Bool { try selection.commit(changes) }

  /// The changes that the current store makes in one step.
  public var atomicity: SettingsAtomicity { selection.atomicity }

  /// Adds an observer of later changes to a key, in the current store and in those after it.
  ///
  /// - Returns: A token to pass to ``removeObserver(_:)``.
  public func observe(
    _ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken { values.observe(key, onChange) }

  /// Removes an observer, or does nothing if the token is unknown.
  public func removeObserver(_ token: SettingsObservationToken) { values.removeObserver(token) }

  /// Opens a setting in the current store, and in those after it.
  public func open(_ setting: SettingDeclaration) -> SettingCell {
    // First, so that a switch in between opens it too.
    if setting.isDeclared { declarations.withLock { $0[setting.key] = $0[setting.key].map(setting.merged) ?? setting } }
    _ = selection.base.open(setting)
    return cell(of: setting)
  }

  /// The current store.
  public var sources: [SettingsSource] { selection.sources }

  /// Returns a store that leads to the writable layer of the current store, and of those after it.
  public func writeTarget(forKey key: SettingsKey) -> any SettingsStore { writable ?? self }

  /// Returns the reason why the current store can't write a key.
  public func writeError(forKey key: SettingsKey) -> SettingsError? { selection.writeError(forKey: key) }

  /// Returns whether the current store has persisted the value of a key.
  public func isSaved(_ key: SettingsKey) -> Bool { selection.isSaved(key) }

  /// Returns the reason why the current store refuses the values of a setting.
  public func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    selection.refusal(forKey: key, traits: traits)
  }

  /// Returns the layers of the current store.
  public func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] { selection.layers(forKey: key) }

  /// Follows the current store, and those after it.
  public func followReliability(_ onChange: @escaping @Sendable () -> Void) async {
    await selection.followSelected(onChange)
  }

  /// Makes the changes of domains of the current store durable.
  ///
  /// - Throws: The error of the current store.
  public func flush(domains: Set<String>) throws { try selection.base.flush(domains: domains) }
}

/// The store that is selected at present, whose observers are notified by no other one.
private final class SelectedStore: WrappingSettingsStore {
  private struct State {
    var base: any SettingsStore
    /// The stores that observers were added to.
    var observed: [SettingsObservationToken: any SettingsStore] = [:]
    /// Those who follow the reliability of the selected store, by number.
    var followers = NumberedTable<AsyncStream<Void>.Continuation>()
  }

  private let state: LockedState<State>

  init(_ base: any SettingsStore) { state = LockedState(State(base: base)) }

  var base: any SettingsStore { state.withLock { $0.base } }

  func select(_ store: any SettingsStore) {
    let (former, followers) = state.withLock { state in
      defer { state.base = store }
      return (state.base, state.followers.elements)
    }
    for follower in followers { follower.yield() }
    withExtendedLifetime(former) {}
  }

  /// Follows the reliability of the selected store, and starts again when another one is selected.
  func followSelected(_ onChange: @escaping @Sendable () -> Void) async {
    let (selections, follower) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { $0.followers.add(follower) }
    defer { _ = state.withLock { $0.followers.remove(number) } }
    while !Task.isCancelled {
      let store = base
      await withDiscardingTaskGroup { tasks in
        tasks.addTask { await store.followReliability(onChange) }
        for await _ in selections { break }
        tasks.cancelAll()
      }
      onChange()
    }
  }

  func wrapping(_ store: any SettingsStore) -> any SettingsStore { SelectedStore(store) }

  func store(forKey key: SettingsKey, traits: SettingsTrait) -> any SettingsStore { self }

  func writeTarget(forKey key: SettingsKey) -> any SettingsStore { self }

  func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void) -> SettingsObservationToken {
    let store = base
    let token = store.observe(key) { [weak self, weak store] change in
      // A store that is no longer selected may still be notifying of a change.
      if let self, base === store { onChange(change) }
    }
    state.withLock { $0.observed[token] = store }
    return token
  }

  func removeObserver(_ token: SettingsObservationToken) {
    state.withLock { $0.observed.removeValue(forKey: token) }?.removeObserver(token)
  }
}

extension SettingDeclaration {
  /// Returns a later declaration of the same setting, with the older names and the higher version of both.
  fileprivate func merged(_ earlier: SettingDeclaration) -> SettingDeclaration {
    var copy = adding(earlier.aliases)
    if let version = earlier.version, version.number > (copy.version?.number ?? 0) { copy.version = version }
    return copy
  }
}
