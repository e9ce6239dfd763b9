#if Etcd
  import Foundation
  import Testing
  import TypedSettings

  @testable import TypedSettingsFleet

  /// Endpoints that can't be connected, and credentials and certificates that change.
  @Suite(.needsEtcd, .serialized, .timeLimit(.minutes(30))) struct EtcdConnectionFaultTests {
    /// A mistake of an operator.
    enum Mistake: CaseIterable, Sendable {
      case noAuthority, otherAuthority, otherHost, noClientCertificate, otherClientCertificate, plainServer
      case encryptedServer, refusedPort, unknownHost

      /// The words of the error that name the reason, of which it has one, and those that name the fix.
      var words: (found: [String], advice: String) {
        switch self {
        case .noAuthority, .otherAuthority: (["isn't of a trusted authority"], "'authorities'")
        case .otherHost: (["is of another host"], "a host of the certificate")
        // The reason of the server can be lost with the connection.
        case .noClientCertificate, .otherClientCertificate:
          (["refused the client's certificate", "ended an encrypted connection"], "'privateKey'")
        case .plainServer: (["ended an encrypted connection"], "'http'")
        case .encryptedServer: (["without encryption"], "'https'")
        case .refusedPort: (["port was refused"], "2379")
        case .unknownHost: (["name of the host is unknown"], "DNS")
        }
      }
    }

    /// Starts a server if there is one, and returns it with its endpoint and the certificates of the client.
    private func setUp(
      _ mistake: Mistake, _ authority: EtcdCertificateAuthority, _ other: EtcdCertificateAuthority
    ) throws -> (server: EtcdServer?, endpoint: String, tls: EtcdTLS) {
      let trusting = EtcdTLS(authorities: authority.certificate)
      switch mistake {
      case .noAuthority, .otherAuthority, .encryptedServer:
        let server = try EtcdServer(scheme: "https", options: authority.issue().serverOptions)
        if mistake == .encryptedServer { return (server, "http" + server.url.dropFirst(5), EtcdTLS()) }
        return (server, server.url, mistake == .noAuthority ? EtcdTLS() : EtcdTLS(authorities: other.certificate))
      case .otherHost:
        let server = try EtcdServer(scheme: "https", options: authority.issue(for: "DNS:example.com").serverOptions)
        return (server, server.url, trusting)
      case .noClientCertificate, .otherClientCertificate:
        let options = ["--client-cert-auth", "--trusted-ca-file", authority.certificate]
        let server = try EtcdServer(scheme: "https", options: authority.issue().serverOptions + options)
        if mistake == .noClientCertificate { return (server, server.url, trusting) }
        let client = try other.issue()
        return (
          server, server.url,
          EtcdTLS(authorities: authority.certificate, certificate: client.certificate, privateKey: client.key)
        )
      case .plainServer:
        let server = try EtcdServer()
        return (server, "https" + server.url.dropFirst(4), trusting)
      case .refusedPort: return (nil, "http://127.0.0.1:1", EtcdTLS())
      case .unknownHost: return (nil, "http://shop.invalid:2379", EtcdTLS())
      }
    }

    @Test(arguments: Mistake.allCases)
    func `an endpoint that can't be connected is named with the reason and the fix`(_ mistake: Mistake) async throws {
      let (authority, other) = (try EtcdCertificateAuthority(), try EtcdCertificateAuthority())
      let (server, endpoint, tls) = try setUp(mistake, authority, other)
      let connection = try EtcdConnection(
        to: try EtcdEndpoints([endpoint]), as: { nil }, tls, timeout: .seconds(5))
      let backend = EtcdSettingsBackend(prefix: try EtcdPrefix("/shop/"), over: connection)
      for attempt in 1...3 {
        var read: SettingsError?
        // A server that starts refuses connections at first.
        repeat {
          read = await #expect(throws: SettingsError.self) { _ = try await backend.list(limits: RemoteLimits()) }
        } while server != nil && read?.found.contains("port was refused") == true
        #expect(read?.code == .remoteUnavailable, "attempt \(attempt)")
        #expect(
          mistake.words.found.contains { read?.found.contains($0) == true },
          "\(read.map { "\($0) \(String(describing: $0.underlying))" } ?? "")")
        #expect(read?.found.contains(endpoint) == true)
        #expect(read?.advice.contains(mistake.words.advice) == true, "\(read?.advice ?? "")")
        let written = await #expect(throws: SettingsError.self) {
          _ = try await backend.commit(RemoteTransaction(writes: ["a": [1]]))
        }
        #expect(written?.code == .remoteUnavailable, "\(written.map { "\($0)" } ?? "")")
      }
      await backend.close()
    }

    @Test func `renewed certificates are read after the handshake has failed`() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "renewed-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
      func install(_ path: String, as name: String) throws -> String {
        let file = folder.appending(path: name)
        try Data(contentsOf: URL(filePath: path)).write(to: file, options: .atomic)
        return file.path
      }
      func install(_ authority: EtcdCertificateAuthority) throws -> (server: [String], client: EtcdTLS) {
        let (server, client) = (try authority.issue(), try authority.issue())
        let authorities = try install(authority.certificate, as: "authority.pem")
        let options = [
          "--cert-file", try install(server.certificate, as: "server.pem"), "--key-file",
          try install(server.key, as: "server.key"), "--client-cert-auth", "--trusted-ca-file", authorities,
        ]
        let tls = EtcdTLS(
          authorities: authorities, certificate: try install(client.certificate, as: "client.pem"),
          privateKey: try install(client.key, as: "client.key"))
        return (options, tls)
      }
      let (options, tls) = try install(try EtcdCertificateAuthority())
      let server = try EtcdServer(scheme: "https", options: options)
      let client = try await EtcdClient([server.url], tls: tls, heartbeat: .milliseconds(500))
      try await client.wait()
      try await client.update { $0.limit.value = 300 }
      server.kill()
      try await client.wait { $0 != .live }
      _ = try install(try EtcdCertificateAuthority())
      try server.start()
      try await client.wait()
      try await client.update { $0.limit.value = 400 }
      #expect(client.settings.limit.value == 400)
      await client.store.close()
    }

    @Test func `a changed password is asked for after etcd has refused the earlier one`() async throws {
      let server = try EtcdServer(options: ["--bcrypt-cost", "4"])
      try server.control("user", "add", "root:first")
      try server.control("user", "grant-role", "root", "root")
      try server.control("auth", "enable")
      let password = LockedState("first")
      let client = try await EtcdClient([server.url], heartbeat: .milliseconds(500)) {
        EtcdCredentials(user: "root", password: password.withLock { $0 })
      }
      try await client.wait()
      try server.control("--user", "root:first", "user", "passwd", "root", "--interactive=false", input: "second\n")
      // All tokens are lost with the process.
      server.kill()
      try await client.wait { $0 != .live }
      try server.start()
      while client.store.status.error?.code != .remoteRefused { await Task.yield() }
      password.withLock { $0 = "second" }
      try await client.wait()
      try await client.update { $0.limit.value = 300 }
      #expect(client.settings.limit.value == 300)
      await client.store.close()
    }

    @Test func `without authentication, the credentials are asked for once`() async throws {
      let server = try EtcdServer()
      let count = LockedState(0)
      let client = try await EtcdClient([server.url]) {
        count.withLock { $0 += 1 }
        return nil
      }
      try await client.wait()
      for number in 200..<205 { try await client.update { $0.limit.value = number } }
      #expect(count.withLock { $0 } == 1)
      await client.store.close()
    }

    @Test func `a cache belongs to a cluster and not to a list of its members`() async throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "cache-\(UUID())")
      defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
      let server = try EtcdServer()
      let first = try await EtcdClient([server.url], cache: folder)
      try await first.wait()
      try await first.update { $0.limit.value = 300 }
      await first.store.close()
      server.kill()
      await SettingsDiagnostics.withHandler { _ in
      } operation: {
        do {
          let second = try await EtcdClient(["http://127.0.0.1:1", server.url], cache: folder)
          #expect(second.settings.limit.value == 300)
          await second.store.close()
        } catch { Issue.record(error) }
      }
      // Another cluster, whose revision is as late, has another identity.
      let other = try EtcdServer()
      for number in 1...5 { try other.control("put", "/shop/com.example.shop/Limit", "\(400 + number)") }
      await SettingsDiagnostics.withHandler { _ in
      } operation: {
        do {
          let third = try await EtcdClient([other.url], cache: folder)
          try await third.wait { if case .reset = $0 { true } else { false } }
          #expect(third.settings.limit.value == 300)
          #expect(third.store.acceptReset())
          try await third.wait(forLimit: 405)
          await third.store.close()
        } catch { Issue.record(error) }
      }
    }
  }
#endif
