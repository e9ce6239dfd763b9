internal import TypedSettingsCore
internal import TypedSettingsFiles

/// A transport over a connected stream socket, such as a Unix or TCP socket.
///
/// You make the connection, and the transport owns it from then on:
///
/// ```swift
/// let transport = StreamTransport(peer: "watch") { try await connectToWatch() }
/// ```
///
/// Messages are divided by their length: four bytes in big-endian order before each message. A socket has no protection
/// by itself; use ``SealedTransport`` or a socket whose other end you control.
///
/// Reading stops while events aren't requested, so a peer that sends too much has to wait.
public final class StreamTransport: SyncTransport {
  /// A closure that returns the descriptor of a new connected socket.
  public typealias Connect = @Sendable () async throws -> Int32

  private struct State {
    /// The socket that was passed to the initializer, until it's connected.
    var socket: Result<StreamSocket, FileSystemError>?
    /// The number of times that the events were requested.
    var requestCount = 0
    /// The connection of the latest request.
    weak var connection: StreamConnection?
  }

  private let peer: SyncPeer
  private let connect: Connect?
  private let state: LockedState<State>

  /// The largest message in bytes that's sent or received.
  public let maximumMessageSize: Int

  /// Returns ``SyncDelivery/stream``.
  public var delivery: SyncDelivery { .stream }

  /// Creates a transport over one connection.
  ///
  /// - Parameters:
  ///   - socket: The descriptor of a connected stream socket. The transport closes it.
  ///   - peer: The name of the peer.
  ///   - maximumMessageSize: The largest message in bytes that's sent or received, at most 512 MB.
  public init(socket: Int32, peer: String = "peer", maximumMessageSize: Int = 4 << 20) {
    self.peer = SyncPeer(name: peer)
    self.maximumMessageSize = TransportLimits.messageSize(atMost: maximumMessageSize)
    connect = nil
    state = LockedState(State(socket: Self.open(socket)))
  }

  /// Creates a transport that makes a connection each time its events are requested.
  ///
  /// - Parameters:
  ///   - peer: The name of the peer.
  ///   - maximumMessageSize: The largest message in bytes that's sent or received, at most 512 MB.
  ///   - connect: A closure that returns the descriptor of a connected stream socket, which the transport closes. An
  ///     error that it throws ends the events.
  public init(peer: String = "peer", maximumMessageSize: Int = 4 << 20, connect: @escaping Connect) {
    self.peer = SyncPeer(name: peer)
    self.maximumMessageSize = TransportLimits.messageSize(atMost: maximumMessageSize)
    self.connect = connect
    state = LockedState(State())
  }

  private static func open(_ socket: Int32) -> Result<StreamSocket, FileSystemError> {
    Result { () throws(FileSystemError) in try StreamSocket(socket) }
  }

  /// Returns the events of the connection.
  ///
  /// When the connection ends, the peer is disconnected, and the sequence throws an error.
  ///
  /// - Parameter replica: Ignored, because the socket determines the peer.
  /// - Returns: The events. Iterating them throws an error of the closure that connects, or `SettingsError` with
  ///   `SettingsError.Code.connectionLost`, `SettingsError.Code.messageTooLarge` or
  ///   `SettingsError.Code.transportUnavailable`.
  public func events(for replica: SyncReplicaIdentity) -> AsyncThrowingStream<SyncTransportEvent, any Error> {
    let request = state.withLock { state in
      state.requestCount += 1
      state.connection = nil
      return state.requestCount
    }
    return StreamEvents { try await self.open(for: request) }.events
  }

  private func open(for request: Int) async throws -> StreamConnection {
    // Before the socket is taken, which can be used once.
    guard DispatchSchedule.shared.providesSources else {
      throw SettingsError.transportUnavailable("too few free file descriptors")
    }
    let socket: Result<StreamSocket, FileSystemError>?
    if let connect {
      let descriptor = try await connect()
      socket = Self.open(descriptor)
    } else {
      socket = state.withLock { $0.socket.take() }
    }
    guard let socket else {
      throw SettingsError.transportUnavailable(
        "a socket that was already used", advice: "pass a closure that connects each time")
    }
    let connection: StreamConnection
    do throws(FileSystemError) {
      connection = StreamConnection(try socket.get(), peer, maximumMessageSize: maximumMessageSize)
    } catch {
      throw SettingsError.transportUnavailable(
        error.explanation, advice: "pass the descriptor of a connected stream socket", underlying: error)
    }
    // While the closure was connecting, the events may have been requested again.
    state.withLock { if $0.requestCount == request { $0.connection = connection } }
    return connection
  }

  /// Sends a message.
  ///
  /// The message is sent in the background. If the peer doesn't read, later messages wait until it does.
  ///
  /// - Parameters:
  ///   - message: The bytes.
  ///   - peer: The peer, or `nil`.
  /// - Throws: `SettingsError` with `SettingsError.Code.messageTooLarge`,
  ///   `SettingsError.Code.transportUnavailable` or `SettingsError.Code.connectionLost`, or `CancellationError` if
  ///   the task was canceled before the message was accepted.
  public func send(_ message: [UInt8], to peer: SyncPeer?) async throws {
    try SettingsError.checkSize(message, maximum: maximumMessageSize)
    guard let connection = state.withLock({ $0.connection }) else { throw SettingsError.notConnected }
    try await connection.send(message)
  }
}

/// One run of the events of a stream, which connects when the first event is requested.
private final class StreamEvents: TransportConnection {
  private let connect: @Sendable () async throws -> StreamConnection
  private let connection = LockedState<StreamConnection?>(nil)

  init(_ connect: @escaping @Sendable () async throws -> StreamConnection) { self.connect = connect }

  func next() async throws -> SyncTransportEvent? {
    if let connection = connection.withLock({ $0 }) { return try await connection.next() }
    try Task.checkCancellation()
    let connected = try await connect()
    connection.withLock { $0 = connected }
    return try await connected.next()
  }
}
