internal import TypedSettingsCore
internal import TypedSettingsFiles

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A connected stream socket, which is closed with its last reference.
///
/// No call waits, and a peer that has gone never raises the signal that ends a process.
struct StreamSocket: Sendable {
  /// The result of a call that receives bytes.
  enum Received: Equatable {
    case bytes(Int)
    /// Nothing has arrived.
    case nothing
    /// The peer has closed its side.
    case end
  }

  let file: OpenFile
  /// Another descriptor of the same socket, for the source that waits until the socket can be written.
  ///
  /// On Linux, Dispatch can lose a request of one of two sources that share a descriptor.
  let duplicate: OpenFile

  private var descriptor: Int32 { file.descriptor.number }

  /// Takes over the descriptor of a socket, also if it throws.
  ///
  /// - Throws: `FileSystemError` if the descriptor isn't one of a stream socket.
  init(_ descriptor: Int32) throws(FileSystemError) {
    let given = OpenFile(FileDescriptor(number: descriptor), of: SystemCalls())
    // Output to a standard stream would be sent to the peer.
    file = try descriptor > STDERR_FILENO ? given : Self.duplicate(of: given)
    duplicate = try Self.duplicate(of: file)
    let number = file.descriptor.number
    var type: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    guard getsockopt(number, SOL_SOCKET, SO_TYPE, &type, &size) == 0 else {
      throw FileSystemError("use the socket", errno)
    }
    guard type == Self.streamType else { throw FileSystemError("use the socket", EPROTOTYPE) }
    let flags = fcntl(number, F_GETFL)
    guard flags >= 0, fcntl(number, F_SETFL, flags | O_NONBLOCK) == 0 else {
      throw FileSystemError("set up the socket", errno)
    }
    try setOptions()
  }

  /// Duplicates a descriptor under a number that no standard stream has.
  private static func duplicate(of file: OpenFile) throws(FileSystemError) -> OpenFile {
    let number = withExtendedLifetime(file) { fcntl(file.descriptor.number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
    guard number >= 0 else { throw FileSystemError("use the socket", errno) }
    return OpenFile(FileDescriptor(number: number), of: SystemCalls())
  }

  /// Sets options, most of which not all kinds of sockets have.
  private func setOptions() throws(FileSystemError) {
    #if canImport(Darwin)
      // A socket whose peer has already gone takes no options.
      guard set(SO_NOSIGPIPE, of: SOL_SOCKET, to: 1) else { throw FileSystemError("set up the socket", errno) }
      let idleTime = TCP_KEEPALIVE
    #else
      let idleTime = TCP_KEEPIDLE
    #endif
    // A message is complete, so there is nothing to wait for.
    set(TCP_NODELAY, of: Int32(IPPROTO_TCP), to: 1)
    // The kernel notices a peer that has vanished after a minute and a half, without waking the process.
    set(SO_KEEPALIVE, of: SOL_SOCKET, to: 1)
    set(idleTime, of: Int32(IPPROTO_TCP), to: 60)
    set(TCP_KEEPINTVL, of: Int32(IPPROTO_TCP), to: 10)
    set(TCP_KEEPCNT, of: Int32(IPPROTO_TCP), to: 3)
  }

  @discardableResult
  private func set(_ option: Int32, of level: Int32, to value: Int32) -> Bool {
    var value = value
    return setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size)) == 0
  }

  /// Receives bytes that have arrived.
  func receive(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Received {
    while true {
      let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
      if count > 0 { return .bytes(count) }
      if count == 0 { return .end }
      if errno == EAGAIN || errno == EWOULDBLOCK { return .nothing }
      if errno != EINTR { throw FileSystemError("receive a message", errno) }
    }
  }

  /// Sends bytes.
  ///
  /// - Returns: The number of bytes that the system has accepted; zero if it accepts none at present.
  func send(_ bytes: UnsafeRawBufferPointer) throws(FileSystemError) -> Int {
    while true {
      let count = Self.send(descriptor, bytes)
      if count >= 0 { return count }
      if errno == EAGAIN || errno == EWOULDBLOCK { return 0 }
      if errno != EINTR { throw FileSystemError("send a message", errno) }
    }
  }

  /// Ends both directions, which the peer notices at once.
  func shutDown() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

  #if canImport(Darwin)
    private static let streamType = SOCK_STREAM

    private static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
    }
  #elseif canImport(Glibc)
    private static let streamType = Int32(SOCK_STREAM.rawValue)

    private static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    }
  #elseif canImport(Musl)
    private static let streamType = SOCK_STREAM

    private static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
      Musl.send(descriptor, bytes.baseAddress, bytes.count, MSG_NOSIGNAL)
    }
  #endif
}
