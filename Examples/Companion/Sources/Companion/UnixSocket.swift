// A dispatch source may be used from any thread; its protocol does not say so.
@preconcurrency import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// An error of a system call.
public struct SocketError: Error, CustomStringConvertible {
  /// The operation and the reason.
  public let description: String

  init(_ operation: String) {
    let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
    description = "could not \(operation): \(reason)"
  }
}

/// Connections over a Unix socket on this machine.
enum UnixSocket {
  #if canImport(Glibc)
    private static let streamType = Int32(SOCK_STREAM.rawValue)
  #else
    private static let streamType = SOCK_STREAM
  #endif

  /// Connects to a process that listens at a path.
  static func connect(to path: String) throws -> Int32 {
    let descriptor = try make()
    guard with(path, { system(descriptor, $0, $1) }) == 0 else {
      let error = SocketError("connect to '\(path)'")
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Starts to listen at a path.
  static func listen(at path: String) throws -> Int32 {
    let descriptor = try make()
    // Remains after a process that was killed.
    unlink(path)
    guard with(path, { bind(descriptor, $0, $1) }) == 0, system(descriptor) == 0 else {
      let error = SocketError("listen at '\(path)'")
      close(descriptor)
      throw error
    }
    return descriptor
  }

  /// Waits for the next connection to a listening socket, without blocking a thread.
  static func accept(at listener: Int32) async throws -> Int32 {
    try await withCheckedThrowingContinuation { continuation in
      let source = DispatchSource.makeReadSource(fileDescriptor: listener)
      // The handlers keep the source until it's canceled.
      source.setEventHandler {
        let descriptor = system(accepting: listener)
        if descriptor >= 0 {
          continuation.resume(returning: descriptor)
        } else {
          continuation.resume(throwing: SocketError("accept a connection"))
        }
        source.cancel()
      }
      source.activate()
    }
  }

  private static func make() throws -> Int32 {
    let descriptor = socket(AF_UNIX, streamType, 0)
    guard descriptor >= 0 else { throw SocketError("make a socket") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }

  /// Calls a function with the address of a path.
  private static func with(_ path: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let isShort = withUnsafeMutableBytes(of: &address.sun_path) { buffer in
      guard path.utf8.count < buffer.count else { return false }
      buffer.copyBytes(from: path.utf8)
      return true
    }
    guard isShort else {
      errno = ENAMETOOLONG
      return -1
    }
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
  }

  // The system's functions, whose names are those of the methods here.
  #if canImport(Darwin)
    private static func system(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
      Darwin.connect(socket, address, size)
    }
    private static func system(_ socket: Int32) -> Int32 { Darwin.listen(socket, 1) }
    private static func system(accepting listener: Int32) -> Int32 { Darwin.accept(listener, nil, nil) }
  #elseif canImport(Glibc)
    private static func system(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
      Glibc.connect(socket, address, size)
    }
    private static func system(_ socket: Int32) -> Int32 { Glibc.listen(socket, 1) }
    private static func system(accepting listener: Int32) -> Int32 { Glibc.accept(listener, nil, nil) }
  #elseif canImport(Musl)
    private static func system(_ socket: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t) -> Int32 {
      Musl.connect(socket, address, size)
    }
    private static func system(_ socket: Int32) -> Int32 { Musl.listen(socket, 1) }
    private static func system(accepting listener: Int32) -> Int32 { Musl.accept(listener, nil, nil) }
  #endif
}
