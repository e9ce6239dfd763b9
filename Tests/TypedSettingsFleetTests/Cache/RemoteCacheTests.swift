import Foundation
import Testing
import TypedSettings
import TypedSettingsFleet

@Suite(.timeLimit(.minutes(30))) struct RemoteCacheTests {
  /// Returns the cache of a program that has run once.
  private func cache(of values: [String: String], identity: String = "memory") async throws -> InMemoryCache {
    let cache = InMemoryCache()
    let engine = InMemoryRemoteBackend(values, identity: identity)
    let fleet = await RemoteSettingsStore(backend: engine, storage: cache, clock: TestClock())
    _ = ShopSettings.make(alternateStore: fleet)
    await fleet.close()
    return cache
  }

  @Test func `a program that starts during an outage begins with the cached values`() async throws {
    let cache = try await cache(of: [ShopKeys.timeout: "30"])
    let engine = InMemoryRemoteBackend()
    engine.isReachable = false
    await SettingsDiagnostics.withHandler { _ in
    } operation: {
      let fleet = await RemoteSettingsStore(backend: engine, storage: cache, clock: TestClock())
      let settings = ShopSettings.make(alternateStore: fleet)
      #expect(settings.timeout.value == 30)
      #expect(fleet.state == .stale(since: TestClock.start))
      #expect(fleet.revision == 1)
      await fleet.close()
    }
  }

  @Test func `a program without cache and engine has its defaults`() async throws {
    let engine = InMemoryRemoteBackend()
    engine.isReachable = false
    await SettingsDiagnostics.withHandler { _ in
    } operation: {
      let fleet = await RemoteSettingsStore(backend: engine, storage: InMemoryCache(), clock: TestClock())
      #expect(fleet.state == .never)
      #expect(ShopSettings.make(alternateStore: fleet).timeout.value == 10)
      engine.put("3", forKey: ShopKeys.timeout)
      await fleet.close()
      #expect(fleet.state == .never)
    }
  }

  @Test func `a start from a file takes less than ten milliseconds`() async throws {
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: "fleet-\(UInt64.random(in: 0 ... .max))")
    defer { do { try FileManager.default.removeItem(at: folder) } catch {} }
    let file = folder.appending(path: "cache")
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "30"])
    let first = await RemoteSettingsStore(backend: engine, cache: file, options: .patient)
    _ = ShopSettings.make(alternateStore: first)
    try first.flush()
    await first.close()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["cache"])
    engine.isReachable = false
    try await SettingsDiagnostics.withHandler { _ in
    } operation: {
      var fastest = Duration.seconds(1)
      // Other tests delay some rounds. A start that takes longer itself is slow in all of them.
      for _ in 0..<1_000 where fastest >= .milliseconds(10) {
        try Task.checkCancellation()
        let start = ContinuousClock.now
        let fleet = await RemoteSettingsStore(backend: engine, cache: file, options: .patient)
        #expect(ShopSettings.make(alternateStore: fleet).timeout.value == 30)
        fastest = min(fastest, ContinuousClock.now - start)
        await fleet.close()
      }
      #expect(fastest < .milliseconds(10))
    }
  }

  @Test func `a secret that's declared after the cache was written was never in it`() async throws {
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "30", ShopKeys.token: "\"hunter2\""])
    let cache = InMemoryCache()
    let fleet = await RemoteSettingsStore(backend: engine, storage: cache, options: .patient)
    let first = PreferenceContext.$store.withValue(fleet) {
      SettingRecord(
        name: "timeout", key: SettingsKey(domain: ShopSettings.domain, name: "Timeout"), default: 10,
        coding: .automatic)
    }
    try fleet.flush()
    let early = try #require(cache.bytes)
    #expect(String(decoding: early, as: UTF8.self).contains(ShopKeys.timeout))
    #expect(!String(decoding: early, as: UTF8.self).contains("hunter2"))
    let settings = ShopSettings.make(alternateStore: fleet)
    #expect(settings.token.value == "hunter2" && first.value == 30)
    await fleet.close()
    #expect(!String(decoding: try #require(cache.bytes), as: UTF8.self).contains("hunter2"))
    // The next program keeps the values of settings that it hasn't declared yet.
    let again = await RemoteSettingsStore(backend: engine, storage: cache, options: .patient)
    _ = PreferenceContext.$store.withValue(again) {
      SettingRecord(
        name: "limit", key: SettingsKey(domain: ShopSettings.domain, name: "Limit"), default: 1, coding: .automatic)
    }
    await again.close()
    #expect(try #require(try cache.contents).table.entries.keys.map(\.text) == [ShopKeys.timeout])
  }

  @Test func `secrets aren't cached, and other domains neither`() async throws {
    let cache = try await cache(of: [
      ShopKeys.timeout: "30", ShopKeys.token: "\"hunter2\"", "com.example.other/Name": "1", "readme": "2",
    ])
    let contents = try #require(try cache.contents)
    #expect(contents.table.entries.keys.map(\.text) == [ShopKeys.timeout])
    #expect(!String(decoding: try #require(cache.bytes), as: UTF8.self).contains("hunter2"))
    #expect(contents.secrets.map(\.text) == [ShopKeys.token])
  }

  @Test func `secrets are cached if the program allows it`() async throws {
    let cache = InMemoryCache()
    let engine = InMemoryRemoteBackend([ShopKeys.token: "\"a\""])
    let options = RemoteSettingsOptions(allowsSecrets: true)
    let fleet = await RemoteSettingsStore(backend: engine, storage: cache, options: options, clock: TestClock())
    _ = ShopSettings.make(alternateStore: fleet)
    try await fleet.update(ShopSettings()) { $0.token.value = "b" }
    await fleet.close()
    #expect(try cache.contents?.table.entries[RemoteKey(ShopKeys.token)]?.value == Array("\"b\"".utf8))
  }

  @Test func `secrets are cached once the program allows it`() async throws {
    let values = [ShopKeys.token: "\"a\""]
    let cache = try await cache(of: values)
    let options = RemoteSettingsOptions(allowsSecrets: true)
    let engine = InMemoryRemoteBackend(values)
    let fleet = await RemoteSettingsStore(backend: engine, storage: cache, options: options, clock: TestClock())
    _ = ShopSettings.make(alternateStore: fleet)
    try await wait { fleet.state == .live }
    await fleet.close()
    #expect(try cache.contents?.table.entries[RemoteKey(ShopKeys.token)]?.value == Array("\"a\"".utf8))
  }

  @Test func `the cache of another engine or prefix is ignored`() async throws {
    let cache = try await cache(of: [ShopKeys.timeout: "30"], identity: "elsewhere")
    let engine = InMemoryRemoteBackend()
    engine.isReachable = false
    let reports = LockedState<[SettingsError]>([])
    await SettingsDiagnostics.withHandler { error in
      reports.withLock { $0.append(error) }
    } operation: {
      let fleet = await RemoteSettingsStore(backend: engine, storage: cache, clock: TestClock())
      #expect(fleet.state == .never)
      #expect(ShopSettings.make(alternateStore: fleet).timeout.value == 10)
      await fleet.close()
    }
    #expect(reports.withLock { $0.map(\.code) } == [.remoteCacheUnusable, .remoteUnavailable])
  }

  @Test func `any damage of the cache is detected`() async throws {
    let bytes = try #require(try await cache(of: [ShopKeys.timeout: "30", ShopKeys.greeting: "\"a\""]).bytes)
    for length in 0..<bytes.count {
      #expect(throws: SettingsError.self) { try RemoteCacheContents(Array(bytes.prefix(length))) }
    }
    for index in bytes.indices {
      var damaged = bytes
      damaged[index] ^= 0x10
      #expect(throws: SettingsError.self) { try RemoteCacheContents(damaged) }
    }
    #expect(throws: SettingsError.self) { try RemoteCacheContents(bytes + [0]) }
    #expect(try RemoteCacheContents(bytes).table.entries.count == 2)
  }

  @Test func `a damaged cache is unusable, like that of another engine`() async {
    let reports = LockedState<[SettingsError]>([])
    await SettingsDiagnostics.withHandler { error in
      reports.withLock { $0.append(error) }
    } operation: {
      let cache = InMemoryCache([1, 2, 3])
      let fleet = await RemoteSettingsStore(backend: InMemoryRemoteBackend(), storage: cache, clock: TestClock())
      await fleet.close()
    }
    #expect(reports.withLock { $0.map(\.code) } == [.remoteCacheUnusable])
    let found = reports.withLock { $0.first?.found }
    #expect(found == "the cache of remote settings is damaged: bytes with another format")
  }

  @Test func `a cache that couldn't be written is written later, although nothing changes`() async throws {
    let cache = InMemoryCache()
    cache.isFailing = true
    let clock = TestClock()
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "30"])
    try await SettingsDiagnostics.withHandler { _ in
    } operation: {
      let fleet = await RemoteSettingsStore(backend: engine, storage: cache, options: .patient, clock: clock)
      _ = ShopSettings.make(alternateStore: fleet)
      // The watch and the cache wait for the clock.
      try await wait { clock.sleeperCount == 2 }
      cache.isFailing = false
      clock.advance(by: .seconds(60))
      try await wait { cache.saveCount == 1 }
      #expect(try cache.contents?.table.entries[RemoteKey(ShopKeys.timeout)]?.value == Array("30".utf8))
      await fleet.close()
    }
  }

  @Test func `a cache that can't be written is reported once and tried again`() async throws {
    let cache = InMemoryCache()
    cache.isFailing = true
    let engine = InMemoryRemoteBackend()
    let reports = LockedState<[SettingsError]>([])
    try await SettingsDiagnostics.withHandler { error in
      reports.withLock { $0.append(error) }
    } operation: {
      let options = RemoteSettingsOptions(cacheDelay: .zero)
      let fleet = await RemoteSettingsStore(backend: engine, storage: cache, options: options, clock: TestClock())
      let settings = ShopSettings.make(alternateStore: fleet)
      #expect(throws: SettingsError.self) { try fleet.flush() }
      engine.put("1", forKey: ShopKeys.timeout)
      try await wait { settings.timeout.value == 1 && !reports.withLock { $0.isEmpty } }
      cache.isFailing = false
      try fleet.flush()
      #expect(try cache.contents?.table.entries.isEmpty == false)
      await fleet.close()
    }
    #expect(reports.withLock { $0.map(\.code) } == [.remoteCacheUnusable])
  }
}
