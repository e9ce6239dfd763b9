import Foundation
import Testing
import TypedSettings
import TypedSettingsFleet

/// Programs that are killed and start again during an outage.
@Suite(.timeLimit(.minutes(30))) struct RemoteRestartTests {
  /// Returns settings with the layers of a server.
  private func makeSettings(over fleet: RemoteSettingsStore) -> ShopSettings {
    let layers = LayeredSettingsStore([
      .layer("environment", EnvironmentSettingsStore(environment: ["GREETING": "good evening"])),
      .layer("fleet", fleet),
    ])
    return ShopSettings.make(alternateStore: layers)
  }

  private func timeout(in cache: InMemoryCache) throws -> [UInt8]? {
    try cache.contents?.table.entries[RemoteKey(ShopKeys.timeout)]?.value
  }

  @Test func `a program that's killed in its first second starts with the cached values`() async throws {
    let cache = InMemoryCache()
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "30"])
    try await SettingsDiagnostics.withHandler { _ in
    } operation: {
      let killed = await RemoteSettingsStore(backend: engine, storage: cache, clock: TestClock())
      #expect(makeSettings(over: killed).timeout.value == 30)
      try await wait { cache.bytes != nil }
      engine.isReachable = false
      try await wait { killed.state != .live }
      // All that a killed program leaves, each time: it isn't closed.
      var left = cache.bytes
      for _ in 1...3 {
        let cache = InMemoryCache(left)
        let fleet = await RemoteSettingsStore(backend: engine, storage: cache, clock: TestClock())
        #expect(fleet.state == .stale(since: TestClock.start))
        let settings = makeSettings(over: fleet)
        #expect(settings.timeout.value == 30)
        #expect(settings.greeting.value == "good evening")
        try await wait { cache.saveCount > 0 }
        left = cache.bytes
        #expect(try timeout(in: cache) == Array("30".utf8))
        await fleet.close()
      }
      await killed.close()
    }
  }

  @Test func `changes in quick succession are written together, after the delay`() async throws {
    let cache = InMemoryCache()
    let clock = TestClock()
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "1"], isIdentified: true, clock: clock)
    let fleet = await RemoteSettingsStore(backend: engine, storage: cache, clock: clock)
    let settings = makeSettings(over: fleet)
    try await wait { cache.saveCount == 1 }
    for number in 2...9 { engine.put("\(number)", forKey: ShopKeys.timeout) }
    // The engine, the watch, and the cache wait for the clock.
    try await wait { settings.timeout.value == 9 && clock.sleeperCount == 3 }
    #expect(cache.saveCount == 1)
    clock.advance(by: .seconds(1))
    try await wait { cache.saveCount == 2 }
    #expect(try timeout(in: cache) == Array("9".utf8))
    await fleet.close()
    #expect(cache.saveCount == 2)
  }

  @Test func `a restarted program has the time at which the engine was last in contact`() async throws {
    let cache = InMemoryCache()
    let clock = TestClock()
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "30"], isIdentified: true, clock: clock)
    let first = await RemoteSettingsStore(backend: engine, storage: cache, clock: clock)
    _ = makeSettings(over: first)
    try await wait { cache.saveCount == 1 }
    // The setting of another program, which isn't cached.
    clock.advance(by: .seconds(5))
    engine.put("1", forKey: "com.example.other/Name")
    try await wait { first.revision == 2 }
    await first.close()
    #expect(try cache.contents?.date == TestClock.start.addingTimeInterval(5))
    // A program that doesn't reach the engine keeps the time.
    engine.isReachable = false
    await SettingsDiagnostics.withHandler { _ in
    } operation: {
      let second = await RemoteSettingsStore(backend: engine, storage: cache, clock: TestClock())
      #expect(second.state == .stale(since: TestClock.start.addingTimeInterval(5)))
      await second.close()
    }
    #expect(try cache.contents?.date == TestClock.start.addingTimeInterval(5))
  }

  @Test func `a program that has declared nothing leaves the cache alone`() async throws {
    let cache = InMemoryCache()
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "30"])
    let first = await RemoteSettingsStore(backend: engine, storage: cache, clock: TestClock())
    _ = makeSettings(over: first)
    await first.close()
    let second = await RemoteSettingsStore(backend: engine, storage: cache, clock: TestClock())
    try await wait { second.state == .live }
    await second.close()
    #expect(try timeout(in: cache) == Array("30".utf8))
  }
}
