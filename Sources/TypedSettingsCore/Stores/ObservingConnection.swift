/// A connection to a store without live values, which observes the key and caches the last value.
///
/// It also connects a setting that has older names, because the store's value of the key isn't always the setting's.
final class ObservingConnection: SettingConnection {
  let store: any SettingsStore
  let live: LiveValue
  /// The view of the key and its older names, or `nil` if there are none or the store itself resolves them.
  private let aliasing: AliasingStore?
  let hasLayers: Bool?
  let draft: (any StagingStore)?
  private let state = LockedState(State())

  private struct State {
    /// The token of the connection's observer; `nil` before the first read.
    var token: SettingsObservationToken?
    /// The number of times that the sources of the store's value have changed.
    var restartCount = 0
    /// A Boolean value that indicates whether the last write couldn't be saved.
    var isUnsaved = false
    /// The number of writes in progress.
    var writeCount = 0
    /// The changes that are detected during a write.
    ///
    /// Observers are notified of them after the cache of the writing record is updated.
    var staged: [LiveValue.Staged] = []
  }

  /// Creates a connection.
  ///
  /// - Parameters:
  ///   - store: The store that holds the setting.
  ///   - live: The live value of the setting.
  ///   - aliases: The older names that the connection resolves.
  ///   - hasLayers: Pass `true` if a write of the current value can change the store, or `nil` if that's the case while
  ///     the store has several layers.
  ///   - draft: The store, if it's a draft.
  init(
    store: any SettingsStore, live: LiveValue, aliases: [SettingsKey] = [], hasLayers: Bool? = false,
    draft: (any StagingStore)? = nil
  ) {
    self.draft = draft
    self.store = store
    self.live = live
    self.hasLayers = hasLayers
    aliasing = aliases.isEmpty ? nil : AliasingStore(store, key: live.key, aliases: aliases)
  }

  deinit {
    if let token = state.withLock({ $0.token }) { source.removeObserver(token) }
  }

  var ownsValue: Bool { false }

  var unresolvedAliases: [SettingsKey] { aliasing?.aliases ?? [] }

  /// The store that is observed.
  private var source: any SettingsStore { aliasing ?? store }

  func load(_ live: LiveValue) -> LiveValue.Snapshot { load() }

  /// Returns the current value.
  func load() -> LiveValue.Snapshot {
    observeOnce()
    if let snapshot = live.snapshot { return snapshot }
    return fetch(origin: .external)
  }

  func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) throws -> SettingsRevision? {
    try write(value, onCommit: onCommit)
  }

  /// Sets or removes the value.
  @discardableResult
  func write(_ value: SettingsValue?, onCommit: (UInt64) -> Void) throws -> SettingsRevision? {
    // Loaded in any case: without a cached value, the write wouldn't count as a change.
    let current = load()
    if current.value == value, !(hasLayers ?? (layers(of: live).count > 1)), holds(value, of: live), isSaved {
      return nil
    }
    return try notifyingAfterwards {
      try recordingFailure { try source.set(value, forKey: live.key) }
      let revision = confirm(value)
      if let revision { onCommit(revision.number) }
      return revision
    }
  }

  func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void
  ) throws -> Bool {
    try compareExchange(expected: expected, desired: value, onCommit: onCommit)
  }

  /// Replaces the value if it's the expected one.
  func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, onCommit: (UInt64) -> Void
  ) throws -> Bool {
    if expected == value, isSaved { return load().value == expected && holds(expected, of: live) }
    return try notifyingAfterwards {
      let isDone = try recordingFailure {
        try source.compareExchange(expected: expected, desired: value, forKey: live.key)
      }
      guard isDone else {
        _ = fetch(origin: .external)
        return false
      }
      if let revision = confirm(value) { onCommit(revision.number) }
      return true
    }
  }

  func holds(_ value: SettingsValue?, of live: LiveValue) -> Bool {
    guard live.holds(value) else { return false }
    if source.value(forKey: live.key) == value { return true }
    // A store notifies its observers one after the other, and one of them can write before this one is notified.
    _ = fetch(origin: .external)
    return live.holds(value)
  }

  func layers(of live: LiveValue) -> [SettingsLayer.Value] { source.layers(forKey: live.key) }

  func didWrite(_ value: SettingsValue?, to live: LiveValue) {
    aliasing?.cleanUp()
    // Before the first read there is no cached value to update.
    if state.withLock({ $0.token != nil }) { _ = confirm(value) }
  }

  func invalidate(_ live: LiveValue) { live.invalidate() }

  /// Replaces the observer of the key, after the sources of the store's value have changed.
  func restartObservation() {
    let token = state.withLock { state -> SettingsObservationToken? in
      state.restartCount += 1
      return state.token.take()
    }
    guard let token else { return }
    source.removeObserver(token)
    observeOnce()
    _ = fetch(origin: .external)
  }
}

extension ObservingConnection {
  private var isSaved: Bool { isSaved(live) }

  func isSaved(_ live: LiveValue) -> Bool { !state.withLock { $0.isUnsaved } && source.isSaved(live.key) }

  /// Runs a write of the store, and records whether the value could be saved.
  ///
  /// A store may throw that error without implementing ``SettingsStore/isSaved(_:)``.
  private func recordingFailure<Result>(_ write: () throws -> Result) throws -> Result {
    do {
      let result = try write()
      state.withLock { $0.isUnsaved = false }
      return result
    } catch {
      if SettingsError.isUnsavedChange(error) { state.withLock { $0.isUnsaved = true } }
      throw error
    }
  }

  /// Runs a write, and then notifies observers of the changes.
  private func notifyingAfterwards<Result>(_ write: () throws -> Result) rethrows -> Result {
    state.withLock { $0.writeCount += 1 }
    defer {
      let staged = state.withLock { state -> [LiveValue.Staged] in
        state.writeCount -= 1
        defer { state.staged = [] }
        return state.staged
      }
      for change in staged { change.notify() }
    }
    return try write()
  }

  /// Notifies the observers of a change, or defers that to the end of the current write.
  private func deliver(_ change: LiveValue.Staged?) {
    guard let change else { return }
    let isDeferred = state.withLock { state in
      if state.writeCount > 0 { state.staged.append(change) }
      return state.writeCount > 0
    }
    if !isDeferred { change.notify() }
  }

  /// Returns the revision of a written value, or `nil` if the value has changed again.
  ///
  /// If the store hasn't reported the change yet, its value is read, so that the next read returns the written value.
  private func confirm(_ value: SettingsValue?) -> SettingsRevision? {
    if let snapshot = live.snapshot, snapshot.value == value { return snapshot.revision }
    let snapshot = fetch(origin: .local)
    return snapshot.value == value ? snapshot.revision : nil
  }

  /// Reads the value from the store.
  ///
  /// - Returns: A value that reflects every commit before the call.
  private func fetch(origin: SettingsChange.Origin) -> LiveValue.Snapshot {
    var fetched: LiveValue.Snapshot
    var attempt = 0
    repeat {
      let revision = SettingsRevision.next()
      fetched = LiveValue.Snapshot(value: source.value(forKey: live.key), revision: revision)
      let (snapshot, staged) = live.adopt(fetched.value, fetchedAt: revision, origin: origin)
      deliver(staged)
      if let snapshot = snapshot ?? live.snapshot { return snapshot }
      // The cached value was discarded in between.
      attempt += 1
    } while attempt < Contention.limit
    return fetched
  }

  private func receive(_ change: SettingsChange) {
    if let revision = change.revision {
      let (isKnown, staged) = live.adopt(change, revision: revision)
      deliver(staged)
      if isKnown { return }
    }
    _ = fetch(origin: change.origin)
  }

  private func observeOnce() {
    while true {
      let (isObserved, restartCount) = state.withLock { ($0.token != nil, $0.restartCount) }
      if isObserved { return }
      // Not under the lock, because a store may call its observer immediately.
      let new = live.derive { source.observe(live.key) { [weak self] change in self?.receive(change) } }
      let isAdded = state.withLock { state in
        // An observer that was added during a restart may observe the former sources.
        guard state.token == nil, state.restartCount == restartCount else { return false }
        state.token = new
        return true
      }
      if isAdded { return }
      source.removeObserver(new)
    }
  }
}
