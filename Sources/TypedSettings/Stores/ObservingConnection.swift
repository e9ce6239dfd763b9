/// The connection to a store that offers the four methods alone: it observes the key and keeps the last value.
package final class ObservingConnection: SettingConnection {
  package let store: any SettingsStore
  package let live: LiveValue
  private let token = LockedState<SettingsObservationToken?>(nil)

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
    _ value: SettingsValue?, to live: LiveValue, origin: SettingsChange.Origin
  ) throws -> SettingsRevision? {
    if load().value == value { return nil }
    return try put(value)
  }

  /// Changes the value, also where it is the present one.
  func put(_ value: SettingsValue?) throws -> SettingsRevision? {
    // Asked first, because what nobody has known before does not count as changed.
    _ = load()
    try store.set(value, forKey: live.key)
    return confirm(value)
  }

  package func exchange(_ expected: SettingsValue?, for value: SettingsValue?, of live: LiveValue) throws -> Bool {
    try exchange(expected, for: value)
  }

  /// Changes the value if it is the expected one.
  func exchange(_ expected: SettingsValue?, for value: SettingsValue?) throws -> Bool {
    if expected == value { return load().value == expected }
    guard try store.exchange(expected, for: value, forKey: live.key) else {
      _ = ask(origin: .external)
      return false
    }
    _ = confirm(value)
    return true
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
      if let snapshot = live.adopt(answer, asked: revision, origin: origin) ?? live.snapshot { return snapshot }
      // The value was forgotten in between.
    }
  }

  private func hear(_ change: SettingsChange) {
    if let revision = change.revision, live.adopt(change, revision: revision) { return }
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
