internal import Synchronization

/// An object that observes a setting until it's deallocated.
///
/// Keep it for as long as the observer should be called.
public final class SettingObservation: Sendable {
  private let live: LiveValue
  private let token: SettingsObservationToken
  private let onCancel: @Sendable () -> Void

  init(live: LiveValue, token: SettingsObservationToken, onCancel: @escaping @Sendable () -> Void = {}) {
    self.live = live
    self.token = token
    self.onCancel = onCancel
  }

  deinit { cancel() }

  /// Ends the observation early.
  ///
  /// The observer isn't called again, even for a change that other observers are being notified of. A call that is in
  /// progress on another thread still finishes.
  public func cancel() {
    onCancel()
    live.removeObserver(token)
  }

  /// Returns the revision of the first change between two revisions, both excluded, that the observer is yet to be
  /// notified of; `nil` if there is none.
  func firstPendingRevision(after lower: SettingsRevision, before upper: SettingsRevision) -> SettingsRevision? {
    live.firstPendingRevision(token, after: lower, before: upper)
  }
}

extension SettingLink {
  /// Adds an observer of later changes, for as long as the returned observation lives.
  ///
  /// - Parameters:
  ///   - includesAnnouncements: Whether the observer is also notified before a change is made; such an announcement has
  ///     no revision.
  ///   - onCancel: A function that is called when the observation ends, before the observer is removed. A delivery that
  ///     has begun can still reach the observer after that.
  ///   - onChange: A function that is called with each change.
  /// - Returns: The observation.
  package func observe(
    includesAnnouncements: Bool = false, onCancel: @escaping @Sendable () -> Void = {},
    _ onChange: @escaping @Sendable (SettingsChange) -> Void
  ) -> SettingObservation {
    let observation = SettingObservation(
      live: live, token: live.observe(includesAnnouncements: includesAnnouncements, onChange), onCancel: onCancel)
    // Loads the value once, so that a store without live values is observed too.
    _ = load()
    return observation
  }
}

extension SettingObservation {
  /// The time at which the observers of a setting are notified of a write.
  ///
  /// It affects only code that is called during the write: observers, bindings and publishers. A loop over a stream
  /// runs later, when the store already holds the value.
  public enum Timing: Hashable, Sendable {
    /// After the store holds the new value: reading the property in the handler returns the new value.
    case afterStore
    /// Before the value is written, as with `@Published`: reading the property in the handler returns the old value.
    ///
    /// If the store then refuses the new value, the old one is published again. Changes from elsewhere are published
    /// after the store holds them. If the handler writes the setting, the announced value overwrites it.
    case beforeStore
  }
}

/// An object that calls an observer with the values of a setting: one at a time, and without repeats.
final class ValueRelay<Value: Sendable>: Sendable {
  private let record: SettingRecord<Value>
  private let call: @Sendable (Value) -> Void
  private let delivered = DeliveredValue()
  private let changes = LockedState(WorkQueue<SettingsChange>())
  private let isStopped = Atomic<Bool>(false)

  init(of record: SettingRecord<Value>, _ call: @escaping @Sendable (Value) -> Void) {
    self.record = record
    self.call = call
  }

  /// Prevents further calls, although a delivery that has begun can still reach the relay.
  func stop() { isStopped.store(true, ordering: .releasing) }

  /// Delivers a change, or the announcement of one.
  func receive(_ change: SettingsChange) {
    // A call in progress, possibly further up on this thread's stack, also delivers the changes that arrive during it.
    var next = changes.withLock { $0.add(change) }
    while let change = next {
      deliver(change)
      next = changes.withLock { $0.next() }
    }
  }

  private func deliver(_ change: SettingsChange) {
    if isStopped.load(ordering: .acquiring) { return }
    let isNew = delivered.isNew(
      change.newValue, revision: change.revision, after: .some(change.oldValue), identity: record.identity)
    if isNew { call(record.value(of: change.newValue)) }
  }
}

/// The value of a setting that a consumer received last, which distinguishes new values from repeats.
///
/// A consumer receives changes one at a time, in commit order. It isn't notified of a change that it has seen as an
/// announcement, that an earlier read already included, or whose value the setting doesn't distinguish from the
/// previous one.
final class DeliveredValue: Sendable {
  private struct Received {
    let snapshot: LiveValue.Snapshot
    /// The identity of the value; `nil` until it's needed.
    var identity: SettingsValue??
  }

  private let last = LockedState<Received?>(nil)

  /// Records a snapshot that the consumer receives.
  func record(_ snapshot: LiveValue.Snapshot) { last.withLock { $0 = Received(snapshot: snapshot) } }

  /// Records the value of a change, and returns whether the consumer has to receive it.
  ///
  /// - Parameters:
  ///   - value: The value after the change.
  ///   - revision: The revision of the change; `nil` for an announcement, which is later than all changes before it.
  ///   - oldValue: The value before the change, with which the first change is compared. Without one, the first change
  ///     is new to the consumer.
  ///   - identity: A closure that returns the identity of a stored value to the setting. It's called without a lock,
  ///     because it may run code of the setting's type, and first with the new value, which is often cached.
  /// - Returns: `true` if the consumer has to receive the value.
  func isNew(
    _ value: SettingsValue?, revision: SettingsRevision?, after oldValue: SettingsValue?? = nil,
    identity: (SettingsValue?, SettingsRevision?) -> SettingsValue?
  ) -> Bool {
    let (isLater, previous) = last.withLock { last -> (Bool, Received?) in
      if let last, let revision, revision <= last.snapshot.revision { return (false, nil) }
      let previous = last ?? oldValue.map { Received(snapshot: LiveValue.Snapshot(value: $0, revision: .initial)) }
      let number = revision ?? last?.snapshot.revision ?? .initial
      last = Received(snapshot: LiveValue.Snapshot(value: value, revision: number))
      return (true, previous)
    }
    guard isLater else { return false }
    guard let previous else { return true }
    if previous.snapshot.value == value {
      keep(previous.identity)
      return false
    }
    let new = identity(value, revision)
    keep(.some(new))
    return new != previous.identity ?? identity(previous.snapshot.value, nil)
  }

  private func keep(_ identity: SettingsValue??) { last.withLock { $0?.identity = identity } }
}
