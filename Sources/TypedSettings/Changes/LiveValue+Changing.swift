internal import Synchronization

extension LiveValue {
  /// Changes the value and tells everybody.
  ///
  /// - Parameters:
  ///   - value: The value to hold.
  ///   - origin: Where the change comes from.
  ///   - onCommit: Called with the number of the revision when the value is in place, before observers are notified.
  /// - Returns: The revision of the change; `nil` if the value was held already.
  @discardableResult
  package func commit(
    _ value: SettingsValue?, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void = { _ in }
  ) -> SettingsRevision? {
    var delivery: ObserverRegistry.Delivery?
    let revision = state.withLock { state -> SettingsRevision? in
      if state.isKnown, state.value == value { return nil }
      let revision = SettingsRevision.next()
      delivery = replace(&state, value, revision, origin)
      return revision
    }
    if let revision {
      onCommit(revision.number)
      tell(delivery, of: revision)
    }
    return revision
  }

  /// A change that is in place, and that nobody has been told of yet.
  package struct Staged: Sendable {
    let live: LiveValue
    let delivery: ObserverRegistry.Delivery?
    /// The number of the change.
    package let revision: SettingsRevision

    /// Tells everybody; to be called once, outside every lock.
    package func tell() { live.tell(delivery, of: revision) }
  }

  /// Changes the value, for a store that makes its changes under a lock of its own.
  ///
  /// - Parameters:
  ///   - value: The value to hold.
  ///   - origin: Where the change comes from.
  /// - Returns: What tells of the change once that lock is released; `nil` if the value was held already.
  package func stage(_ value: SettingsValue?, origin: SettingsChange.Origin) -> Staged? {
    state.withLock { state in
      if state.isKnown, state.value == value { return nil }
      let revision = SettingsRevision.next()
      return Staged(live: self, delivery: replace(&state, value, revision, origin), revision: revision)
    }
  }

  /// Changes the value if it is the expected one.
  ///
  /// - Returns: Whether the value was the expected one.
  package func exchange(
    _ expected: SettingsValue?, for value: SettingsValue?, origin: SettingsChange.Origin,
    onCommit: (UInt64) -> Void = { _ in }
  ) -> Bool {
    var delivery: ObserverRegistry.Delivery?
    var revision: SettingsRevision?
    let isExpected = state.withLock { state in
      guard state.isKnown, state.value == expected else { return false }
      if expected != value {
        let next = SettingsRevision.next()
        delivery = replace(&state, value, next, origin)
        revision = next
      }
      return true
    }
    if let revision {
      onCommit(revision.number)
      tell(delivery, of: revision)
    }
    return isExpected
  }

  /// Puts a value in place; runs under the lock.
  func replace(
    _ state: inout State, _ value: SettingsValue?, _ revision: SettingsRevision, _ origin: SettingsChange.Origin
  ) -> ObserverRegistry.Delivery? {
    // Asked before the value is copied, which costs more than the question.
    if case .none = state.value, state.isKnown, state.settingCount == 1 { learn(value, at: revision) }
    let oldValue = state.value
    state.value = value
    state.isKnown = true
    setNumber(revision.number, state)
    guard let observers = state.observers, !observers.isEmpty else { return nil }
    return observers.commit(
      SettingsChange(key: key, oldValue: oldValue, value: value, revision: revision, origin: origin))
  }

  @inline(never)
  private func learn(_ value: SettingsValue?, at revision: SettingsRevision) {
    trackers.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.learn(value, at: revision) }
  }
}

// For the live value of a key whose store is what knows the value: what is heard and asked of it comes from several
// threads and not in the order in which the store made its changes.

extension LiveValue {
  /// Takes over a change that a store made and numbered; one that is older than the value is dropped.
  ///
  /// - Returns: Whether the value is known now, and the change if the value is another one. If it is not known, a
  ///   change is only a reason to ask the store: without a value to compare with, it may not be the latest.
  package func adopt(_ change: SettingsChange, revision: SettingsRevision) -> (isKnown: Bool, staged: Staged?) {
    state.withLock { state in
      guard state.isKnown, revision.number > number else { return (state.isKnown, nil) }
      if state.value == change.value {
        setNumber(revision.number, state)
        return (true, nil)
      }
      let delivery = replace(&state, change.value, revision, change.origin)
      return (true, Staged(live: self, delivery: delivery, revision: revision))
    }
  }

  /// Takes over what a store answered.
  ///
  /// - Parameters:
  ///   - value: The answer.
  ///   - revision: A revision drawn before the store was asked: the answer knows of all that was committed until then.
  ///     One drawn afterwards could be greater than that of a change which the answer does not know of yet.
  ///   - origin: Where a change comes from that the answer brings to light.
  /// - Returns: The value now, or `nil` if the answer to a later question, or a later change, is in place: then that
  ///   covers all that this answer could know. Beside it, the change if the value is another one.
  package func adopt(
    _ value: SettingsValue?, asked revision: SettingsRevision, origin: SettingsChange.Origin
  ) -> (snapshot: Snapshot?, staged: Staged?) {
    state.withLock { state in
      guard revision.number > number else { return (nil, nil) }
      if state.wasKnown, state.value != value {
        let delivery = replace(&state, value, revision, origin)
        return (snapshot(of: state), Staged(live: self, delivery: delivery, revision: revision))
      }
      state.value = value
      state.isKnown = true
      state.wasKnown = true
      setNumber(revision.number, state)
      return (snapshot(of: state), nil)
    }
  }

  /// Forgets the value, so that the store is asked again.
  package func forget() {
    state.withLock { state in
      state.isKnown = false
      setNumber(SettingsRevision.next().number, state)
    }
  }
}
