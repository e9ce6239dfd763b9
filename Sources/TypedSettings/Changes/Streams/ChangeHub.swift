/// Passes the changes of a key on to any number of runs of streams, with one observer of the key for all of them.
///
/// It observes while there is a run, and no longer.
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

  /// Makes a run hear of changes until the subscription is let go of.
  ///
  /// - Parameters:
  ///   - signal: What is raised at each change.
  ///   - queue: What keeps the changes, for a run that wants each of them.
  /// - Returns: What ends with the run.
  package func subscribe(_ signal: StreamSignal, queue: ChangeQueue? = nil) -> Subscription {
    state.withLock { state in
      state.last += 1
      state.receivers.append(Receiver(number: state.last, signal: signal, queue: queue))
      if state.token == nil { state.token = live.observe(pass) }
      return Subscription(hub: self, number: state.last)
    }
  }

  private func pass(_ change: SettingsChange) {
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

  /// Keeps a run subscribed as long as it lives.
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
