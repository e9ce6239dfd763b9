internal import Synchronization

extension LiveValue {
  /// Tells Swift Observation and the observers; runs outside the lock, after the value is in place.
  func tell(_ delivery: ObserverRegistry.Delivery?, of revision: SettingsRevision) {
    // Swift Observation is told after the store: an observer on another thread that wakes early reads the new value.
    trackers.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.tell(revision) }
    guard let delivery else { return }
    delivery.run()
    while let (next, present) = state.withLock({ $0.observers?.delivered() }) { next.run(only: present) }
  }

  /// Takes notice of the form of a setting's default, for those who have it from Swift Observation.
  func learnDefault(_ form: () -> SettingsValue?) {
    trackers.load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.learnDefault(form) }
  }

  /// The number of observers, streams included.
  package var observerCount: Int { state.withLock { $0.observers?.count ?? 0 } }

  /// Adds an observer of later changes.
  ///
  /// - Parameters:
  ///   - hearsAnnouncements: Whether it is told of changes that are about to be made, too; those have no revision.
  ///   - onChange: Called with each change.
  /// - Returns: What ``removeObserver(_:)`` takes.
  package func observe(
    hearsAnnouncements: Bool = false, _ onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingsObservationToken {
    let token = SettingsObservationToken(key: key)
    state.withLock { state in
      let observers = state.observers ?? ObserverRegistry()
      state.observers = observers
      observers.add(token, hearsAnnouncements: hearsAnnouncements, onChange)
    }
    return token
  }

  /// Tells those observers who want to know of a change that is about to be made, or of what the value is after all.
  package func announce(_ value: SettingsValue?, origin: SettingsChange.Origin) {
    let delivery = state.withLock { state in
      state.observers?.announcement(
        of: SettingsChange(key: key, oldValue: state.value, value: value, origin: origin))
    }
    delivery?.run()
  }

  /// Removes an observer; one that is being told at this moment may still be told once.
  package func removeObserver(_ token: SettingsObservationToken) {
    let removed = state.withLock { $0.observers?.remove(token) }
    withExtendedLifetime(removed) {}
  }

  /// Whether an observer has yet to hear of a change that was made after one revision and before another.
  package func owes(
    _ token: SettingsObservationToken, after heard: SettingsRevision, before limit: SettingsRevision
  ) -> Bool {
    state.withLock { $0.observers?.owes(token, after: heard, before: limit) ?? false }
  }
}
