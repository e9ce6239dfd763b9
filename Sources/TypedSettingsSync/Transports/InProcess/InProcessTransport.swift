internal import TypedSettingsCore

/// A transport to other transports of the same process; see ``InProcessHub``.
public final class InProcessTransport: SyncTransport {
  private struct State {
    weak var connection: InProcessConnection?
  }

  private let name: String
  private let hub: InProcessHub
  private let state = LockedState(State())

  init(_ name: String, in hub: InProcessHub) {
    self.name = name
    self.hub = hub
  }

  /// The way in which the hub delivers messages.
  public var delivery: SyncDelivery { hub.delivery }

  /// The largest message in bytes that the hub accepts.
  public var maximumMessageSize: Int { hub.maximumMessageSize }

  /// Connects to the hub at once, and returns the events.
  ///
  /// - Parameter replica: The identity of the replica.
  /// - Returns: The events. Iterating them throws an error after ``disconnect()``.
  public func events(for replica: SyncReplicaIdentity) -> AsyncThrowingStream<SyncTransportEvent, any Error> {
    disconnect()
    let connection = hub.connect(name, for: replica)
    state.withLock { $0.connection = connection }
    return connection.events
  }

  /// Sends a message.
  ///
  /// - Parameters:
  ///   - message: The bytes.
  ///   - peer: The recipient, or `nil` for all peers.
  /// - Throws: `SettingsError` if the message is too large, or the transport or the peer isn't connected.
  public func send(_ message: [UInt8], to peer: SyncPeer?) async throws {
    guard let connection = state.withLock({ $0.connection }) else { throw SettingsError.notConnected }
    try connection.send(message, to: peer)
  }

  /// Removes the mailbox of another replica from the hub.
  public func removeMailbox(of replica: SyncReplicaIdentity) async throws { hub.removeMailbox(of: replica) }

  /// Ends the connection, like an interrupted network.
  ///
  /// The sequence of events ends with an error after the events that have already arrived. Request the events again to
  /// connect again.
  public func disconnect() {
    state.withLock { state in state.connection.take() }?.disconnect()
  }
}

/// The connection of a transport to its hub, which ends when it's deallocated.
final class InProcessConnection: TransportConnection {
  private let number: Int
  private let replica: SyncReplicaIdentity
  private let inbox: InProcessInbox
  private let hub: InProcessHub

  init(_ number: Int, _ replica: SyncReplicaIdentity, _ inbox: InProcessInbox, of hub: InProcessHub) {
    self.number = number
    self.replica = replica
    self.inbox = inbox
    self.hub = hub
  }

  deinit { disconnect() }

  func disconnect() { hub.disconnect(number) }

  func send(_ message: [UInt8], to peer: SyncPeer?) throws(SettingsError) {
    try hub.send(message, from: number, replica, to: peer)
  }

  func next() async throws -> SyncTransportEvent? {
    do {
      while true {
        try Task.checkCancellation()
        let count = inbox.signal.count
        if let event = try inbox.take() { return event }
        try await inbox.signal.wait(since: count)
      }
    } catch {
      disconnect()
      throw error
    }
  }
}

/// The events of a connection that haven't been requested yet.
final class InProcessInbox: Sendable {
  private struct State {
    var events: [SyncTransportEvent] = []
    var error: SettingsError?
  }

  private let state = LockedState(State())
  let signal = WakeSignal()

  func add(_ event: SyncTransportEvent) {
    state.withLock { $0.events.append(event) }
    signal.send()
  }

  /// Adds a message in place of the earlier messages of its peer.
  func replace(_ message: SyncTransportEvent) {
    state.withLock { state in
      state.events.removeAll {
        guard case .received(_, let peer) = $0, case .received(_, peer) = message else { return false }
        return true
      }
      state.events.append(message)
    }
    signal.send()
  }

  /// Ends the events with an error.
  func end(with error: SettingsError) {
    state.withLock { $0.error = error }
    signal.send()
  }

  /// Removes and returns the first event; throws the error after the last one.
  func take() throws(SettingsError) -> SyncTransportEvent? {
    try state.withLock { state throws(SettingsError) in
      if !state.events.isEmpty { return state.events.removeFirst() }
      if let error = state.error { throw error }
      return nil
    }
  }
}
