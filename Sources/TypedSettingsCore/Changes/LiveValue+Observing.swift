internal import Synchronization

extension LiveValue {
  /// Notifies Swift Observation and the observers; call it without the lock, after the value is changed.
  ///
  /// If the current task defers its callbacks, the notification is one of them.
  func notify(_ delivery: ObserverRegistry.Delivery?, of revision: SettingsRevision) {
    // Trackers that are created after this change belong to reads of the new value.
    if delivery == nil, trackers.load(ordering: .acquiring) == nil { return }
    if DeferredCallbacks.isActive, DeferredCallbacks.add({ self.deliver(delivery, of: revision) }) { return }
    deliver(delivery, of: revision)
  }

  private func deliver(_ delivery: ObserverRegistry.Delivery?, of revision: SettingsRevision) {
    // Swift Observation is notified after the change, so an observer that wakes early on another thread reads the new
    // value.
    trackers.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.notify(revision) }
    guard let delivery else { return }
    delivery.run()
    while let (next, remaining) = state.withLock({ $0.observers?.finishDelivery() }) { next.run(only: remaining) }
  }

  /// Records the stored form of a setting's default, which decides whether Swift Observation is notified.
  func registerDefault(_ form: () -> SettingsValue?) {
    trackers.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.recordDefaultForm(form) }
  }

  /// The number of observers, including streams.
  package var observerCount: Int { state.withLock { $0.observers?.count ?? 0 } }

  /// The live value that is being connected to the values it is derived from.
  ///
  /// It's task-local, because the stores in between may belong to other modules. They pass on the observer, and it's
  /// added to the live values of the innermost stores.
  @TaskLocal private static var derived: LiveValue?

  /// Runs a function that observes the values that this one is derived from.
  ///
  /// Each change of such a value then invalidates this one at once. Its observer is notified later, because another
  /// thread may be notifying observers of an earlier change; until then, a read would return the former value.
  func derive<Result>(from observe: () -> Result) -> Result { Self.$derived.withValue(self, operation: observe) }

  /// Adds an observer of later changes.
  ///
  /// - Parameters:
  ///   - includesAnnouncements: Whether the observer is also notified before a change. Such a notification has no
  ///     revision.
  ///   - onChange: A closure that receives each change.
  /// - Returns: A token for ``removeObserver(_:)``.
  package func observe(
    includesAnnouncements: Bool = false, _ onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    let token = SettingsObservationToken(key: key)
    let derived = Self.derived
    state.withLock { state in
      state.makeObservers().add(
        token, includesAnnouncements: includesAnnouncements, invalidating: derived === self ? nil : derived, onChange)
    }
    return token
  }

  /// Adds a signal that later changes raise.
  package func add(_ signal: ChangeSignal) {
    state.withLock { state in state.makeObservers().add(signal) }
  }

  /// Removes a signal; a notification that is already being delivered may still arrive.
  package func remove(_ signal: ChangeSignal) {
    state.withLock { $0.observers?.remove(signal) }
    withExtendedLifetime(signal) {}
  }

  /// Notifies the observers that asked for it of an upcoming change, or of the value that remains if it fails.
  package func announce(_ value: SettingsValue?, origin: SettingsChange.Origin) {
    let delivery = state.withLock { state in
      state.observers?.announcement(
        of: SettingsChange(key: key, oldValue: state.value, newValue: value, origin: origin))
    }
    delivery?.run()
  }

  /// Removes an observer; a notification that is already being delivered may still arrive.
  package func removeObserver(_ token: SettingsObservationToken) {
    let removed = state.withLock { $0.observers?.remove(token) }
    withExtendedLifetime(removed) {}
  }

  /// Returns the revision of the first change between two revisions that an observer has yet to receive, or `nil` if
  /// there is none.
  func firstPendingRevision(
    _ token: SettingsObservationToken, after revision: SettingsRevision, before limit: SettingsRevision
  ) -> SettingsRevision? {
    state.withLock { $0.observers?.firstUndeliveredRevision(token, after: revision, before: limit) }
  }
}

extension LiveValue.State {
  /// Returns the observers, and creates them for the first one.
  fileprivate mutating func makeObservers() -> ObserverRegistry {
    if let observers { return observers }
    let observers = ObserverRegistry()
    unmanagedObservers = Unmanaged.passRetained(observers)
    return observers
  }
}
