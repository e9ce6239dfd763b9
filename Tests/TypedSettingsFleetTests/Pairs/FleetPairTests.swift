import Observation
import Testing
import TypedSettings
import TypedSettingsFleet

/// A remote store crossed with the other features.
@Suite(.timeLimit(.minutes(30))) struct FleetPairTests {
  private static let domain = ShopSettings.domain

  private static func record<Value: Codable & Sendable>(
    _ name: String, default value: Value, traits: SettingsTrait = [], coding: SettingCoding<Value> = .automatic,
    aliases: [String] = [], version: Int? = nil, migrations: [SettingsMigration] = []
  ) -> SettingRecord<Value> where Value: SettingsValueConvertible {
    SettingRecord(
      name: name, key: SettingsKey(domain: domain, name: name), default: value, traits: traits, coding: coding,
      aliases: aliases, version: version, migrations: { migrations })
  }

  @Test func `a remote store is a layer above the user's and below the environment`() async throws {
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "30", ShopKeys.limit: "200"])
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    let environment = EnvironmentSettingsStore(environment: ["LIMIT": "300"])
    let user = InMemorySettingsStore()
    let store = LayeredSettingsStore([
      .layer("environment", environment), .layer("fleet", fleet), .writable("user", user),
    ])
    let settings = ShopSettings.make(alternateStore: store)
    #expect(settings.timeout.value == 30)
    #expect(settings.limit.value == 300)
    #expect(settings.timeout.source == .layer("fleet"))
    let error = #expect(throws: SettingsError.self) { try settings.timeout.set(5) }
    #expect(error?.code == .locked)
    settings.greeting.value = "mine"
    #expect(settings.greeting.value == "mine")
    try await fleet.update(ShopSettings()) { $0.timeout.value = 40 }
    try await wait { settings.timeout.value == 40 }
    engine.put(nil, forKey: ShopKeys.timeout)
    try await wait { settings.timeout.value == 10 }
    settings.timeout.value = 12
    #expect(settings.timeout.value == 12)
    await fleet.close()
  }

  @Test func `a value under an older name is read, and an update removes it`() async throws {
    let engine = InMemoryRemoteBackend(["\(Self.domain)/Old": "5"])
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    func make() -> AnyGroup<Int> { AnyGroup(Self.record("New", default: 1, aliases: ["Old"])) }
    let group = PreferenceContext.$store.withValue(fleet) { make() }
    #expect(group.record.value == 5)
    engine.put("6", forKey: "\(Self.domain)/Old")
    try await wait { group.record.value == 6 }
    try await fleet.update(make()) { $0.record.value += 1 }
    #expect(group.record.value == 7)
    #expect(engine.values == ["\(Self.domain)/New": "7"])
    await fleet.close()
  }

  @Test func `a value that breaks the rule of its setting isn't used`() async throws {
    let engine = InMemoryRemoteBackend(["\(Self.domain)/Level": "50"])
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    func make() -> AnyGroup<Int> {
      AnyGroup(Self.record("Level", default: 1, coding: .automatic.validated(by: .range(0...10))))
    }
    let group = PreferenceContext.$store.withValue(fleet) { make() }
    SettingsDiagnostics.withHandler { _ in
    } operation: {
      #expect(group.record.value == 1)
    }
    #expect(group.record.issue?.code == .invalid)
    await #expect { try await fleet.update(make()) { $0.record.value = 99 } } throws: {
      ($0 as? SettingsError)?.code == .invalid
    }
    try await fleet.update(make()) { $0.record.value = 9 }
    #expect(group.record.value == 9)
    await fleet.close()
  }

  @Test func `an update migrates older values for all programs`() async throws {
    let engine = InMemoryRemoteBackend(["\(Self.domain)/Minutes": "2"])
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    let migration = SettingsMigration(to: 1) { values in
      if case .integer(let minutes)? = values.removeValue(forKey: "Minutes") {
        values["Seconds"] = .integer(minutes * 60)
      }
    }
    func make() -> AnyGroup<Int> {
      AnyGroup(Self.record("Seconds", default: 1, version: 1, migrations: [migration]))
    }
    let reports = LockedState<[SettingsError.Code]>([])
    SettingsDiagnostics.withHandler { error in
      reports.withLock { $0.append(error.code) }
    } operation: {
      #expect(PreferenceContext.$store.withValue(fleet) { make() }.record.value == 1)
    }
    #expect(reports.withLock { $0 } == [.migrationFailed])
    #expect(engine.values == ["\(Self.domain)/Minutes": "2"])
    try await fleet.update(make()) { $0.record.value += 1 }
    #expect(engine.values == ["\(Self.domain)/Seconds": "121", "\(Self.domain)/$version": "1"])
    let other = await RemoteSettingsStore(backend: engine, options: .patient)
    #expect(PreferenceContext.$store.withValue(other) { make() }.record.value == 121)
    await other.close()
    await fleet.close()
  }

  @Test func `an update of a transient setting is refused, because its value would be lost`() async throws {
    let engine = InMemoryRemoteBackend()
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    func make() -> AnyGroup<Int> { AnyGroup(Self.record("Draft", default: 1, traits: .transient)) }
    let error = await #expect(throws: SettingsError.self) {
      try await fleet.update(make()) { $0.record.value = 5 }
    }
    #expect(error?.reasons.map(\.code) == [.outsideDraft])
    try await fleet.update(make()) { _ in }
    #expect(engine.values.isEmpty)
    await fleet.close()
  }

  @Test func `streams and change sequences receive the changes of the engine`() async throws {
    let engine = InMemoryRemoteBackend()
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    let settings = ShopSettings.make(alternateStore: fleet)
    var values = settings.timeout.values.makeAsyncIterator()
    #expect(await values.next() == 10)
    engine.put("11", forKey: ShopKeys.timeout)
    #expect(await values.next() == 11)
    try await fleet.update(ShopSettings()) { $0.timeout.value = 12 }
    #expect(await values.next() == 12)
    await fleet.close()
  }

  @Test func `Swift Observation follows the changes of the engine, and finds the new value`() async throws {
    let engine = InMemoryRemoteBackend([ShopKeys.timeout: "20"])
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    let settings = ShopSettings.make(alternateStore: fleet)
    for number in 21...30 {
      let (signals, signal) = AsyncStream<Void>.makeStream()
      let seen = LockedState<Int?>(nil)
      let sum = withObservationTracking {
        settings.timeout.value + settings.limit.value
      } onChange: {
        seen.withLock { $0 = settings.timeout.value }
        signal.finish()
      }
      #expect(sum == 100 + number - 1)
      engine.put("\(number)", forKey: ShopKeys.timeout)
      for await _ in signals {}
      #expect(seen.withLock { $0 } == number)
    }
    await fleet.close()
  }

  @Test func `a draft of remote settings shows changes of the engine, and can't be applied`() async throws {
    let engine = InMemoryRemoteBackend()
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    let settings = ShopSettings.make(alternateStore: fleet)
    let draft = settings.draft()
    engine.put("11", forKey: ShopKeys.timeout)
    try await wait { draft.settings.timeout.value == 11 }
    let error = #expect(throws: SettingsError.self) { try draft.settings.timeout.set(12) }
    #expect(error?.code == .readOnly)
    await fleet.close()
  }

  @Test func `an import into remote settings is refused as a whole`() async throws {
    let engine = InMemoryRemoteBackend()
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    let settings = ShopSettings.make(alternateStore: fleet)
    #expect(throws: SettingsError.self) { try settings.transaction { $0.timeout.value = 3 } }
    #expect(settings.timeout.value == 10)
    #expect(engine.values.isEmpty)
    await fleet.close()
  }

  @Test func `keys of other programs and null are kept apart from absent ones`() async throws {
    let engine = InMemoryRemoteBackend(["readme": "x", "a/b/c": "1", ShopKeys.greeting: "null"])
    let fleet = await RemoteSettingsStore(backend: engine, options: .patient)
    #expect(fleet.value(forKey: SettingsKey(domain: Self.domain, name: "Greeting")) == .null)
    #expect(fleet.value(forKey: SettingsKey(domain: "a", name: "b/c")) == .integer(1))
    #expect(fleet.keys(inDomain: Self.domain)?.map(\.name) == ["Greeting"])
    try await fleet.update(ShopSettings()) { $0.timeout.value = 3 }
    #expect(engine.values["readme"] == "x")
    await fleet.close()
  }

  @Test(arguments: ["", "a", "a/b", "a%b", "%2F", "com.example.shop", "ü/%", "%\u{301}/\u{301}"])
  func `domains with any characters have keys of their own`(_ domain: String) throws {
    for name in ["name/with%2Fslash", "\u{301}name"] {
      let key = SettingsKey(domain: domain, name: name)
      #expect(RemoteKey(of: key).setting == key)
    }
  }
}

/// A group of one setting.
final class AnyGroup<Value: Sendable>: SettingsGroup, Sendable {
  let record: SettingRecord<Value>

  init(_ record: SettingRecord<Value>) { self.record = record }

  func enumerateSettings(into list: inout SettingsList) { list.append(record) }
}
