#if Configuration
  import Configuration
  import Foundation
  import Observation
  import Testing
  import TypedSettings

  @testable import TypedSettingsFleet

  @Suite(.timeLimit(.minutes(30))) struct ConfigurationSettingsStoreTests {
    private enum Level: String, Codable, Sendable { case low, high }

    private enum Size: Int, Codable, Sendable { case small = 1, large = 2 }

    private struct Point: Codable, Equatable, Sendable { var x = 0, y = 0 }

    private static let domain = ShopSettings.domain

    /// Returns a setting of a store.
    private static func setting<Value: Codable & Sendable>(
      _ name: String, _ value: Value, in store: any SettingsStore, _ traits: SettingsTrait = [],
      coding: SettingCoding<Value>
    ) -> SettingRecord<Value> {
      PreferenceContext.$store.withValue(store) {
        SettingRecord(
          name: name, key: SettingsKey(domain: domain, name: name), default: value, traits: traits, coding: coding)
      }
    }

    @Test(arguments: [
      ("ShopSettingsCheckoutTimeout", "SHOP_SETTINGS_CHECKOUT_TIMEOUT"), ("checkoutTimeout", "CHECKOUT_TIMEOUT"),
      ("checkout.timeout", "CHECKOUT_TIMEOUT"),
    ])
    func `a setting has the variable that the guide names behind a provider`(_ name: String, _ variable: String) {
      let store = ConfigurationSettingsStore(EnvironmentVariablesProvider(environmentVariables: [variable: "30"]))
      #expect(Self.setting(name, 10, in: store, coding: .automatic).value == 30)
    }

    @Test func `settings of all types have the values of a provider`() {
      let provider = InMemoryProvider(values: [
        "text": "a", "number": 5, "count": 5, "half": 0.5, "whole": 2, "flag": true,
        "bytes": ConfigValue(.bytes([1, 2]), isSecret: false),
        "texts": ConfigValue(.stringArray(["a", "b"]), isSecret: false),
        "numbers": ConfigValue(.intArray([1, 2]), isSecret: false),
        "halves": ConfigValue(.doubleArray([0.5]), isSecret: false),
        "flags": ConfigValue(.boolArray([true, false]), isSecret: false),
        "chunks": ConfigValue(.byteChunkArray([[1], [2, 3]]), isSecret: false),
        "level": "high", "size": 2, "small": 200, "page": "https://example.com/a", "point": #"{"x":1,"y":2}"#,
      ])
      let store = ConfigurationSettingsStore(provider)
      #expect(Self.setting("text", "", in: store, coding: .automatic).value == "a")
      #expect(Self.setting("number", 0, in: store, coding: .automatic).value == 5)
      #expect(Self.setting("half", Double(0), in: store, coding: .automatic).value == 0.5)
      #expect(Self.setting("whole", Double(0), in: store, coding: .automatic).value == 2)
      #expect(Self.setting("flag", false, in: store, coding: .automatic).value)
      #expect(Self.setting("bytes", Data(), in: store, coding: .automatic).value == Data([1, 2]))
      #expect(Self.setting("texts", [String](), in: store, coding: .automatic).value == ["a", "b"])
      #expect(Self.setting("numbers", [Int](), in: store, coding: .automatic).value == [1, 2])
      #expect(Self.setting("halves", [Double](), in: store, coding: .automatic).value == [0.5])
      #expect(Self.setting("flags", [Bool](), in: store, coding: .automatic).value == [true, false])
      #expect(Self.setting("chunks", [Data](), in: store, coding: .automatic).value == [Data([1]), Data([2, 3])])
      #expect(Self.setting("level", Level.low, in: store, coding: .rawValue).value == .high)
      #expect(Self.setting("size", Size.small, in: store, coding: .rawValue).value == .large)
      #expect(Self.setting("small", UInt8(0), in: store, coding: .automatic).value == 200)
      #expect(Self.setting("point", Point(), in: store, coding: .jsonString).value == Point(x: 1, y: 2))
      #expect(Self.setting("count", Int?.none, in: store, coding: .automatic).value == 5)
      #expect(Self.setting("absent", Int?.none, in: store, coding: .automatic).value == nil)
      #expect(Self.setting("page", URL?.none, in: store, coding: .automatic).value?.host() == "example.com")
    }

    @Test func `variables of the environment are read as the types of the settings`() {
      let provider = EnvironmentVariablesProvider(environmentVariables: [
        "LIMIT": "250", "TIMEOUT": "soon", "GREETING": "5", "FLAGS": "true,false",
      ])
      let store = ConfigurationSettingsStore(provider)
      let settings = ShopSettings.make(alternateStore: store)
      #expect(settings.limit.value == 250)
      #expect(settings.greeting.value == "5")
      #expect(Self.setting("Flags", [Bool](), in: store, coding: .automatic).value == [true, false])
      SettingsDiagnostics.withHandler { _ in
      } operation: {
        #expect(settings.timeout.value == 10)
      }
      #expect(settings.timeout.issue?.code == .undecodable)
    }

    @Test func `a provider is a layer that is followed and can't be written`() async throws {
      let provider = MutableInMemoryProvider(initialValues: ["Timeout": 30])
      let user = InMemorySettingsStore()
      let store = LayeredSettingsStore([
        .layer("vault", ConfigurationSettingsStore(provider)), .writable("user", user),
      ])
      let settings = ShopSettings.make(alternateStore: store)
      #expect(settings.timeout.value == 30)
      #expect(settings.timeout.source == .layer("vault"))
      #expect(#expect(throws: SettingsError.self) { try settings.timeout.set(5) }?.code == .locked)
      provider.setValue(40, forKey: "Timeout")
      try await wait { settings.timeout.value == 40 }
      provider.setValue(nil, forKey: "Timeout")
      try await wait { settings.timeout.value == 10 }
      settings.timeout.value = 12
      #expect(settings.timeout.value == 12)
      provider.setValue(50, forKey: "Limit")
      try await wait { settings.limit.value == 50 }
      #expect(#expect(throws: SettingsError.self) { try settings.transaction { $0.limit.value = 3 } } != nil)
    }

    @Test func `observers receive each change once, in order`() async throws {
      let provider = MutableInMemoryProvider(initialValues: [:])
      let store = ConfigurationSettingsStore(provider)
      let settings = ShopSettings.make(alternateStore: store)
      var values = settings.timeout.values.makeAsyncIterator()
      #expect(await values.next() == 10)
      let changes = LockedState<[SettingsChange]>([])
      let token = store.observe(settings.timeout.key) { change in changes.withLock { $0.append(change) } }
      for number in 11...20 {
        provider.setValue(ConfigValue(.int(number), isSecret: false), forKey: "Timeout")
        #expect(await values.next() == number)
      }
      // The stream may be notified of the last change before the observer.
      try await wait { changes.withLock { $0.count } >= 10 }
      #expect(changes.withLock { $0.map(\.newValue) } == (11...20).map { .integer($0) })
      #expect(changes.withLock { $0.allSatisfy { $0.origin == .external } })
      store.removeObserver(token)
      await store.close()
      #expect(settings.timeout.value == 20)
    }

    @Test func `Swift Observation and computed values follow a provider`() async throws {
      let provider = MutableInMemoryProvider(initialValues: ["Timeout": 20])
      let settings = ShopSettings.make(alternateStore: ConfigurationSettingsStore(provider))
      let (signals, signal) = AsyncStream<Void>.makeStream()
      let first = withObservationTracking {
        settings.timeout.value + settings.limit.value
      } onChange: {
        signal.finish()
      }
      #expect(first == 120)
      provider.setValue(200, forKey: "Limit")
      for await _ in signals {}
      try await wait { settings.timeout.value + settings.limit.value == 220 }
    }

    @Test func `a value of another type is reported by its setting, and decides as in any layer`() async throws {
      let value = ConfigValue(.boolArray([true]), isSecret: false)
      let provider = MutableInMemoryProvider(initialValues: ["Timeout": value])
      let user = InMemorySettingsStore()
      let store = LayeredSettingsStore([
        .layer("vault", ConfigurationSettingsStore(provider)), .writable("user", user),
      ])
      let settings = ShopSettings.make(alternateStore: store)
      let reports = LockedState<[SettingsError]>([])
      SettingsDiagnostics.withHandler { error in
        reports.withLock { $0.append(error) }
      } operation: {
        #expect(settings.timeout.value == 10)
        #expect(settings.timeout.value == 10)
      }
      #expect(reports.withLock { $0.map(\.code) } == [.undecodable])
      #expect(#expect(throws: SettingsError.self) { try settings.timeout.set(5) }?.code == .locked)
    }

    @Test func `a secret value is used only for a setting that is secret`() async throws {
      let provider = MutableInMemoryProvider(initialValues: [
        "Token": ConfigValue("hunter2", isSecret: true), "Greeting": ConfigValue("hunter3", isSecret: true),
      ])
      let reports = LockedState<[SettingsError]>([])
      SettingsDiagnostics.withHandler { error in
        reports.withLock { $0.append(error) }
      } operation: {
        let settings = ShopSettings.make(alternateStore: ConfigurationSettingsStore(provider))
        #expect(settings.token.value == "hunter2")
        #expect(settings.greeting.value == "hello")
        let allowing = ConfigurationSettingsStore(provider, allowsUndeclaredSecrets: true)
        #expect(ShopSettings.make(alternateStore: allowing).greeting.value == "hunter3")
      }
      #expect(reports.withLock { $0.map(\.code) } == [.secretRefused])
      #expect(!"\(reports.withLock { $0 })".contains("hunter"))
    }

    @Test func `a value that's too large is ignored and reported`() {
      let long = String(repeating: "x", count: 2000)
      let provider = InMemoryProvider(values: ["Greeting": ConfigValue(.string(long), isSecret: false)])
      let reports = LockedState<[SettingsError]>([])
      SettingsDiagnostics.withHandler { error in
        reports.withLock { $0.append(error) }
      } operation: {
        let store = ConfigurationSettingsStore(provider, maximumValueSize: 1000)
        #expect(ShopSettings.make(alternateStore: store).greeting.value == "hello")
      }
      #expect(reports.withLock { $0.map(\.code) } == [.tooLarge])
    }

    @Test func `keys have the components of names, and of domains if requested`() {
      let key = SettingsKey(domain: "com.example", name: "http.timeout")
      let provider = InMemoryProvider(values: [
        "http.timeout": 1, "com.example.http.timeout": 2, "shop.http.timeout": 3,
      ])
      func value(_ store: ConfigurationSettingsStore) -> Int {
        PreferenceContext.$store.withValue(store) {
          SettingRecord(name: "timeout", key: key, default: 0, coding: .automatic).value
        }
      }
      #expect(value(ConfigurationSettingsStore(provider)) == 1)
      #expect(value(ConfigurationSettingsStore(provider, includesDomain: true)) == 2)
      #expect(value(ConfigurationSettingsStore(provider.prefixKeys(with: "shop"))) == 3)
      #expect(ConfigurationSettingsStore(provider).configKey(forKey: key).components == ["http", "timeout"])
    }

    @Test func `an undeclared key has no value until it's declared`() {
      let store = ConfigurationSettingsStore(InMemoryProvider(values: ["Timeout": 30]))
      let key = SettingsKey(domain: Self.domain, name: "Timeout")
      #expect(store.value(forKey: key) == nil)
      let changes = LockedState<[SettingsValue?]>([])
      _ = store.observe(key) { change in changes.withLock { $0.append(change.newValue) } }
      #expect(ShopSettings.make(alternateStore: store).timeout.value == 30)
      #expect(store.value(forKey: key) == .integer(30))
      #expect(changes.withLock { $0 } == [.integer(30)])
      #expect(store.layers(forKey: key).map(\.layer) == ["configuration"])
      #expect(store.keys(inDomain: Self.domain) == nil)
      #expect(throws: SettingsError.self) { try store.set(1, forKey: key) }
    }

    @Test func `a value under an older name is read with the type of its setting`() {
      let store = ConfigurationSettingsStore(InMemoryProvider(values: ["Old": 5]))
      let record = PreferenceContext.$store.withValue(store) {
        SettingRecord(
          name: "new", key: SettingsKey(domain: Self.domain, name: "New"), default: 1, coding: .automatic,
          aliases: ["Old"])
      }
      #expect(record.value == 5)
    }

    @Test func `a failing provider leaves the last known values, and is watched again`() async throws {
      let provider = FailingProvider(["Timeout": 20])
      let clock = TestClock(skippingUpTo: .seconds(60))
      let reports = LockedState<[SettingsError.Code]>([])
      try await SettingsDiagnostics.withHandler { error in
        reports.withLock { $0.append(error.code) }
      } operation: {
        let store = ConfigurationSettingsStore(provider, clock: clock)
        let settings = ShopSettings.make(alternateStore: store)
        #expect(settings.timeout.value == 20)
        try await wait { provider.watchCount >= 1 }
        provider.failsLookups = true
        provider.send([:])
        try await wait { reports.withLock { $0.count == 1 } }
        #expect(settings.timeout.value == 20)
        provider.failsLookups = false
        provider.isFailing = true
        provider.send(["Timeout": 25])
        try await wait { provider.watchCount >= 5 }
        #expect(settings.timeout.value == 20)
        provider.isFailing = false
        try await wait { settings.timeout.value == 25 }
        provider.send(["Timeout": 26])
        try await wait { settings.timeout.value == 26 }
        await store.close()
      }
      #expect(reports.withLock { $0 } == [.storeFailed, .storeFailed])
    }

    @Test func `each outage of a provider is reported, also if it ends its watch with an error`() async throws {
      let provider = FailingProvider(["Timeout": 10])
      let reports = LockedState<[SettingsError.Code]>([])
      try await SettingsDiagnostics.withHandler { error in
        reports.withLock { $0.append(error.code) }
      } operation: {
        let store = ConfigurationSettingsStore(provider, clock: TestClock(skippingUpTo: .seconds(60)))
        let settings = ShopSettings.make(alternateStore: store)
        for number in [20, 40] {
          // The watch that fails has delivered two snapshots.
          for value in [number, number + 1] {
            provider.send(["Timeout": ConfigValue(.int(value), isSecret: false)])
            try await wait { settings.timeout.value == value }
          }
          let count = provider.watchCount
          provider.isFailing = true
          try await wait { provider.watchCount >= count + 3 }
          provider.isFailing = false
        }
        await store.close()
      }
      #expect(reports.withLock { $0 } == [.storeFailed, .storeFailed])
    }

    @Test func `a setting that's created while another one is looked up has its value`() {
      let shared = LockedState<ConfigurationSettingsStore?>(nil)
      let seen = LockedState<[Int]>([])
      let provider = FailingProvider(["Timeout": 20]) {
        // The first lookup only, because the setting below is looked up, too.
        let store = shared.withLock { store -> ConfigurationSettingsStore? in
          defer { store = nil }
          return store
        }
        guard let store else { return }
        let value = Self.setting("Timeout", 0, in: store, coding: .automatic).value
        seen.withLock { $0.append(value) }
      }
      let store = ConfigurationSettingsStore(provider)
      shared.withLock { $0 = store }
      #expect(Self.setting("Timeout", 0, in: store, coding: .automatic).value == 20)
      #expect(seen.withLock { $0 } == [20])
    }

    @Test func `the watch of a provider ends with its store`() async throws {
      let provider = FailingProvider([:])
      var store: ConfigurationSettingsStore? = ConfigurationSettingsStore(provider)
      try await wait { provider.watchCount == 1 }
      #expect(store?.isWritable(SettingsKey(domain: "", name: "")) == false)
      store = nil
      try await wait { provider.activeCount == 0 }
    }
  }
#endif
