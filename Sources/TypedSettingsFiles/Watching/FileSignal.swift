internal import TypedSettingsCore
internal import TypedSettingsFormats

/// Notifies observers of an event of a settings file: its state has changed, or its document was read.
///
/// The notification doesn't include the state, because it may have changed again by then.
final class FileSignal: Sendable {
  typealias Observer = @Sendable () -> Void

  private let observers = LockedState(NumberedTable<Observer>())

  /// Adds an observer.
  ///
  /// - Returns: The number to pass to ``remove(_:)``.
  func observe(_ observer: @escaping Observer) -> UInt64 { observers.withLock { $0.add(observer) } }

  var observerCount: Int { observers.withLock { $0.count } }

  func remove(_ number: UInt64) {
    let removed = observers.withLock { $0.remove(number) }
    withExtendedLifetime(removed) {}
  }

  func send() { for entry in observers.withLock({ $0.entries }) { entry.element() } }
}

/// The streams of a store's states.
final class StateBroadcast: Sendable {
  private typealias State = SettingsFileState

  private struct Subscriber: Sendable {
    let continuation: AsyncStream<State>.Continuation
    var last: State?
  }

  private struct Subscribers {
    var table = NumberedTable<Subscriber>()
    /// The requests to compare the state with the one that was sent last.
    var checks = WorkQueue<Void>()

    /// Returns the streams that haven't received a state yet.
    mutating func outdated(_ state: State) -> [AsyncStream<State>.Continuation] {
      var continuations: [AsyncStream<State>.Continuation] = []
      for entry in table.entries where !(entry.element.last?.isSame(as: state) ?? false) {
        let continuation = entry.element.continuation
        if table.update(entry.number, to: Subscriber(continuation: continuation, last: state)) {
          continuations.append(continuation)
        }
      }
      return continuations
    }
  }

  private let subscribers = LockedState(Subscribers())

  /// Sends the present state to the streams that haven't received it.
  ///
  /// One thread sends at a time, so the last state that's sent is the latest. Other callers leave it to that thread to
  /// check again.
  func send(_ present: () -> SettingsFileState) {
    // One waiting check is enough, because it comes after this call.
    var next: Void? = subscribers.withLock { $0.checks.hasWaiting ? nil : $0.checks.add(()) }
    while next != nil {
      let state = present()
      for continuation in subscribers.withLock({ $0.outdated(state) }) { continuation.yield(state) }
      next = subscribers.withLock { $0.checks.next() }
    }
  }

  /// Returns a stream of states, which begins with the present one.
  func stream(_ present: () -> SettingsFileState) -> AsyncStream<SettingsFileState> {
    let (stream, continuation) = AsyncStream.makeStream(of: State.self, bufferingPolicy: .bufferingNewest(16))
    let number = subscribers.withLock { $0.table.add(Subscriber(continuation: continuation)) }
    continuation.onTermination = { [weak self] _ in self?.remove(number) }
    send(present)
    return stream
  }

  private func remove(_ number: UInt64) {
    let removed = subscribers.withLock { $0.table.remove(number) }
    withExtendedLifetime(removed) {}
  }
}
