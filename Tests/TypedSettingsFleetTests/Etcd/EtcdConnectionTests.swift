#if Etcd
  import Foundation
  import Testing
  import TypedSettings

  @testable import TypedSettingsFleet

  /// Requests to endpoints that don't answer, without a server.
  @Suite(.timeLimit(.minutes(30))) struct EtcdConnectionTests {
    private func makeBackend(_ endpoints: [String]) throws -> EtcdSettingsBackend {
      let endpoints = try EtcdEndpoints(endpoints)
      // The time to connect is shorter by two seconds, so that it ends first, even if this process is paused.
      let connection = try EtcdConnection(to: endpoints, as: { nil }, EtcdTLS(), timeout: .seconds(8))
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
#endif
