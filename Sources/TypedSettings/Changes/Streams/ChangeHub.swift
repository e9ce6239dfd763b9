/// A hub that distributes the changes of a key to any number of stream runs.
///
/// The hub adds one observer to the key for all runs, and removes it after the last run ends.
package final class ChangeHub: Sendable {
  private struct Receiver {
    let number: UInt64
    let signal: StreamSignal
    let queue: ChangeQueue?
  }

  private struct State {
    var receivers: [Receiver] = []
    var last: UInt64 = 0
    var token: SettingsObservationToken?
  }

  private let live: LiveValue
  private let state = LockedState(State())

  package init(_ live: LiveValue) { self.live = live }

  /// Notifies a run of changes for the lifetime of the returned subscription.
  ///
  /// - Parameters:
  ///   - signal: The signal to raise at each change.
  ///   - queue: A queue that receives each change, or `nil`.
  /// - Returns: The subscription.
  package func subscribe(_ signal: StreamSignal, queue: ChangeQueue? = nil) -> Subscription {
    state.withLock { state in
      state.last += 1
      state.receivers.append(Receiver(number: state.last, signal: signal, queue: queue))
      if state.token == nil { state.token = live.observe(forward) }
      return Subscription(hub: self, number: state.last)
    }
  }

  private func forward(_ change: SettingsChange) {
    for receiver in state.withLock({ $0.receivers }) {
      receiver.queue?.append(change)
      receiver.signal.raise()
    }
  }

  private func remove(_ number: UInt64) {
    state.withLock { state in
      state.receivers.removeAll { $0.number == number }
      guard state.receivers.isEmpty, let token = state.token.take() else { return }
      live.removeObserver(token)
    }
  }

  /// A subscription that ends when it's deallocated.
  package final class Subscription: Sendable {
    private let hub: ChangeHub
    private let number: UInt64

    fileprivate init(hub: ChangeHub, number: UInt64) {
      self.hub = hub
      self.number = number
    }

    deinit { hub.remove(number) }
  }
}
