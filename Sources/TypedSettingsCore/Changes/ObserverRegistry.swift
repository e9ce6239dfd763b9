internal import Synchronization

/// The observers of one key, and the changes that haven't been delivered yet.
///
/// The registry is protected by its owner's lock: a commit returns a delivery, which the owner runs after it releases
/// the lock. It's a class, so a key without observers costs only an empty reference.
///
/// While one thread delivers, other threads enqueue their changes for it. Observers therefore receive the changes of a
/// key one at a time, in commit order.
final class ObserverRegistry {
  typealias Observer = @Sendable (SettingsChange) -> Void

  /// An observer and its options.
  struct Registration: Sendable {
    /// A Boolean value that indicates whether the observer is also notified before a change.
    let includesAnnouncements: Bool
    /// The latest change in delivery when the observer was added; the observer receives later ones.
    let start: SettingsRevision
    let call: Observer
  }

  /// A change and its recipients.
  ///
  /// A class, so a write without observers passes only an empty reference around.
  final class Delivery: Sendable {
    private let change: SettingsChange
    private let observers: [NumberedTable<Registration>.Entry]
    /// The signals that the change has raised.
    private let signals: [ChangeSignal]

    init(change: SettingsChange, observers: [NumberedTable<Registration>.Entry], signals: [ChangeSignal] = []) {
      self.change = change
      self.observers = observers
      self.signals = signals
    }

    /// Calls the observers, or only those in a set, and the observers of the raised signals.
    func run(only remaining: Set<UInt64>? = nil) {
      for signal in signals { signal.notify() }
      for observer in observers where remaining?.contains(observer.number) ?? true { observer.element.call(change) }
    }

    var revision: SettingsRevision { change.revision ?? .initial }
  }

  // Accesses aren't checked for exclusivity at run time, because that takes a noticeable part of an observed write.
  // The owner's lock makes them exclusive, and no method calls code from outside the library.

  @exclusivity(unchecked) private var observers = NumberedTable<Registration>()

  /// The live values that are derived from the values of this key, by the numbers of the observers that update them.
  ///
  /// They aren't part of the registrations, because each delivery copies those.
  @exclusivity(unchecked) private var derived = NumberedTable<LiveValue>()

  @exclusivity(unchecked) private var signals: [ChangeSignal] = []
  /// The signal, if it's the only observer; unmanaged, so that a write checks it without counting references.
  @exclusivity(unchecked) private var onlySignal: Unmanaged<ChangeSignal>?
  /// The signals that the change that's being committed has raised.
  @exclusivity(unchecked) private var raisedSignals: [ChangeSignal] = []

  @exclusivity(unchecked) private var deliveries = WorkQueue<Delivery>()

  /// The revision that is being delivered, or `nil` if no thread is delivering.
  ///
  /// The delivery itself isn't kept, because releasing it under the lock could run the deinitializers of a client's
  /// objects.
  @exclusivity(unchecked) private var deliveringRevision: SettingsRevision?

  var count: Int { observers.count + signals.count }

  /// Adds an observer, which receives the changes after those that are already being delivered.
  func add(
    _ token: SettingsObservationToken, includesAnnouncements: Bool = false, invalidating derived: LiveValue? = nil,
    _ observer: @escaping Observer
  ) {
    let start = deliveries.lastWaiting?.revision ?? deliveringRevision ?? .initial
    observers.insert(
      Registration(includesAnnouncements: includesAnnouncements, start: start, call: observer), number: token.number)
    if let derived { self.derived.insert(derived, number: token.number) }
    findOnlySignal()
  }

  /// Returns the delivery of an upcoming change, or `nil` if no observer asked for it.
  func announcement(of change: SettingsChange) -> Delivery? {
    let recipients = observers.entries.filter(\.element.includesAnnouncements)
    return recipients.isEmpty ? nil : Delivery(change: change, observers: recipients)
  }

  /// Removes an observer.
  ///
  /// - Returns: The observer and the live value that it updates, to be released outside the lock, because that can run
  ///   the deinitializers of a client's objects.
  func remove(_ token: SettingsObservationToken) -> (observer: Observer?, derived: LiveValue?) {
    defer { findOnlySignal() }
    return (observers.remove(token.number)?.call, derived.remove(token.number))
  }

  /// Adds a signal that changes raise.
  func add(_ signal: ChangeSignal) {
    signals.append(signal)
    findOnlySignal()
  }

  /// Removes a signal.
  func remove(_ signal: ChangeSignal) {
    signals.removeAll { $0 === signal }
    findOnlySignal()
  }

  private func findOnlySignal() {
    onlySignal = observers.isEmpty && signals.count == 1 ? signals.first.map(Unmanaged.passUnretained) : nil
  }

  /// Raises the signals for a change.
  ///
  /// - Returns: Whether the change has to be committed with ``commit(_:)``, because there's something to deliver.
  @inline(__always)
  func raiseSignals() -> Bool {
    if let onlySignal, onlySignal._withUnsafeGuaranteedRef({ $0.noteIfRaised() }) { return false }
    return raiseEachSignal()
  }

  private func raiseEachSignal() -> Bool {
    for index in signals.indices where signals[index].raise() { raisedSignals.append(signals[index]) }
    return !observers.isEmpty || !raisedSignals.isEmpty
  }

  /// Invalidates the live values that are derived from the values of this key, before their observers are notified.
  func invalidateDerived(at revision: SettingsRevision) {
    for entry in derived.entries { entry.element.invalidate(at: revision) }
  }

  /// Enqueues a change for delivery.
  ///
  /// - Returns: The delivery for the caller to run after it releases its lock, or `nil` if there's nothing to run.
  func commit(_ change: SettingsChange) -> Delivery? {
    if !derived.isEmpty { invalidateDerived(at: change.revision ?? .initial) }
    let new = Delivery(change: change, observers: observers.entries, signals: raisedSignals)
    raisedSignals = []
    guard let delivery = deliveries.add(new) else { return nil }
    deliveringRevision = delivery.revision
    return delivery
  }

  /// Finishes the current delivery.
  ///
  /// - Returns: The next delivery for the caller to run, and the numbers of the remaining observers.
  func finishDelivery() -> (delivery: Delivery, remaining: Set<UInt64>)? {
    let next = deliveries.next()
    deliveringRevision = next?.revision
    return next.map { ($0, Set(observers.entries.map(\.number))) }
  }

  /// Returns the revision of the first change between two revisions that an observer has yet to receive, or `nil` if
  /// there is none.
  func firstUndeliveredRevision(
    _ token: SettingsObservationToken, after revision: SettingsRevision, before limit: SettingsRevision
  ) -> SettingsRevision? {
    guard let current = deliveringRevision, let observer = observers[token.number] else { return nil }
    let received = max(revision, observer.start)
    if current > received, current < limit { return current }
    return deliveries.firstWaiting { $0.revision > received && $0.revision < limit }?.revision
  }
}

// MARK: Signals

/// A signal that values may have changed, for an observer that collects changes later.
///
/// Only the first change after ``lower()`` calls the observer, so later ones cost little more than without an observer.
/// One signal can watch several live values.
package final class ChangeSignal: Sendable {
  private let flag = Atomic<Bool>(false)
  /// A Boolean value that indicates whether there was a change since the one that raised the signal.
  private let isRepeated = Atomic<Bool>(false)
  private let onRaise: @Sendable () -> Void

  /// Creates a signal that isn't raised.
  ///
  /// - Parameter onRaise: A closure that's called for the first change, after the change and without holding a lock.
  package init(onRaise: @escaping @Sendable () -> Void) { self.onRaise = onRaise }

  /// A Boolean value that indicates whether there was a change since the signal was last lowered.
  package var isRaised: Bool { flag.load(ordering: .acquiring) }

  /// Notes a change of a value whose signal is raised already, under the lock that protects the value.
  ///
  /// A write that finds the signal raised is collected, because the signal is lowered before the value is read under
  /// the same lock.
  ///
  /// - Returns: `false` if the signal isn't raised, so that the change has to raise it.
  @inline(__always)
  func noteIfRaised() -> Bool {
    guard flag.load(ordering: .relaxed) else { return false }
    isRepeated.store(true, ordering: .relaxed)
    return true
  }

  /// Raises the signal, under the lock that protects the changed value.
  ///
  /// - Returns: `false` if it was raised already; otherwise, call ``notify()`` after the lock is released.
  @inline(__always)
  func raise() -> Bool {
    if noteIfRaised() { return false }
    return !flag.exchange(true, ordering: .sequentiallyConsistent)
  }

  /// Calls the observer, for the change that raised the signal.
  func notify() { onRaise() }

  /// Reports a change of a value without a lock of its own.
  package func raiseAndNotify() {
    if flag.exchange(true, ordering: .sequentiallyConsistent) {
      isRepeated.store(true, ordering: .relaxed)
    } else {
      onRaise()
    }
  }

  /// Lowers the signal; call this method before reading the values.
  ///
  /// - Returns: Whether there was a change since the one that raised the signal.
  @discardableResult
  package func lower() -> Bool {
    let wasRepeated = isRepeated.exchange(false, ordering: .relaxed)
    flag.store(false, ordering: .sequentiallyConsistent)
    // The values are read after the signal is lowered.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    return wasRepeated
  }
}
