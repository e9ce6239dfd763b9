/// The connection to a store that offers the four methods alone: it observes the key and keeps the last value.
package final class ObservingConnection: SettingConnection {
  package let store: any SettingsStore
  package let live: LiveValue
  private let token = LockedState<SettingsObservationToken?>(nil)
  private let writing = LockedState(Writing())

  /// The changes that are found while a write is under way.
  ///
  /// Observers are notified of them after the writer's cache is filled.
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

  /// The value now.
  func load() -> LiveValue.Snapshot {
    observeOnce()
    if let snapshot = live.snapshot { return snapshot }
    return ask(origin: .external)
  }

  package func write(
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void
  ) throws -> SettingsRevision? {
    if load().value == value { return nil }
    return try put(value, onCommit: onCommit)
  }

  /// Changes the value, also where it is the present one.
  func put(_ value: SettingsValue?, onCommit: (UInt64) -> Void = { _ in }) throws -> SettingsRevision? {
    // Asked first, because what nobody has known before does not count as changed.
    _ = load()
    return try notifyingAfterwards {
      try store.set(value, forKey: live.key)
      let revision = confirm(value)
      if let revision { onCommit(revision.number) }
      return revision
    }
  }

  package func exchange(
    _ expected: SettingsValue?, for value: SettingsValue?, of live: LiveValue, onCommit: (UInt64) -> Void
  ) throws -> Bool {
    try exchange(expected, for: value, onCommit: onCommit)
  }

  /// Changes the value if it is the expected one.
  func exchange(
    _ expected: SettingsValue?, for value: SettingsValue?, onCommit: (UInt64) -> Void = { _ in }
  ) throws -> Bool {
    if expected == value { return load().value == expected }
    return try notifyingAfterwards {
      guard try store.exchange(expected, for: value, forKey: live.key) else {
        _ = ask(origin: .external)
        return false
      }
      if let revision = confirm(value) { onCommit(revision.number) }
      return true
    }
  }

  /// Runs a write, and notifies the observers of what it has changed when it is over.
  private func notifyingAfterwards<Result>(_ write: () throws -> Result) rethrows -> Result {
    writing.withLock { $0.depth += 1 }
    defer {
      let staged = writing.withLock { writing -> [LiveValue.Staged] in
        writing.depth -= 1
        defer { writing.staged = [] }
        return writing.staged
      }
      for change in staged { change.tell() }
    }
    return try write()
  }

  /// Notifies the observers of a change, or leaves it to the write that is under way.
  private func tell(_ change: LiveValue.Staged?) {
    guard let change else { return }
    let isLeft = writing.withLock { writing in
      if writing.depth > 0 { writing.staged.append(change) }
      return writing.depth > 0
    }
    if !isLeft { change.tell() }
  }

  package func forget(_ live: LiveValue) { live.forget() }

  package func didWrite(_ value: SettingsValue, to live: LiveValue) {
    // Where nobody has asked for the value yet, there is nothing that could be out of date.
    if token.withLock({ $0 != nil }) { _ = confirm(value) }
  }

  /// A store that has not told of a change yet is asked, so that a write is seen by the read that follows it.
  private func confirm(_ value: SettingsValue?) -> SettingsRevision? {
    var snapshot = live.snapshot
    if snapshot == nil || snapshot?.value != value { snapshot = ask(origin: .local) }
    return snapshot?.value == value ? snapshot?.revision : nil
  }

  /// Asks the store.
  ///
  /// - Returns: A value that knows of all that was committed before the question.
  private func ask(origin: SettingsChange.Origin) -> LiveValue.Snapshot {
    while true {
      let revision = SettingsRevision.next()
      let answer = store.value(forKey: live.key)
      let (snapshot, staged) = live.adopt(answer, asked: revision, origin: origin)
      tell(staged)
      if let snapshot = snapshot ?? live.snapshot { return snapshot }
      // The value was forgotten in between.
    }
  }

  /// Observes the key anew, because the store takes its value from other places now.
  func observeAnew() {
    guard let token = token.withLock({ $0.take() }) else { return }
    store.removeObserver(token)
    observeOnce()
    _ = ask(origin: .external)
  }

  private func hear(_ change: SettingsChange) {
    if let revision = change.revision {
      let (isKnown, staged) = live.adopt(change, revision: revision)
      tell(staged)
      if isKnown { return }
    }
    _ = ask(origin: change.origin)
  }

  private func observeOnce() {
    if token.withLock({ $0 != nil }) { return }
    // Not under the lock: a store may tell its observer at once.
    let new = store.observe(live.key) { [weak self] change in self?.hear(change) }
    let surplus = token.withLock { token -> SettingsObservationToken? in
      if token != nil { return new }
      token = new
      return nil
    }
    if let surplus { store.removeObserver(surplus) }
  }
}

/// Observers of keys in other stores, several of which stand for one.
final class CombinedObservers: Sendable {
  private struct Part: Sendable {
    let store: any SettingsStore
    let token: SettingsObservationToken
  }

  private let parts = LockedState<[SettingsObservationToken: [Part]]>([:])

  /// Observes keys in other stores.
  ///
  /// - Parameters:
  ///   - key: The key that the observer is told to be for.
  ///   - sources: What to observe.
  ///   - onChange: Called with each change, and the number of its source.
  /// - Returns: What ``remove(_:)`` takes.
  func observe(
    _ key: SettingsKey, in sources: [(store: any SettingsStore, key: SettingsKey)],
    onChange: @escaping @Sendable (_ change: SettingsChange, _ source: Int) -> Void
  ) -> SettingsObservationToken {
    let token = SettingsObservationToken(key: key)
    let new = sources.enumerated().map { number, source in
      Part(store: source.store, token: source.store.observe(source.key) { onChange($0, number) })
    }
    parts.withLock { $0[token] = new }
    return token
  }

  /// Removes an observer; an unknown token is left alone.
  func remove(_ token: SettingsObservationToken) {
    for part in parts.withLock({ $0.removeValue(forKey: token) ?? [] }) { part.store.removeObserver(part.token) }
  }
}
