#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A connection over a Unix socket that can be unplugged.
public actor Cable {
  /// The end of the cable.
  public enum End: Sendable {
    /// The side that waits for connections.
    case listening
    /// The side that connects.
    case connecting
  }

  private let path: String
  private let end: End
  private var listener: Int32?
  /// Another descriptor of the connected socket, because the transport closes its own.
  private var current: Int32?
  private var isPlugged = true
  private var waiters: [CheckedContinuation<Void, Never>] = []

  /// Creates a cable.
  public init(_ end: End, at path: String) {
    self.end = end
    self.path = path
  }

  /// Returns the descriptor of a new connection, once the other side is there.
  public func connect() async throws -> Int32 {
    while true {
      try Task.checkCancellation()
      if !isPlugged { await withCheckedContinuation { waiters.append($0) } }
      let descriptor = try await nextConnection()
      guard isPlugged else {
        close(descriptor)
        continue
      }
      hangUp()
      current = dup(descriptor)
      return descriptor
    }
  }

  private func nextConnection() async throws -> Int32 {
    switch end {
    case .listening:
      let listener = try listener ?? UnixSocket.listen(at: path)
      self.listener = listener
      return try await UnixSocket.accept(at: listener)
    case .connecting:
      while true {
        do { return try UnixSocket.connect(to: path) } catch is SocketError {
          // The other side doesn't listen yet.
          try await Task.sleep(for: .milliseconds(200))
        }
      }
    }
  }

  /// Interrupts the connection.
  public func unplug() {
    isPlugged = false
    hangUp()
  }

  /// Allows connections again.
  public func plug() {
    isPlugged = true
    for waiter in waiters { waiter.resume() }
    waiters = []
  }

  private func hangUp() {
    guard let current else { return }
    shutdown(current, Int32(SHUT_RDWR))
    close(current)
    self.current = nil
  }
}
