/// The observers of one key, and the changes they have not heard yet.
///
/// A value type, kept inside its owner's lock: a commit asks it what to deliver, and the owner delivers after the lock
/// is released. While one thread delivers, others leave their changes in the queue for it, so observers hear the
/// changes of a key in the order of the commits, and one at a time.
struct ObserverRegistry {
  typealias Observer = @Sendable (SettingsChange) -> Void

  /// An observer, and what it hears.
  struct Entry {
    let number: UInt64
    /// Whether it is told of changes that are about to be made, too.
    let hearsAnnouncements: Bool
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
  }

  private var observers: [Entry] = []

  /// What the thread that is delivering has yet to deliver; `nil` while none is.
  private var queue: [Delivery]?

  var isEmpty: Bool { observers.isEmpty }
  var count: Int { observers.count }

  mutating func add(
    _ token: SettingsObservationToken, hearsAnnouncements: Bool = false, _ observer: @escaping Observer
  ) {
    observers.append(Entry(number: token.number, hearsAnnouncements: hearsAnnouncements, call: observer))
  }

  /// What tells of a change that is about to be made; `nil` if nobody wants to know.
  func announcement(of change: SettingsChange) -> Delivery? {
    let listeners = observers.filter(\.hearsAnnouncements)
    return listeners.isEmpty ? nil : Delivery(change: change, observers: listeners)
  }

  /// Removes an observer.
  ///
  /// - Returns: The observer, to be let go of outside the lock: with it may go objects whose code is somebody else's.
  mutating func remove(_ token: SettingsObservationToken) -> Observer? {
    guard let index = observers.firstIndex(where: { $0.number == token.number }) else { return nil }
    return observers.remove(at: index).call
  }

  /// Takes note of a change.
  ///
  /// - Returns: What the caller delivers once its lock is released; `nil` if there is nothing for it to do.
  mutating func commit(_ change: SettingsChange) -> Delivery? {
    if observers.isEmpty { return nil }
    let delivery = Delivery(change: change, observers: observers)
    if queue != nil {
      queue?.append(delivery)
      return nil
    }
    queue = []
    return delivery
  }

  /// Tells that a delivery has run.
  ///
  /// - Returns: The next one, for the same caller, and the numbers of the observers that are still there.
  mutating func delivered() -> (delivery: Delivery, present: Set<UInt64>)? {
    guard let next = queue?.first else {
      queue = nil
      return nil
    }
    queue?.removeFirst()
    return (next, Set(observers.map(\.number)))
  }
}
