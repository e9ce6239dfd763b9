/// A channel that carries messages between the replicas of a group of settings.
///
/// A transport moves bytes and knows nothing about their meaning. Messages can arrive several times, in any order, or
/// never: each contains what the receiver needs to judge it.
public protocol SyncTransport: Sendable {
  /// The way in which messages are delivered.
  var delivery: SyncDelivery { get }

  /// The largest message in bytes that the transport accepts.
  var maximumMessageSize: Int { get }

  /// Connects, and returns the events of the transport until the task that iterates them is canceled.
  ///
  /// - Parameter replica: The identity of this device's replica, which names its mailbox.
  /// - Returns: The events. Iterating them throws an error if the connection fails; the caller connects again later.
  func events(for replica: SyncReplicaIdentity) -> AsyncThrowingStream<SyncTransportEvent, any Error>

  /// Sends a message.
  ///
  /// The method can wait as long as the peer takes no messages. The session doesn't wait with it, and sends later
  /// changes in one message when it has returned. When its task is canceled, the method must return or throw soon.
  ///
  /// - Parameters:
  ///   - message: The bytes. With ``SyncDelivery/latestState``, they replace the previous message of this replica.
  ///   - peer: The recipient, or `nil` for all peers. A mailbox ignores it.
  /// - Throws: An error if the message can't be sent.
  func send(_ message: [UInt8], to peer: SyncPeer?) async throws
}

/// A transport that repeats the report of another account after a reconnection, until the session has handled it.
protocol AccountReportingTransport: SyncTransport {
  /// Records that the session has handled ``SyncTransportEvent/accountChanged``.
  func didHandleAccountChange()
}

/// The way in which a transport delivers messages.
public enum SyncDelivery: Hashable, Sendable {
  /// Each replica has one mailbox with its latest message, which peers read at any later time.
  case latestState
  /// Messages arrive in order while the peers are connected.
  case stream
}

/// An event of a transport.
public enum SyncTransportEvent: Hashable, Sendable {
  /// A peer has connected.
  case connected(SyncPeer)
  /// A peer has disconnected.
  case disconnected(SyncPeer)
  /// A message has arrived.
  case received([UInt8], from: SyncPeer)
  /// The account that the transport belongs to has changed, for example because the user has signed out.
  case accountChanged
}

/// A participant as the transport knows it, such as a connection or a mailbox.
public struct SyncPeer: Hashable, Sendable, CustomStringConvertible {
  /// The name of the peer, unique within its transport.
  public let name: String

  /// Creates a peer.
  public init(name: String) { self.name = name }

  /// The name of the peer.
  public var description: String { name }
}
