import Foundation
import Synchronization
import Testing
import TypedSettings
import TypedSettingsTesting

/// A store that is replaced while settings use it.
struct SwitchableStoreTests {
  let home = InMemorySettingsStore()
  let work = InMemorySettingsStore()

  func key(_ name: String) -> SettingsKey { SettingsKey(domain: "com.example.switch", name: name) }

  func record<Value: SettingsValueConvertible>(
    _ name: String, _ value: Value, in store: any SettingsStore, traits: SettingsTrait = [], aliases: [String] = []
  ) -> SettingRecord<Value> {
    makeSettings(in: store) {
      SettingRecord(
        name: name, key: key(name), default: value, traits: traits, coding: .automatic, aliases: aliases)
    }
  }

  // MARK: Values

  @Test func `a switch changes each setting whose value differs, and notifies its observers once`() throws {
    home.set([key("a"): 1, key("b"): 2, key("c"): 3])
    work.set([key("a"): 10, key("b"): 2])
    let store = SwitchableSettingsStore(home)
    let records = ["a", "b", "c"].map { record($0, 0, in: store) }
    #expect(records.map(\.value) == [1, 2, 3])
    let events = Log<String>()
    let tokens = records.map { record in
      store.observe(record.key) { events.append("\(record.name)=\($0.newValue.map { "\($0)" } ?? "none")") }
    }
    try store.switch(to: work)
    #expect(records.map(\.value) == [10, 2, 0])
    #expect(events.elements.sorted() == ["a=10", "c=none"])
    for token in tokens { store.removeObserver(token) }
  }

  @Test func `an observer is called after every setting has its new value`() throws {
    let keys = (0..<50).map { key("k\($0)") }
    for key in keys { work.set(1, forKey: key) }
    let store = SwitchableSettingsStore(home)
    let records = (0..<50).map { record("k\($0)", 0, in: store) }
    for record in records { _ = record.value }
    let sums = Log<Int>()
    let tokens = keys.map { store.observe($0) { _ in sums.append(records.reduce(0) { $0 + $1.value }) } }
    try store.switch(to: work)
    #expect(sums.elements == Array(repeating: 50, count: 50))
    for token in tokens { store.removeObserver(token) }
  }

  @Test func `a write after a switch changes the new store alone`() throws {
    let store = SwitchableSettingsStore(home)
    let record = record("a", 0, in: store)
    record.value = 1
    try store.switch(to: work)
    record.value = 2
    try record.update { $0 += 1 }
    #expect(home.value(forKey: record.key) == 1)
    #expect(work.value(forKey: record.key) == 3)
    #expect(store.current === work)
  }

  @Test func `the value that a setting had before a switch is written to the new store`() throws {
    let store = SwitchableSettingsStore(home)
    let record = record("a", 0, in: store)
    record.value = 1
    try store.switch(to: work)
    record.value = 1
    #expect(work.value(forKey: record.key) == 1)
  }

  @Test func `a change of the former store has no effect`() throws {
    let store = SwitchableSettingsStore(home)
    let record = record("a", 0, in: store)
    #expect(record.value == 0)
    let events = Log<SettingsValue?>()
    let token = store.observe(record.key) { events.append($0.newValue) }
    try store.switch(to: work)
    home.set(5, forKey: record.key)
    #expect(record.value == 0)
    work.set(6, forKey: record.key)
    #expect(record.value == 6)
    #expect(events.elements == [6])
    store.removeObserver(token)
  }

  @Test func `no observer of a former store stays`() throws {
    let store = SwitchableSettingsStore(home)
    let record = record("a", 0, in: store)
    _ = record.value
    for _ in 0..<10 {
      try store.switch(to: work)
      try store.switch(to: home)
    }
    #expect(home.observerCount == 1)
    #expect(work.observerCount == 0)
  }

  @Test func `an observer can switch again`() throws {
    home.set(1, forKey: key("a"))
    let store = SwitchableSettingsStore(home)
    let record = record("a", 0, in: store)
    _ = record.value
    let failures = Log<SettingsError>()
    let token = store.observe(record.key) { [home] change in
      if change.newValue == nil {
        do throws(SettingsError) { try store.switch(to: home) } catch { failures.append(error) }
      }
    }
    try store.switch(to: work)
    #expect(record.value == 1)
    #expect(failures.elements.isEmpty)
    store.removeObserver(token)
  }

  @Test func `a stream goes on in the new store`() async throws {
    work.set(2, forKey: key("a"))
    let store = SwitchableSettingsStore(home)
    let record = record("a", 0, in: store)
    var iterator = record.stream.makeAsyncIterator()
    record.value = 1
    #expect(await iterator.next() == 1)
    try store.switch(to: work)
    #expect(await iterator.next() == 2)
    record.value = 3
    #expect(await iterator.next() == 3)
  }

  @Test func `an older name is read in the new store, and moves there`() throws {
    work.set(7, forKey: key("older"))
    let store = SwitchableSettingsStore(home)
    let record = record("a", 0, in: store, aliases: ["older"])
    #expect(record.value == 0)
    try store.switch(to: work)
    #expect(record.value == 7)
    record.value = 8
    #expect(work.value(forKey: key("a")) == 8)
    #expect(work.value(forKey: key("older")) == nil)
    #expect(home.keys(inDomain: "com.example.switch") == [])
  }

  @Test func `the values of the new store are migrated before they are read`() throws {
    work.set([Alarm.version: 1, Alarm.key("Length"): 2])
    let store = SwitchableSettingsStore(home)
    let alarm = Alarm.make(alternateStore: store)
    #expect(alarm.length.value == 60)
    let lengths = Log<SettingsValue?>()
    let token = store.observe(Alarm.key("Length")) { lengths.append($0.newValue) }
    try store.switch(to: work)
    #expect(alarm.length.value == 120)
    #expect(lengths.elements == [120])
    #expect(work.value(forKey: Alarm.version) == 2)
    store.removeObserver(token)
  }

  @Test func `an older name in a layer of the present store moves`() throws {
    home.set(5, forKey: key("older"))
    let store = SwitchableSettingsStore(LayeredSettingsStore([.writable("user", home)]))
    let record = makeSettings(in: store) { AnyGroup([self.record("a", 0, in: store, aliases: ["older"])]) }
    record.migrate()
    #expect(home.value(forKey: key("a")) == 5)
    #expect(home.value(forKey: key("older")) == nil)
  }

  @Test func `values are migrated in the writable layer of the present store`() throws {
    work.set([
      ComposedSettings.version: 1, SettingsKey(domain: ComposedSettings.domain, name: "caption"): "older",
    ])
    let recommended = InMemorySettingsStore([ComposedSettings.title: "recommended"])
    let layers = LayeredSettingsStore([.writable("user", work), .layer("recommended", recommended)])
    let group = ComposedSettings.make(alternateStore: SwitchableSettingsStore(layers))
    #expect(group.title.value == "older")
    try group.title.set("newer")
    #expect(work.value(forKey: ComposedSettings.title) == "newer")
    #expect(work.value(forKey: ComposedSettings.version) == 2)
  }

  @Test func `a value that an observer of a switch sets isn't migrated`() throws {
    let store = SwitchableSettingsStore(home)
    let alarm = Alarm.make(alternateStore: store)
    alarm.length.value = 100
    let records = (0..<20).map { record("k\($0)", 0, in: store) }
    for record in records { record.value = 1 }
    let tokens = records.map { store.observe($0.key) { _ in alarm.length.value = 3 } }
    try store.switch(to: work)
    #expect(alarm.length.value == 3)
    #expect(work.value(forKey: Alarm.key("Length")) == 3)
    for token in tokens { store.removeObserver(token) }
  }

  @Test func `a write during which the store is switched removes nothing from the new one`() throws {
    work.set(7, forKey: key("older"))
    let store = SwitchableSettingsStore(home)
    let record = record("a", 0, in: store, aliases: ["older"])
    _ = record.value
    let token = home.observe(record.key) { [work] _ in ignoringFailure { try store.switch(to: work) } }
    record.value = 1
    home.removeObserver(token)
    #expect(record.value == 7)
    #expect(work.value(forKey: key("older")) == 7)
    #expect(home.value(forKey: record.key) == 1)
  }

  @Test func `a report of a migration that fails can switch to another store`() throws {
    work.set([testKey: 4])
    let fallback = InMemorySettingsStore([testKey: 9])
    let store = SwitchableSettingsStore(home)
    let record = makeSettings(in: store) {
      SettingRecord(name: "a", key: testKey, default: 0, coding: .automatic, version: 1) {
        [
          SettingsMigration(to: 1) { values in
            if values[testKey.name] == 4 { throw SomeError() }
          }
        ]
      }
    }
    let handler = { @Sendable (error: SettingsError) in
      if error.code == .migrationFailed { ignoringFailure { try store.switch(to: fallback) } }
    }
    SettingsDiagnostics.withHandler(handler) { ignoringFailure { try store.switch(to: work) } }
    #expect(store.current === fallback)
    #expect(record.value == 9)
  }

  @Test func `layers around a switchable store stay`() throws {
    let managed = InMemorySettingsStore()
    let profiles = SwitchableSettingsStore(home)
    let store = LayeredSettingsStore([.layer("managed", managed), .writable("user", profiles)])
    let record = record("a", 0, in: store)
    record.value = 1
    managed.set(9, forKey: record.key)
    try profiles.switch(to: work)
    #expect(record.value == 9)
    #expect(throws: SettingsError.self) { try record.set(2) }
    managed.set(nil, forKey: record.key)
    #expect(record.value == 0)
    record.value = 2
    #expect(home.value(forKey: record.key) == 1)
    #expect(work.value(forKey: record.key) == 2)
  }

  @Test func `the reliability of the present store is followed`() async throws {
    let stores = [FollowedStore(), FollowedStore()]
    let store = SwitchableSettingsStore(stores[0])
    let changes = Log<Void>()
    let follower = Task { await store.followReliability { changes.append(()) } }
    try await wait { stores[0].followerCount == 1 }
    try store.switch(to: stores[1])
    try await wait { stores[1].followerCount == 1 && stores[0].followerCount == 0 }
    let count = changes.elements.count
    stores[1].repair()
    try await wait { changes.elements.count > count }
    follower.cancel()
    await follower.value
    #expect(stores[1].followerCount == 0)
  }

  // MARK: Steps

  @Test func `a transaction that spans a switch runs again in the new store`() throws {
    work.set(10, forKey: key("a"))
    let store = SwitchableSettingsStore(home)
    let group = makeSettings(in: store) { AnyGroup([Self.counter]) }
    var attempts = 0
    try SettingsDraft.transaction(of: group, make: { AnyGroup([Self.counter]) }) { draft in
      attempts += 1
      guard let counter = draft.records.first as? SettingRecord<Int> else { return }
      counter.value += 1
      if attempts == 1 { try store.switch(to: work) }
    }
    #expect(attempts == 2)
    #expect(home.value(forKey: key("a")) == nil)
    #expect(work.value(forKey: key("a")) == 11)
  }

  private static var counter: SettingRecord<Int> {
    SettingRecord(
      name: "a", key: SettingsKey(domain: "com.example.switch", name: "a"), default: 0, coding: .automatic)
  }

  @Test func `a draft that spans a switch finds a conflict`() throws {
    work.set(10, forKey: key("a"))
    let store = SwitchableSettingsStore(home)
    let group = makeSettings(in: store) { AnyGroup([Self.counter]) }
    let draft = SettingsDraft(of: group) { AnyGroup([Self.counter]) }
    (draft.settings.records.first as? SettingRecord<Int>)?.value = 5
    try store.switch(to: work)
    #expect(throws: SettingsError.self) { try draft.apply() }
    #expect(work.value(forKey: key("a")) == 10)
  }

  @Test func `the store meets the requirements`() throws {
    try verifySettingsStore { SwitchableSettingsStore(InMemorySettingsStore()) }
  }
}

/// A store in memory that reports when it was repaired.
private final class FollowedStore: ForwardingWritableStore {
  let base = InMemorySettingsStore()
  private let followers = LockedState<[UInt64: AsyncStream<Void>.Continuation]>([:])
  private let lastNumber = Atomic<UInt64>(0)

  var followerCount: Int { followers.withLock { $0.count } }

  func repair() { for follower in followers.withLock({ Array($0.values) }) { follower.yield() } }

  func followReliability(_ onChange: @escaping @Sendable () -> Void) async {
    let (signals, follower) = AsyncStream.makeStream(of: Void.self)
    let number = lastNumber.add(1, ordering: .relaxed).newValue
    followers.withLock { $0[number] = follower }
    for await _ in signals { onChange() }
    followers.withLock { _ = $0.removeValue(forKey: number) }
  }
}
