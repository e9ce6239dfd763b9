import Dispatch
import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsSync

/// Two connected sockets, of which a test keeps one to write bytes of its own.
struct SocketPair {
  enum Kind: CaseIterable {
    case unix, tcp
  }

  let one: Int32
  let other: Int32

  init(_ kind: Kind = .unix) throws {
    switch kind {
    case .unix:
      var pair: [Int32] = [-1, -1]
      try #require(socketpair(AF_UNIX, Self.streamType, 0, &pair) == 0)
      (one, other) = (pair[0], pair[1])
    case .tcp: (one, other) = try Self.tcp()
    }
  }

  #if canImport(Glibc)
    static let streamType = Int32(SOCK_STREAM.rawValue)
    static let datagramType = Int32(SOCK_DGRAM.rawValue)
  #else
    static let streamType = SOCK_STREAM
    static let datagramType = SOCK_DGRAM
  #endif

  /// Connects two sockets over the loopback interface.
  private static func tcp() throws -> (Int32, Int32) {
    let listener = socket(AF_INET, streamType, 0)
    try #require(listener >= 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let client = socket(AF_INET, streamType, 0)
    let isConnected = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, size) == 0 && listen(listener, 1) == 0
          && getsockname(listener, address, &size) == 0 && connect(client, address, size) == 0
      }
    }
    try #require(isConnected)
    let server = accept(listener, nil, nil)
    try #require(server >= 0)
    return (client, server)
  }
}

/// A peer that writes and reads bytes of its own, and blocks threads of Dispatch meanwhile.
final class RawPeer: Sendable {
  private let descriptor: Int32
  private let isClosed = LockedState(false)

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close() }

  func close() {
    let isFirst = isClosed.withLock { isClosed in
      defer { isClosed = true }
      return !isClosed
    }
    if isFirst { Foundation.close(descriptor) }
  }

  /// Closes the direction to the other side only.
  func closeWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Writes bytes.
  ///
  /// - Returns: Whether the other side was open.
  @discardableResult func write(_ bytes: [UInt8]) async -> Bool {
    await blocking { send(self.descriptor, bytes, bytes.count, Self.withoutSignal) == bytes.count }
  }

  #if canImport(Darwin)
    private static let withoutSignal: Int32 = 0
  #else
    private static let withoutSignal = Int32(MSG_NOSIGNAL)
  #endif

  /// Reads a number of bytes, fewer at the end of the stream.
  func read(_ count: Int) async -> [UInt8] {
    await blocking {
      var found: [UInt8] = []
      while found.count < count {
        var bytes = [UInt8](repeating: 0, count: count - found.count)
        let read = Foundation.read(self.descriptor, &bytes, bytes.count)
        if read <= 0 { break }
        found += bytes.prefix(read)
      }
      return found
    }
  }

  private func blocking<Result: Sendable>(_ operation: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: operation()) }
    }
  }
}
