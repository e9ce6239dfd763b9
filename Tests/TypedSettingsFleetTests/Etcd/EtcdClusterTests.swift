#if Etcd
  import Foundation
  import Testing
  import TypedSettings

  @testable import TypedSettingsFleet

  /// Programs that use a cluster of three members, some of which fail.
  @Suite(.needsEtcd, .serialized, .timeLimit(.minutes(30))) struct EtcdClusterTests {
    /// The member that fails.
    enum Victim: CaseIterable, Sendable { case leader, memberInUse }

    /// The way in which a member fails.
    enum Failure: CaseIterable, Sendable { case kill, suspension }

    private struct Cluster {
      let servers: [EtcdServer]
      let clients: [EtcdClient]

      /// Starts three members, and as many programs, each of which begins with another member.
      init() async throws {
        servers = try EtcdServer.cluster(of: 3, options: ["--heartbeat-interval", "50", "--election-timeout", "500"])
        let urls = servers.map(\.url)
        var clients: [EtcdClient] = []
        for first in urls.indices {
          let endpoints = Array(urls[first...] + urls[..<first])
          clients.append(try await EtcdClient(endpoints, heartbeat: .milliseconds(500)))
        }
        for client in clients { try await client.wait() }
        self.clients = clients
      }

      /// Returns the member that leads the cluster, or that a program uses.
      func server(for victim: Victim) throws -> EtcdServer {
        switch victim {
        case .memberInUse:
          let backend = try #require(clients[0].store.backend as? EtcdSettingsBackend)
          return try #require(servers.first { $0.url == backend.connection.endpoints.selected })
        case .leader:
          for _ in 1...100 {
            for server in servers where try server.isLeader { return server }
          }
          throw CancellationError()
        }
      }

      /// Lets a member fail for a while, in which all programs write, and see the increments of all others.
      func survive(_ failure: Failure, of victim: Victim, _ ledger: Ledger) async throws {
        let member = try server(for: victim)
        try await ledger.waitForIncrements(20, seenBy: clients)
        switch failure {
        case .kill: member.kill()
        case .suspension: member.setSuspended(true)
        }
        try await ledger.waitForIncrements(20, seenBy: clients)
        switch failure {
        case .kill: try member.start()
        case .suspension: member.setSuspended(false)
        }
        try member.control("endpoint", "health")
        try await ledger.waitForIncrements(20, seenBy: clients)
      }

      func close() async { for client in clients { await client.store.close() } }
    }

    @Test(arguments: Victim.allCases, Failure.allCases)
    func `updates and watches go on when a member fails, and nothing is lost or invented`(
      _ victim: Victim, _ failure: Failure
    ) async throws {
      let cluster = try await Cluster()
      let ledger = Ledger(cluster.clients)
      // An error of one task, or the time limit, ends all of them.
      try await withThrowingTaskGroup(of: Void.self) { group in
        for client in cluster.clients { group.addTask { try await ledger.increment(by: client) } }
        group.addTask {
          for _ in 1...3 { try await cluster.survive(failure, of: victim, ledger) }
          ledger.end()
        }
        for try await _ in group {}
      }
      let text = try cluster.servers[0].control("get", "/shop/com.example.shop/Limit", "--print-value-only")
      let sum = try #require(Int(text.dropLast())) - Ledger.start
      let counts = ledger.counts
      print("\(victim), \(failure): \(counts.committed) increments, and \(counts.unknown) with an unknown outcome")
      #expect(counts.committed <= sum && sum <= counts.committed + counts.unknown)
      for client in cluster.clients { try await client.wait(forLimit: Ledger.start + sum) }
      #expect(ledger.problems == [])
      await cluster.close()
    }

    @Test func `a member without a majority confirms nothing`() async throws {
      let cluster = try await Cluster()
      try await cluster.clients[0].update { $0.limit.value = 200 }
      for client in cluster.clients { try await client.wait(forLimit: 200) }
      for server in cluster.servers[1...] { server.kill() }
      for client in cluster.clients {
        try await client.wait { $0 != .live }
        #expect(client.settings.limit.value == 200)
        await #expect(throws: SettingsError.self) {
          try await client.store.update(ShopSettings.self) { $0.limit.value = 300 }
        }
      }
      for client in cluster.clients { #expect(client.store.state != .live && client.store.state != .never) }
      for server in cluster.servers[1...] { try server.start() }
      for client in cluster.clients { try await client.wait() }
      try await cluster.clients[1].update { $0.limit.value = 400 }
      for client in cluster.clients { try await client.wait(forLimit: 400) }
      await cluster.close()
    }
  }

  /// Increments by several programs, and what they know and see of them.
  private final class Ledger: Sendable {
    /// The value before the first increment.
    static let start = 100

    private struct State {
      var committed = 0
      var unknown = 0
      var isEnded = false
      var lastSeen: [Int: Int] = [:]
      var problems: [String] = []
      var observations: [SettingObservation] = []
    }

    private let state = LockedState(State())

    init(_ clients: [EtcdClient]) {
      let observations = clients.enumerated().map { number, client in
        client.settings.limit.observe { [weak self] value in self?.see(value, number) }
      }
      state.withLock { $0.observations = observations }
    }

    /// The numbers of increments that are committed, and of those with an unknown outcome.
    var counts: (committed: Int, unknown: Int) { state.withLock { ($0.committed, $0.unknown) } }

    /// The values that a program saw, and that can't have been there.
    var problems: [String] { state.withLock { $0.problems } }

    /// Ends all increments.
    func end() { state.withLock { $0.isEnded = true } }

    /// Increments the limit again and again.
    func increment(by client: EtcdClient) async throws {
      while !state.withLock({ $0.isEnded }) {
        try await client.wait()
        // An increment that others see before its program knows is counted as unknown until then.
        state.withLock { $0.unknown += 1 }
        do {
          try await client.store.update(ShopSettings.self) { $0.limit.value += 1 }
          state.withLock { ($0.committed, $0.unknown) = ($0.committed + 1, $0.unknown - 1) }
        } catch let error as SettingsError where error.code == .remoteUnavailable {
          state.withLock { $0.unknown -= 1 }
        } catch let error as SettingsError where error.code == .remoteOutcomeUnknown {
        }
      }
    }

    /// Waits until all programs have seen a number of further increments.
    func waitForIncrements(_ count: Int, seenBy clients: [EtcdClient]) async throws {
      let goal = Self.start + counts.committed + counts.unknown + count
      for client in clients { try await client.waitForLimit { $0 >= goal } }
    }

    private func see(_ value: Int, _ client: Int) {
      state.withLock { state in
        if let last = state.lastSeen[client], last >= value {
          state.problems.append("program \(client) saw \(value) after \(last)")
        }
        if value > Self.start + state.committed + state.unknown {
          state.problems.append("program \(client) saw \(value), which wasn't written")
        }
        state.lastSeen[client] = value
      }
    }
  }
#endif
