internal import Synchronization

extension LiveValue.State {
  /// Returns whether the value is known and equal to the given one, so that setting it changes nothing.
  @inline(__always)
  func holds(_ value: SettingsValue?) -> Bool {
    // Comparing optionals copies both of them, which takes longer than comparing the most frequent values.
    if case .integer(let current)? = self.value, case .integer(let value)? = value {
      return isKnown && current == value
    }
    return isKnown && self.value == value
  }
}

extension LiveValue {
  /// Changes the value and notifies Swift Observation and the observers.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - origin: The origin of the change.
  ///   - onCommit: A closure that receives the number of the revision after the change and before observers are
  ///     notified.
  /// - Returns: The revision of the change, or `nil` if the value is equal to the current one.
  @discardableResult
  package func commit(
    _ value: SettingsValue?, origin: SettingsChange.Origin, onCommit: (UInt64) -> Void = { _ in }
  ) -> SettingsRevision? {
    var delivery: ObserverRegistry.Delivery?
    let revision = state.withLock { state -> SettingsRevision? in
      if state.holds(value) { return nil }
      let revision = SettingsRevision.next()
      delivery = replace(&state, value, revision, origin)
      return revision
    }
    if let revision {
      onCommit(revision.number)
      notify(delivery, of: revision)
    }
    return revision
  }

  /// A committed change that observers haven't been notified of.
  package struct Staged: Sendable {
    package let live: LiveValue
    let delivery: ObserverRegistry.Delivery?
    /// The revision of the change.
    package let revision: SettingsRevision

    /// Notifies Swift Observation and the observers; call it once, without holding a lock.
    package func notify() { live.notify(delivery, of: revision) }
  }

  /// Changes the value, for a store that commits its changes under its own lock.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - origin: The origin of the change.
  /// - Returns: The change, for notifying observers after that lock is released, or `nil` if the value is equal to the
  ///   current one.
  package func stage(_ value: SettingsValue?, origin: SettingsChange.Origin) -> Staged? {
    state.withLock { state in
      if state.holds(value) { return nil }
      let revision = SettingsRevision.next()
      return Staged(live: self, delivery: replace(&state, value, revision, origin), revision: revision)
    }
  }

  /// Changes the value, as ``stage(_:origin:)`` does.
  ///
  /// - Returns: The revision of the change, or `nil` if the value is equal to the current one; and the change, or `nil`
  ///   if there is nothing to notify.
  package func stageForObservers(
    _ value: SettingsValue?, origin: SettingsChange.Origin
  ) -> (revision: SettingsRevision?, staged: Staged?) {
    state.withLock { state in
      if state.holds(value) { return (nil, nil) }
      let revision = SettingsRevision.next()
      let delivery = replace(&state, value, revision, origin)
      // Trackers that are created after this change belong to reads of the new value.
      if delivery == nil, trackers.load(ordering: .relaxed) == nil { return (revision, nil) }
      return (revision, Staged(live: self, delivery: delivery, revision: revision))
    }
  }

  /// Notifies observers although the value stays the same, because what it means has changed.
  package func stageUnchanged(origin: SettingsChange.Origin) -> Staged {
    state.withLock { state in
      let revision = SettingsRevision.next()
      return Staged(live: self, delivery: replace(&state, state.value, revision, origin), revision: revision)
    }
  }

  /// Changes the value if it's equal to the expected value.
  ///
  /// - Returns: `true` if the current value was the expected one.
  package func compareExchange(
    expected: SettingsValue?, desired value: SettingsValue?, origin: SettingsChange.Origin,
    onCommit: (UInt64) -> Void = { _ in }
  ) -> Bool {
    var delivery: ObserverRegistry.Delivery?
    var revision: SettingsRevision?
    let isExpected = state.withLock { state in
      guard state.holds(expected) else { return false }
      if expected != value {
        let next = SettingsRevision.next()
        delivery = replace(&state, value, next, origin)
        revision = next
      }
      return true
    }
    if let revision {
      onCommit(revision.number)
      notify(delivery, of: revision)
    }
    return isExpected
  }

  /// Replaces the value; requires the lock.
  func replace(
    _ state: inout State, _ value: SettingsValue?, _ revision: SettingsRevision, _ origin: SettingsChange.Origin
  ) -> ObserverRegistry.Delivery? {
    // Checked before the value is copied, because the copy costs more than the check.
    if case .none = state.value, state.wasKnown, state.settingCount == 1 { recordFirstValue(value, at: revision) }
    // The old value is copied only for observers.
    let oldValue = state.unmanagedObservers == nil ? nil : state.value
    state.value = value
    state.isKnown = true
    setNumber(revision.number, state)
    guard let observers = state.unmanagedObservers, observers._withUnsafeGuaranteedRef({ $0.raiseSignals() })
    else { return nil }
    let change = SettingsChange(key: key, oldValue: oldValue, newValue: value, revision: revision, origin: origin)
    return observers._withUnsafeGuaranteedRef { $0.commit(change) }
  }

  @inline(never)
  private func recordFirstValue(_ value: SettingsValue?, at revision: SettingsRevision) {
    trackers.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.recordFirstValue(value, at: revision) }
  }
}

// Adopting the values of a store that is itself the source of truth. Such values arrive from several threads, and not
// necessarily in the order in which the store committed them.

extension LiveValue {
  /// Adopts a numbered change of the store, unless the change is older than the value.
  ///
  /// - Returns: Whether the value is known, and the change if the value differs. If the value isn't known, the change
  ///   only means that the store has to be asked: it may not be the latest change.
  package func adopt(_ change: SettingsChange, revision: SettingsRevision) -> (isKnown: Bool, staged: Staged?) {
    state.withLock { state in
      // The change that has invalidated the value is the latest one.
      let isLatest = state.isKnown ? revision.number > number : state.wasKnown && revision.number == number
      guard isLatest else { return (state.isKnown, nil) }
      if state.value == change.newValue {
        state.isKnown = true
        setNumber(revision.number, state)
        return (true, nil)
      }
      let delivery = replace(&state, change.newValue, revision, change.origin)
      return (true, Staged(live: self, delivery: delivery, revision: revision))
    }
  }

  /// Adopts a value that was read from the store.
  ///
  /// - Parameters:
  ///   - value: The value in the store.
  ///   - revision: A revision drawn before the value was read, so the value reflects every change committed up to it. A
  ///     revision drawn later could hide a change that the value doesn't reflect.
  ///   - origin: The origin of the change, if the value differs.
  /// - Returns: A snapshot of the value, or `nil` if a later change or a later read has already been adopted; and the
  ///   change, if the value differs.
  package func adopt(
    _ value: SettingsValue?, fetchedAt revision: SettingsRevision, origin: SettingsChange.Origin
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

  /// Invalidates the value after a change of a value that it's derived from, unless it reflects that change already.
  ///
  /// Requires the lock of the changed value, which is therefore always acquired before the lock of a derived one.
  func invalidate(at revision: SettingsRevision) {
    state.withLock { state in
      guard revision.number > number else { return }
      state.isKnown = false
      setNumber(revision.number, state)
      state.observers?.invalidateDerived(at: revision)
    }
  }

  /// Gives the value a new revision, so that no cache counts as one of a saved value.
  ///
  /// A record skips a write if its cache has the value, but one that couldn't be saved has to be written again.
  package func renewRevision() {
    state.withLock { state in
      if state.isKnown { setNumber(SettingsRevision.next().number, state) }
    }
  }

  /// Invalidates the value, so that the store is asked again.
  package func invalidate() {
    state.withLock { state in
      state.isKnown = false
      setNumber(SettingsRevision.next().number, state)
    }
  }
}
