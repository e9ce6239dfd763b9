/// A hub that distributes the changes of a key to any number of stream runs.
///
/// The hub adds one observer to the key for all runs, and removes it after the last run ends.
final class ChangeHub: Sendable {
  private struct Receiver: Sendable {
    let signal: StreamSignal
    let queue: ChangeQueue?
  }

  private struct State {
    var receivers = NumberedTable<Receiver>()
    var token: SettingsObservationToken?
  }

  private let live: LiveValue
  private let state = LockedState(State())

  init(_ live: LiveValue) { self.live = live }

  /// Notifies a run of changes for the lifetime of the returned subscription.
  ///
  /// - Parameters:
  ///   - signal: The signal to raise at each change.
  ///   - queue: A queue that receives each change, or `nil`.
  /// - Returns: The subscription.
  func subscribe(_ signal: StreamSignal, queue: ChangeQueue? = nil) -> Subscription {
    state.withLock { state in
      let number = state.receivers.add(Receiver(signal: signal, queue: queue))
      if state.token == nil { state.token = live.observe(forward) }
      return Subscription(hub: self, number: number)
    }
  }

  private func forward(_ change: SettingsChange) {
    for entry in state.withLock({ $0.receivers.entries }) {
      entry.element.queue?.append(change)
      entry.element.signal.raise()
    }
  }

  private func remove(_ number: UInt64) {
    let removed = state.withLock { state in
      let removed = state.receivers.remove(number)
      if state.receivers.isEmpty, let token = state.token.take() { live.removeObserver(token) }
      return removed
    }
    withExtendedLifetime(removed) {}
  }

  /// A subscription that ends when it's deallocated.
  final class Subscription: Sendable {
    private let hub: ChangeHub
    private let number: UInt64

    fileprivate init(hub: ChangeHub, number: UInt64) {
      self.hub = hub
      self.number = number
    }

    deinit { hub.remove(number) }
  }
}

/// A bounded queue of the changes that a stream run hasn't consumed.
final class ChangeQueue: Sendable {
  private let capacity: Int
  private let changes = LockedState(Queue<SettingsChange>())

  /// Creates a queue.
  ///
  /// - Parameter capacity: The maximum number of changes, at least 1. When the queue is full, a new change evicts the
  ///   oldest.
  init(capacity: Int) { self.capacity = capacity }

  func append(_ change: SettingsChange) {
    changes.withLock { changes in
      if changes.count >= capacity { _ = changes.popFirst() }
      changes.append(change)
    }
  }

  /// A Boolean value that indicates whether the next change evicts the oldest one.
  var isFull: Bool { changes.withLock { $0.count >= capacity } }

  func popFirst() -> SettingsChange? { changes.withLock { $0.popFirst() } }
}

/// A signal that wakes the task that iterates a stream, raised by writers on any thread.
///
/// The signal carries no value: the task fetches the value after it wakes, so changes can't accumulate while it's busy.
final class StreamSignal: Sendable {
  private struct State {
    var isRaised = false
    var waiter: UnsafeContinuation<Void, Never>?
  }

  private let state = LockedState(State())

  init() {}

  /// Wakes the task, or makes its next wait return immediately.
  func raise() {
    let waiter = state.withLock { state -> UnsafeContinuation<Void, Never>? in
      if let waiter = state.waiter.take() { return waiter }
      state.isRaised = true
      return nil
    }
    waiter?.resume()
  }

  /// Resets the signal, so that the next wait ignores earlier calls to ``raise()``.
  func lower() { state.withLock { $0.isRaised = false } }

  /// Waits until the signal is raised, and resets it, or until the task is canceled.
  func wait(isolation: isolated (any Actor)? = #isolation) async {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let isDone = state.withLock { state in
          if state.isRaised {
            state.isRaised = false
            return true
          }
          state.waiter = continuation
          return false
        }
        // A cancellation before the waiter was stored hasn't resumed it.
        if isDone { continuation.resume() } else if Task.isCancelled { cancel() }
      }
    } onCancel: {
      cancel()
    }
  }

  private func cancel() {
    state.withLock { $0.waiter.take() }?.resume()
  }
}
