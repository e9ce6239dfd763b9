import Foundation
import Testing
import TypedSettings
import TypedSettingsFleet

@Suite(.timeLimit(.minutes(30))) struct RemoteUpdateTests {
  @Test func `an update changes the settings of all programs`() async throws {
    let engine = InMemoryRemoteBackend([ShopKeys.greeting: "\"hi\""])
    let first = await RemoteSettingsStore(backend: engine, options: .patient)
    let second = await RemoteSettingsStore(backend: engine, options: .patient)
    let settings = ShopSettings.make(alternateStore: first)
    let others = ShopSettings.make(alternateStore: second)
    try await first.update(ShopSettings.self) {
      $0.timeout.value = 30
      $0.greeting.reset()
    }
    #expect(settings.timeout.value == 30)
    #expect(engine.values == [ShopKeys.timeout: "30"])
    try await wait { others.timeout.value == 30 && others.greeting.value == "hello" }
    let doubled = try await second.update(ShopSettings()) { settings in
      settings.timeout.value *= 2
      return settings.timeout.value
    }
    #expect(doubled == 60)
    await first.close()
    await second.close()
  }

  /// The number of increments: 2,000, or that of the environment variable `ETCD_INCREMENTS`.
  private static let incrementCount =
    Int(ProcessInfo.processInfo.environment["ETCD_INCREMENTS"] ?? "") ?? 2_000

  @Test func `increments of several programs are exact`() async throws {
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "0", ShopKeys.limit: "1000000"])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
          for _ in 0..<Self.incrementCount / 8 { try await fleet.update(ShopSettings()) { $0.timeout.value += 1 } }
          await fleet.close()
        }
      }
      try await group.waitForAll()
    }
    #expect(engine.values[ShopKeys.timeout] == "\(Self.incrementCount / 8 * 8)")
  }

  @Test func `a refused change sends nothing`() async throws {
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "20"])
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    // The rule of the group.
    await #expect { try await fleet.update(ShopSettings()) { $0.limit.value = 10 } } throws: {
      ($0 as? SettingsError)?.code == .invalid
    }
    await #expect { try await fleet.update(ShopSettings()) { $0.token.value = "secret" } } throws: {
      ($0 as? SettingsError)?.code == .secretRefused
    }
    await #expect(throws: CancellationError.self) {
      try await fleet.update(ShopSettings()) { settings in
        settings.timeout.value = 50
        throw CancellationError()
      }
    }
    let long = String(repeating: "x", count: 2 << 20)
    await #expect { try await fleet.update(ShopSettings()) { $0.greeting.value = long } } throws: {
      ($0 as? SettingsError)?.code == .remoteTooLarge
    }
    #expect(engine.values == [ShopKeys.timeout: "20"])
    #expect(fleet.revision == 1)
    await fleet.close()
  }

  @Test func `an update returns after its changes were delivered to observers`() async throws {
    let engine = InMemoryRemoteBackend()
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    let settings = ShopSettings.make(alternateStore: fleet)
    let revisions = LockedState<[Int64?]>([])
    let observation = settings.timeout.observe { _ in
      revisions.withLock { $0 += [fleet.core.deliveredRevision, fleet.revision] }
    }
    let before = fleet.core.deliveredRevision
    try await fleet.update(ShopSettings.self) { $0.timeout.value = 30 }
    #expect(revisions.withLock { $0 } == [before, before + 1])
    #expect(fleet.core.deliveredRevision == before + 1)
    withExtendedLifetime(observation) {}
    await fleet.close()
  }

  @Test(arguments: [
    RemoteLimits(maximumKeyCount: 1), RemoteLimits(maximumKeyLength: 22), RemoteLimits(maximumTotalSize: 40),
  ])
  func `an update that exceeds the limits of the programs is refused`(_ limits: RemoteLimits) async throws {
    let engine = InMemoryRemoteBackend([ShopKeys.limit: "200"])
    var options = RemoteSettingsOptions.patient
    options.limits = limits
    let fleet = await RemoteSettingsStore(backend: engine, options: options)
    await #expect { try await fleet.update(ShopSettings()) { $0.timeout.value = 20 } } throws: {
      ($0 as? SettingsError)?.code == .remoteTooLarge
    }
    #expect(engine.values == [ShopKeys.limit: "200"])
    await fleet.close()
  }

  @Test func `an update of nothing, or of equal values, changes nothing`() async throws {
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "20"])
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    try await fleet.update(ShopSettings()) { $0.timeout.value = 20 }
    try await fleet.update(ShopSettings()) { _ in }
    #expect(fleet.revision == 1)
    await fleet.close()
  }

  @Test func `an update to equal data or an equal date changes nothing`() async throws {
    let engine = InMemoryRemoteBackend()
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    func makeData() -> AnyGroup<Data> {
      let key = SettingsKey(domain: ShopSettings.domain, name: "Logo")
      return AnyGroup(SettingRecord(name: "logo", key: key, default: Data(), coding: .automatic))
    }
    func makeDate() -> AnyGroup<Date> {
      let key = SettingsKey(domain: ShopSettings.domain, name: "Start")
      return AnyGroup(SettingRecord(name: "start", key: key, default: .distantPast, coding: .automatic))
    }
    for _ in 1...2 {
      try await fleet.update(makeData()) { $0.record.value = Data([1, 2, 3]) }
      try await fleet.update(makeDate()) { $0.record.value = TestClock.start }
    }
    #expect(engine.values.count == 2)
    #expect(fleet.revision == 2)
    await fleet.close()
  }

  @Test func `an update of a group that another store holds throws, and changes nothing`() async throws {
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "20"])
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    let user = InMemorySettingsStore()
    let layers = LayeredSettingsStore([.layer("fleet", fleet), .writable("user", user)])
    for store in [fleet, layers] as [any SettingsStore] {
      let settings = ShopSettings.make(alternateStore: store)
      let error = await #expect(throws: SettingsError.self) {
        try await fleet.update(settings) { $0.limit.value = 300 }
      }
      #expect(error?.code == .outsideDraft)
      #expect(settings.limit.value == 100)
    }
    #expect(user.keys(inDomain: ShopSettings.domain) == [])
    #expect(engine.values == [ShopKeys.timeout: "20"])
    await fleet.close()
  }

  @Test func `an update that changes a setting of another store throws, and changes nothing`() async throws {
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "20"])
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    let local = InMemorySettingsStore([DividedSettings.visitsKey: 5])
    let runs = LockedState(0)
    let error = await #expect(throws: SettingsError.self) {
      try await fleet.update(DividedSettings(local: local)) { settings in
        let run = runs.withLock { runs in
          runs += 1
          return runs
        }
        // A second run would increment the visits again.
        if run == 1 { engine.put("21", forKey: ShopKeys.timeout) }
        settings.shop.timeout.value += 10
        settings.visits.record.value += 1
      }
    }
    #expect(error?.code == .outsideDraft)
    #expect(error?.key == DividedSettings.visitsKey)
    #expect(local.value(forKey: DividedSettings.visitsKey) == .integer(5))
    #expect(engine.values == [ShopKeys.timeout: "21"])
    try await wait { fleet.revision == 2 }
    try await fleet.update(DividedSettings(local: local)) { $0.shop.timeout.value += $0.visits.record.value }
    #expect(engine.values == [ShopKeys.timeout: "26"])
    await fleet.close()
  }

  @Test func `an update of a group with another store that has a layer named draft changes its own settings`()
    async throws
  {
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "20"])
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    let local = LayeredSettingsStore([.writable("draft", InMemorySettingsStore([DividedSettings.visitsKey: 5]))])
    try await fleet.update(DividedSettings(local: local)) { $0.shop.timeout.value += $0.visits.record.value }
    #expect(engine.values == [ShopKeys.timeout: "25"])
    await #expect(throws: SettingsError.self) {
      try await fleet.update(DividedSettings(local: local)) { $0.visits.record.value += 1 }
    }
    #expect(local.value(forKey: DividedSettings.visitsKey) == .integer(5))
    await fleet.close()
  }

  @Test func `an update during an outage is refused and not queued`() async throws {
    let engine = InMemoryRemoteBackend()
    let clock = TestClock()
    try await SettingsDiagnostics.withHandler { _ in
    } operation: {
      let fleet = await RemoteSettingsStore(backend: engine, storage: nil, clock: clock)
      engine.isReachable = false
      try await wait { fleet.state != .live }
      await #expect { try await fleet.update(ShopSettings()) { $0.timeout.value = 1 } } throws: {
        ($0 as? SettingsError)?.code == .remoteUnavailable
      }
      engine.isReachable = true
      try await wait {
        clock.advance(by: .seconds(1)); return fleet.state == .live
      }
      #expect(engine.values.isEmpty)
      try await fleet.update(ShopSettings()) { $0.timeout.value = 1 }
      #expect(engine.values == [ShopKeys.timeout: "1"])
      await fleet.close()
    }
  }

  @Test func `an update depends on the values that it has read, and not on others`() async throws {
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "20", ShopKeys.greeting: "\"a\""])
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    let runs = LockedState(0)
    try await fleet.update(ShopSettings()) { settings in
      let run = runs.withLock { runs in
        runs += 1
        return runs
      }
      let timeout = settings.timeout.value
      // Another program changes a setting that this update has read, and one that it hasn't.
      if run == 1 { engine.put("25", forKey: ShopKeys.timeout) }
      if run == 2 { engine.put("\"b\"", forKey: ShopKeys.greeting) }
      settings.limit.value = timeout * 10
    }
    #expect(runs.withLock { $0 } == 2)
    #expect(engine.values[ShopKeys.limit] == "250")
    await fleet.close()
  }

  @Test func `an update starts again from the entries of a conflict, before the watch delivers them`() async throws {
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "20", ShopKeys.greeting: "\"hi\""])
    // After its commit, the update waits in vain for the watch.
    let options = RemoteSettingsOptions(requestTimeout: .milliseconds(50), heartbeat: .seconds(3_600))
    let fleet = await RemoteSettingsStore(backend: DeafBackend(engine: engine), options: options)
    try await wait { fleet.state == .live }
    engine.put("30", forKey: ShopKeys.timeout)
    engine.put(nil, forKey: ShopKeys.greeting)
    let runs = LockedState<[String]>([])
    try await fleet.update(ShopSettings()) { settings in
      runs.withLock { $0.append("\(settings.timeout.value) \(settings.greeting.value)") }
      settings.timeout.value += 1
      settings.greeting.value += "!"
    }
    #expect(runs.withLock { $0 } == ["20 hi", "30 hello"])
    #expect(engine.values == [ShopKeys.timeout: "31", ShopKeys.greeting: "\"hello!\""])
    await fleet.close()
  }

  @Test func `an update to the value in memory replaces a newer one of the engine`() async throws {
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "20"])
    // After its commit, the update waits in vain for the watch.
    let options = RemoteSettingsOptions(requestTimeout: .milliseconds(50), heartbeat: .seconds(3_600))
    let fleet = await RemoteSettingsStore(backend: DeafBackend(engine: engine), options: options)
    try await wait { fleet.state == .live }
    engine.put("25", forKey: ShopKeys.timeout)
    try await fleet.update(ShopSettings()) { $0.timeout.value = 20 }
    #expect(engine.values == [ShopKeys.timeout: "20"])
    await fleet.close()
  }

  @Test func `an update gives up after many conflicts`() async throws {
    let engine = InMemoryRemoteBackend()
    var options = RemoteSettingsOptions.patient
    options.updateAttempts = 5
    let fleet = await RemoteSettingsStore(backend: engine, options: options)
    let runs = LockedState(0)
    await #expect {
      try await fleet.update(ShopSettings()) { settings in
        let run = runs.withLock { runs in
          runs += 1
          return runs
        }
        let old = settings.timeout.value
        engine.put("\(run)", forKey: ShopKeys.timeout)
        settings.timeout.value = old + 1_000
        settings.limit.value = 1_000_000
      }
    } throws: {
      ($0 as? SettingsError)?.code == .remoteConflict
    }
    #expect(runs.withLock { $0 } == 5)
    #expect(engine.values == [ShopKeys.timeout: "5"])
    await fleet.close()
  }

  @Test func `a request without an answer ends after a time, and its outcome is unknown`() async throws {
    let clock = TestClock(skippingUpTo: .zero)
    let backend = SilentBackend(InMemoryRemoteBackend())
    try await SettingsDiagnostics.withHandler { _ in
    } operation: {
      let fleet = await RemoteSettingsStore(backend: backend, storage: nil, clock: clock)
      backend.isSilent = true
      async let outcome: Void = fleet.update(ShopSettings()) { $0.timeout.value = 1 }
      try await wait { clock.sleeperCount >= 2 }
      clock.advance(by: .seconds(6))
      do {
        try await outcome
        Issue.record("the update didn't throw")
      } catch let error as SettingsError {
        #expect(error.code == .remoteOutcomeUnknown)
      }
      await fleet.close()
    }
  }

  @Test @MainActor func `an update runs on the actor of its caller`() async throws {
    let fleet = await RemoteSettingsStore(backend: InMemoryRemoteBackend(), options: .patient)
    var count = 0
    try await fleet.update(ShopSettings()) { settings in
      MainActor.assertIsolated()
      count += 1
      settings.timeout.value = 5
    }
    #expect(count == 1)
    await fleet.close()
  }
}

/// The settings of a fleet with those of one machine, which have a store of their own.
private final class DividedSettings: SettingsGroup, Sendable {
  static let visitsKey = SettingsKey(domain: "com.example.machine", name: "Visits")

  let shop = ShopSettings()
  let visits: AnyGroup<Int>

  init(local store: any SettingsStore) {
    visits = PreferenceContext.__make(in: store) {
      AnyGroup(SettingRecord(name: "visits", key: DividedSettings.visitsKey, default: 0, coding: .automatic))
    }
  }

  func enumerateSettings(into list: inout SettingsList) {
    list.append(shop, named: "shop")
    list.append(visits, named: "visits")
  }
}

/// An engine whose watch delivers no changes.
private struct DeafBackend: RemoteSettingsBackend {
  let engine: InMemoryRemoteBackend
  var identity: String { engine.identity }

  func list(limits: RemoteLimits) async throws(SettingsError) -> RemoteSnapshot {
    try await engine.list(limits: limits)
  }

  func watch(
    after position: RemotePosition, options: RemoteWatchOptions,
    receive: @Sendable (RemoteEvent) async throws(SettingsError) -> Void
  ) async throws(SettingsError) {
    try await receive(.progress(position.revision))
    await waitForCancellation()
  }

  func commit(_ transaction: RemoteTransaction) async throws(SettingsError) -> RemoteCommit {
    try await engine.commit(transaction)
  }

  func close() {}
}
