import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// Settings whose value is locked under an older name by the store itself, as an administrator does in `UserDefaults`.
@Suite struct LockedAliasTests {
  private static let older = SettingsKey(domain: testKey.domain, name: "older")

  /// The ways to write 50.
  private static let ways: [@Sendable (SettingRecord<Int>) throws -> Void] = [
    { try $0.set(50) }, { try $0.update { $0 = 50 } }, { try $0.setEncodedValue(50) },
  ]

  private let store = ForcingStore()

  private static func makeRecord(version: Int? = nil) -> SettingRecord<Int> {
    SettingRecord(name: "value", key: testKey, default: 25, coding: .automatic, aliases: ["older"], version: version)
  }

  private static func makeGroup() -> AnyGroup { AnyGroup([makeRecord()]) }

  private func expectForced(_ record: SettingRecord<Int>) {
    #expect(record.value == 40)
    #expect(record.encodedValue == 40)
    #expect(record.isLocked)
    #expect(record.source == .layer("managed"))
    #expect(record.inspect().value == 40)
    #expect(store.value(forKey: Self.older) == 40)
  }

  // MARK: Writing

  @Test(arguments: ways.indices, [nil, 30] as [SettingsValue?])
  func `a locked older name decides, and a write is refused`(way: Int, own: SettingsValue?) {
    store.base.set(own, forKey: testKey)
    store.force(Self.older, at: 40)
    let record = makeSettings(in: store) { Self.makeRecord() }
    expectForced(record)
    let error = #expect(throws: SettingsError.self) { try Self.ways[way](record) }
    #expect(error?.code == .locked)
    #expect(error?.key == testKey)
    #expect(error?.found.contains("managed") == true)
    expectForced(record)
    #expect(store.value(forKey: testKey) == own)
  }

  @Test(arguments: [nil, 30] as [SettingsValue?])
  func `an assignment and a reset are reported as locked`(own: SettingsValue?) {
    store.base.set(own, forKey: testKey)
    store.force(Self.older, at: 40)
    let record = makeSettings(in: store) { Self.makeRecord() }
    #expect(reports { record.value = 50 }.map(\.code) == [.locked])
    #expect(reports { record.reset() }.map(\.code) == [.locked])
    expectForced(record)
    #expect(store.value(forKey: testKey) == own)
  }

  @Test func `a locked key keeps the values of its older names`() throws {
    store.base.set(30, forKey: Self.older)
    store.force(testKey, at: 40)
    let record = makeSettings(in: store) { Self.makeRecord() }
    #expect(record.value == 40)
    #expect(reports { record.reset() }.map(\.code) == [.locked])
    #expect(try !record.migrate())
    #expect(store.value(forKey: Self.older) == 30)
  }

  @Test func `a refused write stores no version`() {
    store.force(Self.older, at: 40)
    let record = makeSettings(in: store) { Self.makeRecord(version: 2) }
    let error = #expect(throws: SettingsError.self) { try record.set(50) }
    #expect(error?.code == .locked)
    #expect(store.value(forKey: versionKey) == nil)
  }

  @Test func `a locked value isn't moved to the key`() throws {
    store.force(Self.older, at: 40)
    let record = makeSettings(in: store) { Self.makeRecord(version: 2) }
    #expect(try !record.migrate())
    #expect(store.value(forKey: testKey) == nil)
    #expect(store.value(forKey: versionKey) == nil)
    expectForced(record)
  }

  // MARK: Migrating

  /// Returns the store, or a wrapper that writes batches under conditions.
  private func reachedStore(_ isWrapped: Bool) -> any SettingsStore {
    isWrapped ? RecordingSettingsStore(store) : store
  }

  @Test(arguments: [false, true]) func `a migration changes all values but a locked one`(isWrapped: Bool) {
    let other = SettingsKey(domain: testKey.domain, name: "Other")
    store.base.set(1200, forKey: other)
    store.force(Self.older, at: 40)
    let step = SettingsMigration(to: 2) { values in
      for case (let name, .integer(let seconds)) in values { values[name] = .integer(seconds / 60) }
    }
    let reported = reports {
      let record = makeVersioned(
        in: reachedStore(isWrapped), version: 2, aliases: [Self.older.name], migrations: [step])
      expectForced(record)
    }
    #expect(reported.isEmpty)
    #expect(store.value(forKey: other) == 20)
    #expect(store.value(forKey: versionKey) == 2)
  }

  @Test(arguments: [false, true]) func `a migration that renames a value overrules no lock`(isWrapped: Bool) {
    store.base.set(30, forKey: Self.older)
    store.force(testKey, at: 40)
    let step = SettingsMigration.renaming(Self.older.name, to: testKey.name, at: 2)
    let reported = reports {
      let record = makeVersioned(in: reachedStore(isWrapped), version: 2, migrations: [step])
      #expect(record.value == 40)
      #expect(record.isLocked)
    }
    #expect(reported.isEmpty)
    #expect(store.value(forKey: testKey) == 40)
    #expect(store.value(forKey: versionKey) == 2)
    // The user's own value, which is in effect again when the policy ends and the setting has the alias.
    #expect(store.base.value(forKey: Self.older) == 30)
  }

  @Test func `locked values alone aren't migrated`() {
    store.force(testKey, at: 40)
    let record = makeVersioned(in: store, version: 2, migrations: [SettingsMigration(to: 2) { $0["new"] = 1 }])
    #expect(record.value == 40)
    #expect(store.keys(inDomain: testKey.domain) == [testKey])
  }

  // MARK: Observing

  @Test func `a change of the key isn't announced while an older name is locked`() {
    store.force(Self.older, at: 40)
    let record = makeSettings(in: store) { Self.makeRecord() }
    let log = Log<Int>()
    let observation = record.observe { log.append($0) }
    #expect(record.value == 40)
    store.base.set(30, forKey: testKey)
    #expect(log.elements == [])
    expectForced(record)
    store.release(Self.older)
    #expect(log.elements == [30])
    #expect(record.value == 30)
    withExtendedLifetime(observation) {}
  }

  // MARK: Other ways to write

  @Test func `a transaction is refused`() {
    store.force(Self.older, at: 40)
    let group = makeSettings(in: store) { Self.makeGroup() }
    let error = #expect(throws: SettingsError.self) {
      try SettingsDraft.transaction(of: group, make: Self.makeGroup) { group in
        for case let record as SettingRecord<Int> in group.records { record.value = 50 }
      }
    }
    #expect(error?.code == .locked)
    #expect(store.value(forKey: testKey) == nil)
  }

  @Test func `a draft is refused if an older name is locked meanwhile`() {
    let group = makeSettings(in: store) { Self.makeGroup() }
    let draft = SettingsDraft(of: group, make: Self.makeGroup)
    for case let record as SettingRecord<Int> in draft.settings.records { record.value = 50 }
    store.force(Self.older, at: 40)
    let error = #expect(throws: SettingsError.self) { try draft.apply(.overwrite) }
    #expect(error?.code == .locked)
    #expect(store.value(forKey: testKey) == nil)
    #expect(store.value(forKey: Self.older) == 40)
  }

  @Test func `an import is refused`() {
    let older = exchangeKey("older")
    store.force(older, at: 40)
    let group = makeSettings(in: store) { AnyGroup([AnyGroup.record("a", 25, aliases: ["older"])]) }
    let error = #expect(throws: SettingsError.self) { try group.import(exchangeDocument(#""a": 50"#)) }
    #expect(error?.code == .importRefused)
    #expect(error?.reasons.map(\.code) == [.locked])
    #expect(store.value(forKey: exchangeKey("a")) == nil)
    #expect(store.value(forKey: older) == 40)
  }

  @Test func `a batch of a layered store over it is refused`() {
    store.force(Self.older, at: 40)
    let layered = LayeredSettingsStore([.layer("above", InMemorySettingsStore()), .writable("user", store)])
    let record = makeSettings(in: layered) { Self.makeRecord() }
    expectForced(record)
    #expect(!layered.isWritable(testKey))
    let other = SettingsKey(domain: testKey.domain, name: "Other")
    let error = #expect(throws: SettingsError.self) { try layered.set([testKey: 50, other: 1]) }
    #expect(error?.code == .locked)
    #expect(error?.key == testKey)
    #expect(store.value(forKey: testKey) == nil)
    #expect(store.value(forKey: other) == nil)
  }
}

/// A store some of whose values are locked, as by an administrator in `UserDefaults`.
private final class ForcingStore: ForwardingStore {
  let base = InMemorySettingsStore()
  private let forced = LockedState<Set<SettingsKey>>([])

  /// Sets and locks a value.
  func force(_ key: SettingsKey, at value: SettingsValue) {
    forced.withLock { _ = $0.insert(key) }
    base.set(value, forKey: key)
  }

  /// Removes a locked value.
  func release(_ key: SettingsKey) {
    forced.withLock { _ = $0.remove(key) }
    base.set(nil, forKey: key)
  }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws {
    guard isWritable(key) else { throw SettingsError(.locked, key: key, found: "a forced value", advice: "remove it") }
    base.set(value, forKey: key)
  }

  func keys(inDomain domain: String) -> [SettingsKey]? { base.keys(inDomain: domain) }

  func layers(forKey key: SettingsKey) -> [SettingsLayer.Value] {
    let value = value(forKey: key)
    if forced.withLock({ !$0.contains(key) }) {
      return [SettingsLayer.Value(layer: "store", value: value, isWritable: true)]
    }
    return [
      SettingsLayer.Value(layer: "managed", value: value, isWritable: false),
      SettingsLayer.Value(layer: "store", value: nil, isWritable: true),
    ]
  }
}
