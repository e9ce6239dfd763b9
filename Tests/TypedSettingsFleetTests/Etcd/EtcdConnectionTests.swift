#if Etcd
  import Foundation
  import Testing
  import TypedSettings

  @testable import TypedSettingsFleet

  /// Requests to endpoints that don't answer, without a server.
  @Suite(.timeLimit(.minutes(10))) struct EtcdConnectionTests {
    private func makeBackend(_ endpoints: [String]) throws -> EtcdSettingsBackend {
      let endpoints = try EtcdEndpoints(endpoints)
      let connection = try EtcdConnection(to: endpoints, as: nil, EtcdTLS(), timeout: .seconds(2))
      return EtcdSettingsBackend(prefix: try EtcdPrefix("/shop/"), over: connection)
    }

    @Test func `a listing that no endpoint answers names all of them`() async throws {
      let endpoints = try [ListeningSocket(), ListeningSocket()].map(\.url)
      let backend = try makeBackend(endpoints)
      let error = await #expect(throws: SettingsError.self) { _ = try await backend.list(limits: RemoteLimits()) }
      #expect(error?.code == .remoteUnavailable)
      for endpoint in endpoints { #expect(error?.found.contains("'\(endpoint)'") == true) }
      await backend.close()
    }

    @Test func `a transaction that no connection was made for is tried at the next endpoint`() async throws {
      let silent = try ListeningSocket()
      try silent.fillQueue()
      let endpoints = [silent.url, try ListeningSocket().url]
      let backend = try makeBackend(endpoints)
      let transaction = RemoteTransaction(writes: ["a/b": Array("1".utf8)])
      let error = await #expect(throws: SettingsError.self) { _ = try await backend.commit(transaction) }
      #expect(error?.code == .remoteUnavailable)
      #expect(error?.found.contains("(endpoint '\(endpoints[1])', after '\(endpoints[0])')") == true)
      withExtendedLifetime(silent) {}
      await backend.close()
    }
  }

  /// A socket that listens at a port of its own and accepts no connection; without it, the port refuses connections.
  private final class ListeningSocket {
    #if canImport(Glibc)
      private static let streamType = Int32(SOCK_STREAM.rawValue)
    #else
      private static let streamType = SOCK_STREAM
    #endif

    let url: String
    private let address: sockaddr_in
    private let listener: Int32
    private var clients: [Int32] = []

    init() throws {
      let listener = socket(AF_INET, Self.streamType, 0)
      try #require(listener >= 0)
      self.listener = listener
      var address = sockaddr_in()
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
      try #require(isListening)
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
