#if Etcd
  import Foundation
  import Testing

  /// A socket that listens at a port and accepts no connection; without it, the port refuses connections.
  final class ListeningSocket {
    #if canImport(Glibc)
      private static let streamType = Int32(SOCK_STREAM.rawValue)
    #else
      private static let streamType = SOCK_STREAM
    #endif

    let url: String
    private let address: sockaddr_in
    private let listener: Int32
    private var clients: [Int32] = []

    /// Listens at a port.
    ///
    /// - Parameter port: The port, or 0 for one that the system selects.
    /// - Throws: An error if the port is taken.
    init(at port: Int = 0) throws {
      let listener = socket(AF_INET, Self.streamType, 0)
      try #require(listener >= 0)
      self.listener = listener
      var address = sockaddr_in()
      address.sin_port = UInt16(port).bigEndian
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isListening = withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          bind(listener, address, size) == 0 && listen(listener, 0) == 0 && getsockname(listener, address, &size) == 0
        }
      }
      self.address = address
      url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
      guard isListening else { throw POSIXError(.EADDRINUSE) }
    }

    deinit { for descriptor in clients + [listener] { close(descriptor) } }

    /// Fills the queue of connections, so that the system ignores further ones, as a machine without power does.
    func fillQueue() throws {
      for _ in 0..<8 {
        let client = socket(AF_INET, Self.streamType, 0)
        try #require(client >= 0)
        clients.append(client)
        try #require(fcntl(client, F_SETFL, O_NONBLOCK) == 0)
        // A connection that isn't made at once stays in progress.
        _ = withUnsafePointer(to: address) { address in
          address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
            connect(client, address, socklen_t(MemoryLayout<sockaddr_in>.size))
          }
        }
      }
    }
  }
#endif
