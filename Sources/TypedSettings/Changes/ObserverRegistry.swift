/// The observers of one key, and the changes they have not heard yet.
///
/// Kept inside its owner's lock: a commit asks it what to deliver, and the owner delivers after the lock is released. A
/// class, so that a key without observers pays for one empty pointer.
///
/// While one thread delivers, others leave their changes in the queue for it, so observers hear the changes of a key in
/// the order of the commits, and one at a time.
final class ObserverRegistry {
  typealias Observer = @Sendable (SettingsChange) -> Void

  /// An observer, and what it hears.
  struct Entry {
    let number: UInt64
    /// Whether it is told of changes that are about to be made, too.
    let hearsAnnouncements: Bool
    /// The newest change that was on the way when it came; it hears later ones.
    let start: SettingsRevision
    let call: Observer
  }

  /// A change, and who hears it.
  ///
  /// A class, so that a write that nobody hears moves one empty pointer around.
  final class Delivery: Sendable {
    private let change: SettingsChange
    private let observers: [Entry]

    init(change: SettingsChange, observers: [Entry]) {
      self.change = change
      self.observers = observers
    }

    /// Calls the observers, or those of them that are still present.
    func run(only present: Set<UInt64>? = nil) {
      for observer in observers where present?.contains(observer.number) ?? true { observer.call(change) }
    }

    var revision: SettingsRevision { change.revision ?? .initial }
  }

  private var observers: [Entry] = []

  /// The revision of what a thread is delivering; `nil` while none is.
  ///
  /// Not the delivery itself: with that may go objects whose code is somebody else's, which must not run under the lock.
  private var running: SettingsRevision?

  /// What that thread has yet to deliver.
  private var waiting: [Delivery] = []

  var isEmpty: Bool { observers.isEmpty }
  var count: Int { observers.count }

  func add(
    _ token: SettingsObservationToken, hearsAnnouncements: Bool = false, _ observer: @escaping Observer
  ) {
    let start = waiting.last?.revision ?? running ?? .initial
    observers.append(
      Entry(number: token.number, hearsAnnouncements: hearsAnnouncements, start: start, call: observer))
  }

  /// What tells of a change that is about to be made; `nil` if nobody wants to know.
  func announcement(of change: SettingsChange) -> Delivery? {
    let listeners = observers.filter(\.hearsAnnouncements)
    return listeners.isEmpty ? nil : Delivery(change: change, observers: listeners)
  }

  /// Removes an observer.
  ///
  /// - Returns: The observer, to be let go of outside the lock: with it may go objects whose code is somebody else's.
  func remove(_ token: SettingsObservationToken) -> Observer? {
    guard let index = observers.firstIndex(where: { $0.number == token.number }) else { return nil }
    return observers.remove(at: index).call
  }

  /// Takes note of a change.
  ///
  /// - Returns: What the caller delivers once its lock is released; `nil` if there is nothing for it to do.
  func commit(_ change: SettingsChange) -> Delivery? {
    if observers.isEmpty { return nil }
    let delivery = Delivery(change: change, observers: observers)
    if running != nil {
      waiting.append(delivery)
      return nil
    }
    running = delivery.revision
    return delivery
  }

  /// Tells that a delivery has run.
  ///
  /// - Returns: The next one, for the same caller, and the numbers of the observers that are still there.
  func delivered() -> (delivery: Delivery, present: Set<UInt64>)? {
    if waiting.isEmpty {
      running = nil
      return nil
    }
    let next = waiting.removeFirst()
    running = next.revision
    return (next, Set(observers.map(\.number)))
  }

  /// Whether an observer has yet to hear of a change that was made after one revision and before another.
  func owes(
    _ token: SettingsObservationToken, after heard: SettingsRevision, before limit: SettingsRevision
  ) -> Bool {
    guard let running, let observer = observers.first(where: { $0.number == token.number }) else { return false }
    let seen = max(heard, observer.start)
    return (running > seen && running < limit) || waiting.contains { $0.revision > seen && $0.revision < limit }
  }
}
