#if Configuration
  import Configuration
  import ConfigurationTesting
  import Foundation
  import Testing
  import TypedSettings

  @testable import TypedSettingsFleet

  @Suite(.timeLimit(.minutes(30))) struct SettingsConfigProviderTests {
    private static let domain = ShopSettings.domain

    private static func key(_ name: String) -> SettingsKey { SettingsKey(domain: domain, name: name) }

    @Test func `a store passes the tests for providers of swift-configuration`() async throws {
      let (magic, magic2) = (Data("magic".utf8), Data("magic2".utf8))
      let values: [String: SettingsValue] = [
        "string": "Hello", "other.string": "Other Hello", "int": 42, "other.int": 24, "double": 3.14,
        "other.double": 2.72, "bool": true, "other.bool": false, "bytes": .data(magic), "other.bytes": .data(magic2),
        "stringy.array": ["Hello", "World"], "other.stringy.array": ["Hello", "Swift"], "inty.array": [42, 24],
        "other.inty.array": [16, 32], "doubly.array": [3.14, 2.72], "other.doubly.array": [0.9, 1.8],
        "booly.array": [true, false], "other.booly.array": [false, true, true],
        "byteChunky.array": [.data(magic), .data(magic2)],
        "other.byteChunky.array": [.data(magic), .data(magic2), .data(magic)],
      ]
      let store = InMemorySettingsStore()
      for (name, value) in values { store.set(value, forKey: Self.key(name)) }
      try await ProviderCompatTest(provider: SettingsConfigProvider(store, domain: Self.domain)).runTest()
      // Without a domain, and in an engine.
      let full = SettingsConfigProvider(store).prefixKeys(with: "com.example.shop")
      try await ProviderCompatTest(provider: full).runTest()
      let texts = try values.map { name, value throws -> (String, String) in
        let bytes = try RemoteValue.bytes(of: value, limits: RemoteLimits())
        return ("\(Self.domain)/\(name)", String(decoding: bytes, as: UTF8.self))
      }
      let engine = InMemoryRemoteBackend(Dictionary(uniqueKeysWithValues: texts))
      let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
      try await ProviderCompatTest(provider: SettingsConfigProvider(fleet, domain: Self.domain)).runTest()
      await fleet.close()
    }

    @Test func `a reader reads settings, and their text as its types`() throws {
      let environment = EnvironmentSettingsStore(environment: ["LIMIT": "250", "GREETING": "hi", "TIMEOUT": "soon"])
      let settings = ShopSettings.make(alternateStore: environment)
      let provider = SettingsConfigProvider(environment, domain: Self.domain, groups: [settings])
      let config = ConfigReader(provider: provider)
      #expect(config.int(forKey: "Limit", default: 1) == 250)
      #expect(config.string(forKey: "Greeting") == "hi")
      #expect(config.int(forKey: "Timeout", default: 1) == 1)
      #expect(config.int(forKey: "Absent", default: 2) == 2)
      let error = #expect(throws: SettingsError.self) { try provider.value(forKey: "Timeout", type: .int) }
      #expect(error?.code == .undecodable && !"\(error.map { "\($0)" } ?? "")".contains("soon"))
      let scoped = ConfigReader(provider: SettingsConfigProvider(environment)).scoped(to: "com.example.shop")
      #expect(scoped.int(forKey: "Limit", default: 1) == 250)
    }

    @Test func `only values of declared settings that aren't secret can be logged`() throws {
      let store = InMemorySettingsStore()
      let settings = ShopSettings.make(alternateStore: store)
      settings.limit.value = 200
      settings.token.value = "hunter2"
      store.set("hunter3", forKey: Self.key("Other"))
      let provider = SettingsConfigProvider(store, domain: Self.domain, groups: [settings])
      #expect(try provider.value(forKey: "Limit", type: .int).value?.isSecret == false)
      #expect(try provider.value(forKey: "Token", type: .string).value?.isSecret == true)
      #expect(try provider.value(forKey: "Other", type: .string).value?.isSecret == true)
      #expect(try provider.snapshot().value(forKey: "Token", type: .string).value?.isSecret == true)
    }

    @Test func `a lookup of an undeclared setting leaves its route alone`() throws {
      let (vault, plain) = (InMemorySettingsStore(), InMemorySettingsStore())
      let store = RoutingSettingsStore([.traits([.secret], to: vault)], default: plain)
      let settings = ShopSettings.make(alternateStore: store)
      settings.token.value = "hunter2"
      let provider = SettingsConfigProvider(store, domain: Self.domain)
      #expect(try provider.snapshot().value(forKey: "Token", type: .string).value?.content == .string("hunter2"))
      #expect(try provider.value(forKey: "Token", type: .string).value?.content == .string("hunter2"))
      try store.set("hunter3", forKey: Self.key("Token"))
      #expect(settings.token.value == "hunter3")
      #expect(plain.value(forKey: Self.key("Token")) == nil)
    }

    @Test func `null and absent values aren't found, and the first domain with a value counts`() throws {
      let store = InMemorySettingsStore()
      store.set(.null, forKey: SettingsKey(domain: "a.b", name: "c"))
      store.set(2, forKey: SettingsKey(domain: "a", name: "b.c"))
      let provider = SettingsConfigProvider(store)
      #expect(try provider.value(forKey: "a.b.c", type: .int).value?.content == .int(2))
      store.set(1, forKey: SettingsKey(domain: "a.b", name: "c"))
      #expect(try provider.value(forKey: "a.b.c", type: .int).value?.content == .int(1))
      #expect(try provider.value(forKey: "a.b", type: .int).value == nil)
      #expect(try provider.value(forKey: [], type: .int).value == nil)
    }

    @Test func `a watched key has the current value first, and the last one of quick changes`() async throws {
      let store = InMemorySettingsStore()
      let provider = SettingsConfigProvider(store, domain: Self.domain)
      let key = Self.key("Limit")
      try await provider.watchValue(forKey: "Limit", type: .int) { updates async throws in
        var values = updates.makeAsyncIterator()
        #expect(try await values.next()?.get().value == nil)
        store.set(1, forKey: key)
        #expect(try await values.next()?.get().value?.content == .int(1))
        for number in 2...Int64(100) { store.set(.integer(number), forKey: key) }
        #expect(try await values.next()?.get().value?.content == .int(100))
        store.set("text", forKey: key)
        let result = try await values.next()
        #expect(throws: SettingsError.self) { try result?.get() }
      }
    }

    @Test(.timeLimit(.minutes(30))) func `a watch ends when its task is canceled`() async throws {
      let provider = SettingsConfigProvider(InMemorySettingsStore(), domain: Self.domain)
      let task = Task {
        try await provider.watchValue(forKey: "Limit", type: .int) { updates async throws in
          var count = 0
          for await _ in updates { count += 1 }
          return count
        }
      }
      task.cancel()
      #expect(try await task.value <= 1)
    }

    @Test func `a snapshot stays as it was, and a watch delivers the next one`() async throws {
      let store = InMemorySettingsStore()
      let settings = ShopSettings.make(alternateStore: store)
      settings.limit.value = 200
      let provider = SettingsConfigProvider(store, domain: Self.domain, groups: [settings])
      try await provider.watchSnapshot { snapshots async throws in
        var snapshots = snapshots.makeAsyncIterator()
        let first = try #require(await snapshots.next())
        settings.limit.value = 300
        settings.timeout.value = 20
        #expect(try first.value(forKey: "Limit", type: .int).value?.content == .int(200))
        #expect(try first.value(forKey: "Timeout", type: .int).value == nil)
        let second = try #require(await snapshots.next())
        #expect(try second.value(forKey: "Limit", type: .int).value?.content == .int(300))
        #expect(try second.value(forKey: "Timeout", type: .int).value?.content == .int(20))
      }
    }

    @Test func `a snapshot of a fleet belongs to one revision, and each change brings the next`() async throws {
      let engine = InMemoryRemoteBackend([ShopKeys.limit: "200", ShopKeys.timeout: "20"])
      let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
      let provider = SettingsConfigProvider(fleet)
      let limit: AbsoluteConfigKey = "com.example.shop.Limit"
      try await provider.watchSnapshot { snapshots async throws in
        var snapshots = snapshots.makeAsyncIterator()
        let first = try #require(await snapshots.next())
        try await fleet.update(ShopSettings.self) {
          $0.limit.value = 300
          $0.timeout.value = 30
        }
        #expect(try first.value(forKey: limit, type: .int).value?.content == .int(200))
        #expect(try first.value(forKey: "com.example.shop.Timeout", type: .int).value?.content == .int(20))
        let second = try #require(await snapshots.next())
        #expect(try second.value(forKey: limit, type: .int).value?.content == .int(300))
        // A key that no setting has.
        engine.put("1", forKey: "other/Key")
        let third = try #require(await snapshots.next())
        #expect(try third.value(forKey: "other.Key", type: .int).value?.content == .int(1))
      }
      await fleet.close()
    }

    @Test func `settings of a fleet are read through a provider and a store again`() async throws {
      let engine = InMemoryRemoteBackend([ShopKeys.limit: "200"])
      let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
      let declared = ShopSettings.make(alternateStore: fleet)
      let provider = SettingsConfigProvider(fleet, groups: [declared])
      let settings = ShopSettings.make(alternateStore: ConfigurationSettingsStore(provider, includesDomain: true))
      #expect(settings.limit.value == 200)
      #expect(settings.timeout.value == 10)
      try await fleet.update(ShopSettings.self) { $0.timeout.value = 33 }
      try await wait { settings.timeout.value == 33 }
      engine.put("\"secret\"", forKey: ShopKeys.token)
      try await wait { settings.token.value == "secret" }
      await fleet.close()
    }
  }
#endif
