import Testing
import TypedSettings
import TypedSettingsTesting

/// The order of the conditions of a write: equal values, the refusal of the store, and the version.
struct LinkPolicyTests {
  /// The ways to store 5 in a setting.
  private static let ways: [@Sendable (SettingRecord<Int>) throws -> Void] = [
    { try $0.set(5) }, { try $0.update { $0 = 5 } }, { try $0.setEncodedValue(5) },
  ]

  /// Returns a record of a group with a version, in a store that refuses its values.
  private func makeRefused(
    in store: RecordingSettingsStore, aliases: [String] = [], migrations: [SettingsMigration] = []
  ) -> SettingRecord<Int> {
    makeSettings(in: PlainTextStore(store)) {
      SettingRecord(
        name: "value", key: testKey, default: 0, traits: .secret, coding: .automatic, aliases: aliases, version: 2
      ) { migrations }
    }
  }

  @Test(arguments: ways.indices) func `a refused value stores no version`(way: Int) {
    let store = RecordingSettingsStore()
    let record = makeRefused(in: store)
    let error = #expect(throws: SettingsError.self) { try Self.ways[way](record) }
    #expect(error?.code == .secretRefused)
    #expect(store.writes == [])
  }

  @Test func `a refusal precedes the error of a migration`() {
    let store = RecordingSettingsStore(InMemorySettingsStore([testKey: 3]))
    let failing = SettingsMigration(to: 2) { _ in throw SomeError() }
    _ = reports {
      let record = makeRefused(in: store, migrations: [failing])
      let written = #expect(throws: SettingsError.self) { try record.set(5) }
      #expect(written?.code == .secretRefused)
      let moved = #expect(throws: SettingsError.self) { try record.migrate() }
      #expect(moved?.code == .secretRefused)
    }
    #expect(store.writes == [])
  }

  @Test func `a refused value can be removed, which stores no version`() {
    let store = RecordingSettingsStore(InMemorySettingsStore([testKey: 3]))
    makeRefused(in: store).reset()
    #expect(store.writes == [.write(testKey, nil)])
  }

  @Test(arguments: ways.indices) func `the current value is neither refused nor written`(way: Int) throws {
    let store = RecordingSettingsStore(InMemorySettingsStore([testKey: 5]))
    let record = makeRefused(in: store)
    #expect(record.value == 5)
    try Self.ways[way](record)
    #expect(store.writes == [])
  }

  @Test func `the current value is not refused before it is read`() throws {
    let store = RecordingSettingsStore(InMemorySettingsStore([testKey: 5]))
    try makeRefused(in: store).set(5)
    #expect(store.writes == [])
  }

  @Test(arguments: [[], ["older"]])
  func `a refused setting whose value has its name needs no migration`(aliases: [String]) throws {
    let store = RecordingSettingsStore(InMemorySettingsStore([testKey: 3]))
    #expect(try !makeRefused(in: store, aliases: aliases).migrate())
    #expect(store.writes == [])
  }

  @Test func `a refused setting moves no value of an older name`() {
    let older = SettingsKey(domain: testKey.domain, name: "older")
    let store = RecordingSettingsStore(InMemorySettingsStore([older: 3]))
    let record = makeRefused(in: store, aliases: ["older"])
    #expect(record.value == 3)
    let error = #expect(throws: SettingsError.self) { try record.migrate() }
    #expect(error?.code == .secretRefused)
    #expect(store.writes == [])
  }

  @Test(arguments: [nil, 5] as [SettingsValue?])
  func `an announced write that is refused announces the current value again`(stored: SettingsValue?) {
    let base = InMemorySettingsStore()
    base.set(stored, forKey: testKey)
    let record = makeRecord(in: PlainTextStore(base), default: 0, traits: .secret, publish: .beforeStore)
    let current = record.value
    let announced = Log<Int>()
    let observation = record.observe { announced.append($0) }
    #expect(throws: SettingsError.self) { try record.set(7) }
    #expect(announced.elements == [7, current])
    withExtendedLifetime(observation) {}
  }
}

/// A store that refuses secrets.
private final class PlainTextStore<Base: SettingsStore>: ForwardingWritableStore {
  let base: Base

  init(_ base: Base) { self.base = base }

  func refusal(forKey key: SettingsKey, traits: SettingsTrait) -> SettingsError? {
    guard traits.contains(.secret) else { return nil }
    return SettingsError(.secretRefused, key: key, found: "a secret in a store of tests", advice: "use another one")
  }
}
