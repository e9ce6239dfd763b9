#if Etcd
  internal import TypedSettingsCore

  /// The decision between the messages of a stream and the end of the time to wait for them.
  final class EtcdWatchGate: Sendable {
    private enum State {
      case idle(since: ContinuousClock.Instant)
      case busy(since: ContinuousClock.Instant)
      case closed
    }

    private let state = LockedState(State.idle(since: .now))

    /// Starts to handle a message.
    ///
    /// - Returns: `false` if the stream is no longer in use.
    func enter() -> Bool {
      state.withLock { state in
        guard case .idle(let start) = state else { return false }
        state = .busy(since: start)
        return true
      }
    }

    /// Ends the handling of a message.
    ///
    /// - Parameter resetsTime: A Boolean value that indicates whether the time starts again.
    func leave(resetsTime: Bool) {
      state.withLock { if case .busy(let start) = $0 { $0 = .idle(since: resetsTime ? .now : start) } }
    }

    /// A Boolean value that indicates whether the stream is no longer in use.
    var isClosed: Bool { state.withLock { if case .closed = $0 { true } else { false } } }

    /// Waits until no message has come for a time, and then closes the gate.
    func close(afterIdle time: Duration) async throws {
      while true {
        let deadline = state.withLock { state -> ContinuousClock.Instant? in
          guard case .idle(let start) = state else { return .now + time }
          guard start + time <= .now else { return start + time }
          state = .closed
          return nil
        }
        guard let deadline else { return }
        try await Task.sleep(until: deadline, clock: .continuous)
      }
    }
  }
#endif
