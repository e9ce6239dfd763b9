#if Etcd
  import Foundation
  import Testing
  import TypedSettings

  @testable import TypedSettingsFleet

  @Suite(.needsEtcd, .serialized, .timeLimit(.minutes(30))) struct EtcdOutageTests {
    @Test func `programs survive a server that is killed, compacted, and wiped`() async throws {
      let kills = Int(ProcessInfo.processInfo.environment["ETCD_KILLS"] ?? "") ?? 6
      let server = try EtcdServer()
      let folder = FileManager.default.temporaryDirectory.appending(path: "cache-\(UUID())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
      let clients = [
        try await EtcdClient([server.url], heartbeat: .milliseconds(500)),
        try await EtcdClient([server.url], cache: folder.appending(path: "1"), heartbeat: .milliseconds(500)),
        try await EtcdClient([server.url], cache: folder.appending(path: "2"), heartbeat: .milliseconds(500)),
      ]
      for client in clients { try await client.wait() }
      let observer = ReferenceObserver(clients, silenceLimit: 1.5)
      for round in 1...kills {
        for number in 0..<5 {
          let value = 1000 * round + number
          observer.allow(value)
          try await clients[number % clients.count].update { $0.limit.value = value }
          for client in clients { try await client.wait(forLimit: value) }
        }
        if round.isMultiple(of: 2) {
          let revision = try #require(clients[0].store.revision)
          try server.control("compact", "\(revision)")
        }
        let isWiped = round == kills / 2
        server.kill()
        observer.serverEnded()
        let killed = Date.now
        for client in clients {
          try await client.wait { $0 != .live }
          guard case .stale(let since) = client.store.state else { throw CancellationError() }
          #expect(since <= Date.now)
          #expect(killed.timeIntervalSince(since) < 30)
          #expect(client.settings.limit.value == 1000 * round + 4)
          await #expect(throws: SettingsError.self) {
            try await client.store.update(ShopSettings.self) { $0.limit.value = 7 }
          }
        }
        if isWiped { try server.wipe() }
        observer.serverStarts()
        try server.start()
        if isWiped {
          for client in clients {
            try await client.wait { if case .reset = $0 { true } else { false } }
            #expect(client.settings.limit.value == 1000 * round + 4)
            #expect(client.store.status.error?.code == .remoteReset)
            #expect(client.store.acceptReset())
          }
        }
        for client in clients { try await client.wait() }
        for client in clients { try await client.wait(forLimit: isWiped ? 100 : 1000 * round + 4) }
      }
      #expect(observer.violations == [])
      print("\(kills) kills, and \(observer.checkCount) states that were right")
    }

    @Test func `a user's expired token is renewed, and a wrong password is a refusal`() async throws {
      let server = try EtcdServer(options: ["--auth-token-ttl", "1", "--bcrypt-cost", "4"])
      try server.control("user", "add", "root:secret")
      try server.control("user", "grant-role", "root", "root")
      try server.control("auth", "enable")
      let user = EtcdCredentials(user: "root", password: "secret")
      // In each heartbeat, the watch uses the token, which then doesn't expire.
      let client = try await EtcdClient([server.url], heartbeat: .seconds(60)) { user }
      try await client.wait()
      for number in 200..<220 {
        try await client.store.update(ShopSettings.self) { $0.limit.value = number }
        if number % 10 == 5 {
          // The token expires one or two seconds after its last use.
          let start = ContinuousClock.now
          while ContinuousClock.now - start < .seconds(3) {
            try server.control("--user", "root:secret", "get", "/shop/a")
          }
        }
        if number.isMultiple(of: 10) {
          // All tokens are lost with the process.
          server.kill()
          try await client.wait { $0 != .live }
          try server.start()
          try await client.wait()
        }
      }
      let listing = try server.control("--user", "root:secret", "get", "--prefix", "/shop/", "--print-value-only")
      #expect(listing == "219\n")
      for credentials in [nil, EtcdCredentials(user: "root", password: "wrong")] {
        let endpoints = try EtcdEndpoints([server.url])
        let connection = try EtcdConnection(to: endpoints, as: { credentials }, EtcdTLS(), timeout: .seconds(5))
        let backend = EtcdSettingsBackend(prefix: try EtcdPrefix("/shop/"), over: connection)
        let error = await #expect(throws: SettingsError.self) { _ = try await backend.list(limits: RemoteLimits()) }
        #expect(error?.code == .remoteRefused)
        #expect(error.map { !"\($0)".contains("wrong") } == true)
        await backend.close()
      }
    }

    @Test func `a connection with TLS trusts only the given authority`() async throws {
      let authority = try EtcdCertificateAuthority()
      let server = try EtcdServer(scheme: "https", options: authority.issue().serverOptions)
      let client = try await EtcdClient([server.url], tls: EtcdTLS(authorities: authority.certificate))
      try await client.wait()
      try await client.store.update(ShopSettings.self) { $0.limit.value = 300 }
      #expect(client.settings.limit.value == 300)
      let stranger = try await EtcdClient([server.url])
      #expect(stranger.store.state == .never)
      await #expect(throws: SettingsError.self) {
        _ = try await EtcdClient([server.url], tls: EtcdTLS(authorities: authority.certificate + ".none"))
      }
    }
  }
#endif
