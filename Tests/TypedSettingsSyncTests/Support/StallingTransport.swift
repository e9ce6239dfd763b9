import TypedSettings
import TypedSettingsSync

/// A transport on which sending to some peers never returns, until they're released or the sending is canceled.
final class StallingTransport: SyncTransport {
  private struct State {
    var events: AsyncThrowingStream<SyncTransportEvent, any Error>.Continuation?
    /// The events before the session has connected.
    var waiting: [SyncTransportEvent] = []
    var stalled: Set<String> = []
    var messages: [String: [[UInt8]]] = [:]
    var sending = 0
    var cancelled = 0
  }

  let delivery: SyncDelivery
  let maximumMessageSize = 1 << 20
  private let state: LockedState<State>

  /// Creates a transport.
  ///
  /// - Parameters:
  ///   - delivery: The way in which messages are delivered; a mailbox has the name `mailbox`.
  ///   - stalled: The names of the peers to which nothing can be sent.
  init(_ delivery: SyncDelivery = .stream, stalled: Set<String> = []) {
    self.delivery = delivery
    state = LockedState(State(stalled: stalled))
  }

  /// The number of calls that haven't returned.
  var sendingCount: Int { state.withLock { $0.sending } }

  /// The number of calls that ended because they were canceled.
  var cancelledCount: Int { state.withLock { $0.cancelled } }

  /// Returns the messages that were passed for a peer.
  func messages(for name: String) throws -> [SyncMessage] {
    try state.withLock { $0.messages[name] ?? [] }.map { try SyncMessage(decoding: $0) }
  }

  func release(_ name: String) { state.withLock { _ = $0.stalled.remove(name) } }

  func deliver(_ event: SyncTransportEvent) {
    state.withLock { state in
      if let events = state.events { events.yield(event) } else { state.waiting.append(event) }
    }
  }

  func events(for replica: SyncReplicaIdentity) -> AsyncThrowingStream<SyncTransportEvent, any Error> {
    let (stream, continuation) = AsyncThrowingStream<SyncTransportEvent, any Error>.makeStream()
    state.withLock { state in
      state.events = continuation
      for event in state.waiting { continuation.yield(event) }
      state.waiting = []
    }
    return stream
  }

  func send(_ message: [UInt8], to peer: SyncPeer?) async throws {
    let name = peer?.name ?? "mailbox"
    state.withLock { state in
      state.messages[name, default: []].append(message)
      state.sending += 1
    }
    defer { state.withLock { $0.sending -= 1 } }
    while state.withLock({ $0.stalled.contains(name) }) {
      if Task.isCancelled {
        state.withLock { $0.cancelled += 1 }
        throw CancellationError()
      }
      await Task.yield()
    }
  }
}
