#if Etcd
  import Foundation
  import Testing
  import TypedSettings
  import TypedSettingsFleet

  /// A program of the fleet, with a store of its own.
  struct EtcdClient: Sendable {
    let store: EtcdSettingsStore
    let settings: ShopSettings
    private let endpoints: [String]

    init(
      _ endpoints: [String], cache: URL? = nil, tls: EtcdTLS = EtcdTLS(), heartbeat: Duration = .seconds(2),
      credentials: @escaping @Sendable () -> EtcdCredentials? = { nil }
    ) async throws {
      let options = RemoteSettingsOptions(
        requestTimeout: .seconds(5), heartbeat: heartbeat, firstPause: .milliseconds(20),
        maximumPause: .milliseconds(200), updateAttempts: 1000, cacheDelay: .milliseconds(10))
      let store = try await EtcdSettingsStore(
        endpoints: endpoints, prefix: "/shop/", cache: cache, tls: tls, options: options, credentials: credentials)
      self.store = store
      self.endpoints = endpoints
      settings = PreferenceContext.$store.withValue(store) { ShopSettings() }
    }

    /// Waits for a state.
    func wait(_ isReached: @escaping @Sendable (RemoteSettingsState) -> Bool = { $0 == .live }) async throws {
      try await EndedServers.shared.perform(withServersAt: endpoints) {
        for await state in store.states where isReached(state) { return }
        throw CancellationError()
      }
    }

    /// Waits until the limit has a value.
    func wait(forLimit value: Int) async throws { try await waitForLimit { $0 == value } }

    /// Waits until the limit meets a condition.
    func waitForLimit(_ isReached: @escaping @Sendable (Int) -> Bool) async throws {
      try await EndedServers.shared.perform(withServersAt: endpoints) {
        for await limit in settings.limit.values where isReached(limit) { return }
        throw CancellationError()
      }
    }

    /// Performs an update, again while the engine can't be reached.
    func update(_ change: (ShopSettings) -> Void) async throws {
      while true {
        try await wait()
        do { return try await store.update(ShopSettings.self) { change($0) } } catch let error as SettingsError {
          guard [.remoteUnavailable, .remoteOutcomeUnknown].contains(error.code) else { throw error }
        }
      }
    }
  }

  extension Trait where Self == ConditionTrait {
    /// Skips a test where etcd isn't installed.
    static var needsEtcd: Self {
      .enabled(if: EtcdServer.executable != nil, "etcd and etcdctl aren't installed")
    }
  }
#endif
