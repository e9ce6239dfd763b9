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

  /// Removes the mailbox of another replica, whose device is no longer in use.
  ///
  /// The session has read the mailbox before. The default implementation does nothing, which is correct for a transport
  /// without mailboxes.
  ///
  /// - Parameter replica: The identity of the other replica.
  /// - Throws: An error if the mailbox can't be removed.
  func removeMailbox(of replica: SyncReplicaIdentity) async throws
}

extension SyncTransport {
  /// Does nothing.
  public func removeMailbox(of replica: SyncReplicaIdentity) async throws {}
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

  /// The index of the transport among those of the session, which a transport itself doesn't know.
  package private(set) var transport = 0

  /// Creates a peer.
  public init(name: String) { self.name = name }

  /// The name of the peer.
  public var description: String { name }

  /// Returns the peer as a session with several transports knows it.
  package func on(transport: Int) -> SyncPeer {
    var copy = self
    copy.transport = transport
    return copy
  }
}

/// The recipients of a message.
package enum SyncDestination: Hashable, Sendable {
  /// A peer of a stream.
  case peer(SyncPeer)
  /// All replicas that read the mailbox of this one on a transport.
  case mailbox(on: Int)

  /// The index of the transport.
  package var transport: Int {
    switch self {
    case .peer(let peer): peer.transport
    case .mailbox(let transport): transport
    }
  }

  /// The peer, or `nil` for a mailbox.
  package var peer: SyncPeer? { if case .peer(let peer) = self { peer } else { nil } }

  /// Returns whether a destination precedes another one in the order in which messages are sent.
  static func isInOrder(_ left: SyncDestination, _ right: SyncDestination) -> Bool {
    (left.transport, left.peer?.name ?? "") < (right.transport, right.peer?.name ?? "")
  }
}
