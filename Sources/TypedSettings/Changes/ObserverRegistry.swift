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
  struct Entry {
    let number: UInt64
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
    private let observers: [Entry]

    init(change: SettingsChange, observers: [Entry]) {
      self.change = change
      self.observers = observers
    }

    /// Calls the observers, or only those in a set.
    func run(only remaining: Set<UInt64>? = nil) {
      for observer in observers where remaining?.contains(observer.number) ?? true { observer.call(change) }
    }

    var revision: SettingsRevision { change.revision ?? .initial }
  }

  private var observers: [Entry] = []

  /// The revision that is being delivered, or `nil` if no thread is delivering.
  ///
  /// The delivery itself isn't kept, because releasing it under the lock could run the deinitializers of a client's
  /// objects.
  private var deliveringRevision: SettingsRevision?

  /// The deliveries enqueued for the delivering thread.
  private var pending: [Delivery] = []

  var isEmpty: Bool { observers.isEmpty }
  var count: Int { observers.count }

  func add(
    _ token: SettingsObservationToken, includesAnnouncements: Bool = false, _ observer: @escaping Observer
  ) {
    let start = pending.last?.revision ?? deliveringRevision ?? .initial
    observers.append(
      Entry(number: token.number, includesAnnouncements: includesAnnouncements, start: start, call: observer))
  }

  /// Returns the delivery of an upcoming change, or `nil` if no observer asked for it.
  func announcement(of change: SettingsChange) -> Delivery? {
    let recipients = observers.filter(\.includesAnnouncements)
    return recipients.isEmpty ? nil : Delivery(change: change, observers: recipients)
  }

  /// Removes an observer.
  ///
  /// - Returns: The observer, to be released outside the lock, because that can run the deinitializers of a client's
  ///   objects.
  func remove(_ token: SettingsObservationToken) -> Observer? {
    guard let index = observers.firstIndex(where: { $0.number == token.number }) else { return nil }
    return observers.remove(at: index).call
  }

  /// Enqueues a change for delivery.
  ///
  /// - Returns: The delivery for the caller to run after it releases its lock, or `nil` if there's nothing to run.
  func commit(_ change: SettingsChange) -> Delivery? {
    if observers.isEmpty { return nil }
    let delivery = Delivery(change: change, observers: observers)
    if deliveringRevision != nil {
      pending.append(delivery)
      return nil
    }
    deliveringRevision = delivery.revision
    return delivery
  }

  /// Finishes the current delivery.
  ///
  /// - Returns: The next delivery for the caller to run, and the numbers of the remaining observers.
  func finishDelivery() -> (delivery: Delivery, remaining: Set<UInt64>)? {
    if pending.isEmpty {
      deliveringRevision = nil
      return nil
    }
    let next = pending.removeFirst()
    deliveringRevision = next.revision
    return (next, Set(observers.map(\.number)))
  }

  /// Returns whether an observer has yet to receive a change committed between two revisions.
  func hasUndelivered(
    _ token: SettingsObservationToken, after revision: SettingsRevision, before limit: SettingsRevision
  ) -> Bool {
    guard let current = deliveringRevision, let observer = observers.first(where: { $0.number == token.number })
    else { return false }
    let received = max(revision, observer.start)
    return (current > received && current < limit)
      || pending.contains { $0.revision > received && $0.revision < limit }
  }
}
