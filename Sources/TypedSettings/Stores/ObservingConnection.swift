/// A connection to a store without live values, which observes the key and caches the last value.
package final class ObservingConnection: SettingConnection {
  package let store: any SettingsStore
  package let live: LiveValue
  private let token = LockedState<SettingsObservationToken?>(nil)
  private let writing = LockedState(Writing())

  /// The changes that are detected during a write.
  ///
  /// Observers are notified of them after the cache of the writing record is updated.
  private struct Writing {
    var depth = 0
    var staged: [LiveValue.Staged] = []
  }

  package init(store: any SettingsStore, live: LiveValue) {
    self.store = store
    self.live = live
  }

  deinit {
    if let token = token.withLock({ $0 }) { store.removeObserver(token) }
  }

  package func load(_ live: LiveValue) -> LiveValue.Snapshot { load() }

  /// Returns the current value.
  func load() -> LiveValue.Snapshot {
    observeOnce()
    if let snapshot = live.snapshot { return snapshot }
    return fetch(origin: .external)
  }

  package func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) throws -> SettingsRevision? {
    if load().value == value { return nil }
    return try put(value, onCommit: onCommit)
  }

  /// Sets or removes the value, even if it equals the current one.
  func put(_ value: SettingsValue?, onCommit: (UInt64) -> Void = { _ in }) throws -> SettingsRevision? {
    // Without a cached value to compare with, the write wouldn't count as a change.
    _ = load()
    return try notifyingAfterwards {
      try store.set(value, forKey: live.key)
      let revision = confirm(value)
      if let revision { onCommit(revision.number) }
      return revision
    }
  }

  package func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void
  ) throws -> Bool {
    try compareExchange(expected: expected, desired: value, onCommit: onCommit)
  }

  /// Replaces the value if it's the expected one.
  func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, onCommit: (UInt64) -> Void = { _ in }
  ) throws -> Bool {
    if expected == value { return load().value == expected }
    return try notifyingAfterwards {
      guard try store.compareExchange(expected: expected, desired: value, forKey: live.key) else {
        _ = fetch(origin: .external)
        return false
      }
      if let revision = confirm(value) { onCommit(revision.number) }
      return true
    }
  }

  /// Runs a write, and then notifies observers of the changes.
  private func notifyingAfterwards<Result>(_ write: () throws -> Result) rethrows -> Result {
    writing.withLock { $0.depth += 1 }
    defer {
      let staged = writing.withLock { writing -> [LiveValue.Staged] in
        writing.depth -= 1
        defer { writing.staged = [] }
        return writing.staged
      }
      for change in staged { change.notify() }
    }
    return try write()
  }

  /// Notifies the observers of a change, or defers that to the end of the current write.
  private func deliver(_ change: LiveValue.Staged?) {
    guard let change else { return }
    let isDeferred = writing.withLock { writing in
      if writing.depth > 0 { writing.staged.append(change) }
      return writing.depth > 0
    }
    if !isDeferred { change.notify() }
  }

  package func invalidate(_ live: LiveValue) { live.invalidate() }

  package func didWrite(_ value: SettingsValue, to live: LiveValue) {
    // Before the first read there is no cached value to update.
    if token.withLock({ $0 != nil }) { _ = confirm(value) }
  }

  /// Returns the revision of a written value, or `nil` if the value has changed again.
  ///
  /// If the store hasn't reported the change yet, its value is read, so that the next read returns the written value.
  private func confirm(_ value: SettingsValue?) -> SettingsRevision? {
    var snapshot = live.snapshot
    if snapshot == nil || snapshot?.value != value { snapshot = fetch(origin: .local) }
    return snapshot?.value == value ? snapshot?.revision : nil
  }

  /// Reads the value from the store.
  ///
  /// - Returns: A value that reflects every commit before the call.
  private func fetch(origin: SettingsChange.Origin) -> LiveValue.Snapshot {
    while true {
      let revision = SettingsRevision.next()
      let value = store.value(forKey: live.key)
      let (snapshot, staged) = live.adopt(value, fetchedAt: revision, origin: origin)
      deliver(staged)
      if let snapshot = snapshot ?? live.snapshot { return snapshot }
      // The cached value was discarded in between.
    }
  }

  /// Replaces the observer of the key, after the sources of the store's value have changed.
  func restartObservation() {
    guard let token = token.withLock({ $0.take() }) else { return }
    store.removeObserver(token)
    observeOnce()
    _ = fetch(origin: .external)
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
    if token.withLock({ $0 != nil }) { return }
    // Not under the lock, because a store may call its observer immediately.
    let new = store.observe(live.key) { [weak self] change in self?.receive(change) }
    let surplus = token.withLock { token -> SettingsObservationToken? in
      if token != nil { return new }
      token = new
      return nil
    }
    if let surplus { store.removeObserver(surplus) }
  }
}

/// A registry of observers that each observe several keys in other stores.
final class CombinedObservers: Sendable {
  private struct Part: Sendable {
    let store: any SettingsStore
    let token: SettingsObservationToken
  }

  private let parts = LockedState<[SettingsObservationToken: [Part]]>([:])

  /// Adds an observer of keys in other stores.
  ///
  /// - Parameters:
  ///   - key: The key of the returned token.
  ///   - sources: The stores and keys to observe.
  ///   - onChange: A closure that receives each change and the index of its source.
  /// - Returns: A token to pass to ``remove(_:)``.
  func observe(
    _ key: SettingsKey, in sources: [(store: any SettingsStore, key: SettingsKey)],
    onChange: @escaping @Sendable (_ change: SettingsChange, _ source: Int) -> Void
  ) -> SettingsObservationToken {
    let token = SettingsObservationToken(key: key)
    let new = sources.enumerated().map { index, source in
      Part(store: source.store, token: source.store.observe(source.key) { onChange($0, index) })
    }
    parts.withLock { $0[token] = new }
    return token
  }

  /// Removes an observer, or does nothing if the token is unknown.
  func remove(_ token: SettingsObservationToken) {
    for part in parts.withLock({ $0.removeValue(forKey: token) ?? [] }) { part.store.removeObserver(part.token) }
  }
}
