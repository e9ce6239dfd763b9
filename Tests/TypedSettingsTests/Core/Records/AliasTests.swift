import Dispatch
import Testing
import TypedSettings
import TypedSettingsTesting

private func key(_ name: String) -> SettingsKey { SettingsKey(domain: testKey.domain, name: name) }

private let (older, oldest) = (key("older"), key("oldest"))

/// Returns a record of the test key, whose earlier names are `older` and, before that, `oldest`.
private func makeAliased(
  in store: any SettingsStore, aliases: [String] = ["older", "oldest"]
) -> SettingRecord<Int> {
  PreferenceContext.$store.withValue(store) {
    SettingRecord(name: "value", key: testKey, default: 0, coding: .automatic, aliases: aliases)
  }
}

@Suite(.withAndWithoutProbes) struct AliasTests {
  @Test(arguments: StoreKind.allCases)
  func `the key is read first, then the aliases in order`(kind: StoreKind) throws {
    let store = kind.make()
    #expect(makeAliased(in: store).value == 0)
    #expect(!makeAliased(in: store).isSet)
    try store.set(3, forKey: oldest)
    #expect(makeAliased(in: store).value == 3)
    #expect(makeAliased(in: store).isSet)
    try store.set(2, forKey: older)
    #expect(makeAliased(in: store).value == 2)
    try store.set(1, forKey: testKey)
    #expect(makeAliased(in: store).value == 1)
  }

  @Test func `moving a value does not repeat the report about it`() throws {
    let store = InMemorySettingsStore([older: "garbage"])
    let record = makeAliased(in: store)
    let reported = try reports {
      #expect(record.value == 0)
      try record.migrate()
      #expect(record.value == 0)
    }
    #expect(store.value(forKey: testKey) == "garbage")
    #expect(reported.map(\.code) == [.undecodable])
  }

  @Test func `reading writes nothing`() {
    let store = RecordingSettingsStore(InMemorySettingsStore([oldest: 3]))
    let record = makeAliased(in: store)
    #expect(record.value == 3)
    #expect(record.storedValue == 3)
    #expect(store.writes == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a write goes to the key and removes the values of older names`(kind: StoreKind) throws {
    let store = kind.make()
    try store.set([older: 2, oldest: 3])
    let record = makeAliased(in: store)
    try record.set(5)
    #expect(record.value == 5)
    #expect(store.value(forKey: testKey) == 5)
    #expect(store.value(forKey: older) == nil)
    #expect(store.value(forKey: oldest) == nil)
  }

  @Test func `a write puts the value under the key before it removes the older one`() throws {
    let store = RecordingSettingsStore(InMemorySettingsStore([older: 2]))
    try makeAliased(in: store).set(5)
    #expect(store.writes == [.write(testKey, 5), .write(older, nil)])
  }

  @Test(arguments: StoreKind.allCases) func `a reset removes all names, and is one change`(kind: StoreKind) throws {
    let store = kind.make()
    try store.set([testKey: 1, older: 2, oldest: 3])
    let record = makeAliased(in: store)
    let seen = Log<SettingsValue?>()
    #expect(record.value == 1)
    let link = makeLink(in: store, aliases: ["older", "oldest"])
    _ = link.load()
    _ = link.live.observe { seen.append($0.newValue) }
    record.reset()
    #expect(record.value == 0)
    #expect(!record.isSet)
    for name in [testKey, older, oldest] { #expect(store.value(forKey: name) == nil) }
    #expect(seen.elements == [nil])
  }

  @Test(arguments: StoreKind.allCases)
  func `a reset of a value under older names only is one change too`(kind: StoreKind) throws {
    let store = kind.make()
    try store.set([older: 2, oldest: 3])
    let link = makeLink(in: store, aliases: ["older", "oldest"])
    let seen = changes(of: link)
    var revision: UInt64 = 0
    try link.change(to: nil, origin: .reset) { revision = $0 }
    #expect(revision != 0)
    #expect(seen.elements == [nil])
    #expect(store.value(forKey: oldest) == nil)
  }

  @Test(arguments: StoreKind.allCases)
  func `observers are notified of an alias's change only while the key is absent`(kind: StoreKind) async throws {
    let store = kind.make()
    let record = makeAliased(in: store)
    let notified = Log<Int>()
    onNextChange(of: record.value) { notified.append(record.value) }
    var iterator = record.stream.makeAsyncIterator()
    try store.set(3, forKey: oldest)
    #expect(notified.elements == [3])
    #expect(await iterator.next() == 3)
    try store.set(1, forKey: testKey)
    #expect(await iterator.next() == 1)
    onNextChange(of: record.value) { notified.append(record.value) }
    try store.set(4, forKey: oldest)
    #expect(notified.elements == [3])
    #expect(record.value == 1)
    try store.set(nil, forKey: testKey)
    #expect(notified.elements == [3, 4])
    #expect(await iterator.next() == 4)
  }

  @Test(arguments: StoreKind.allCases) func `a write that moves a setting is one change`(kind: StoreKind) throws {
    let store = kind.make()
    try store.set([older: 2, oldest: 3])
    let link = makeLink(in: store, aliases: ["older", "oldest"])
    let seen = changes(of: link)
    try makeAliased(in: store).set(5)
    #expect(seen.elements == [5])
  }

  @Test(arguments: StoreKind.allCases) func `an update starts from the alias's value and moves it`(kind: StoreKind)
    throws
  {
    let store = kind.make()
    try store.set(3, forKey: oldest)
    let record = makeAliased(in: store)
    try record.update { $0 += 1 }
    #expect(record.value == 4)
    #expect(store.value(forKey: testKey) == 4)
    #expect(store.value(forKey: oldest) == nil)
    record.value += 1
    #expect(store.value(forKey: testKey) == 5)
  }

  @Test(arguments: [true, false]) func `no update is lost while a value moves`(isForeign: Bool) {
    let base = InMemorySettingsStore([oldest: 3])
    let store: any SettingsStore = isForeign ? FaultInjectingSettingsStore(base) : base
    let records = (0..<8).map { _ in makeAliased(in: store) }
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for _ in 0..<500 {
        do { try records[thread].update { $0 += 1 } } catch { Issue.record(error) }
      }
    }
    #expect(base.value(forKey: testKey) == 4_003)
    #expect(records.allSatisfy { $0.value == 4_003 })
  }

  @Test(
    arguments: [
      (nil, nil, nil, true), (nil, 3, nil, false), (nil, 3, 3, true), (nil, 3, 4, false), (1, 3, 1, true),
      (1, 3, 3, false), (1, 3, nil, false),
    ] as [(SettingsValue?, SettingsValue?, SettingsValue?, Bool)])
  func `an exchange compares with the effective value`(
    present: SettingsValue?, old: SettingsValue?, expected: SettingsValue?, isExpected: Bool
  ) throws {
    for value in [7, nil] as [SettingsValue?] {
      let store = DictionaryStore()
      store.set(present, forKey: testKey)
      store.set(old, forKey: oldest)
      let link = makeLink(in: store, aliases: ["older", "oldest"])
      #expect(try link.compareExchange(expected: expected, desired: value) == isExpected)
      #expect(link.load().value == (isExpected ? value : present ?? old))
      #expect(store.value(forKey: oldest) == (isExpected && expected != value ? nil : old))
    }
  }

  @Test func `a record with aliases has the real store and the real key`() {
    let store = InMemorySettingsStore()
    let record = makeAliased(in: store)
    #expect(record.store === store)
    #expect(record.key == testKey)
  }

  @Test func `an alias equal to the key is ignored`() throws {
    let store = InMemorySettingsStore()
    let record = makeAliased(in: store, aliases: ["Value"])
    try record.set(5)
    #expect(record.value == 5)
    record.reset()
    #expect(!record.isSet)
  }

  @Test func `a write that fails leaves the value under its older name`() {
    let store = FaultInjectingSettingsStore(InMemorySettingsStore([older: 2]))
    let record = makeAliased(in: store)
    store.failWrites(with: SomeError())
    #expect(throws: SettingsError.self) { try record.set(5) }
    #expect(reports { record.reset() }.map(\.code) == [.storeFailed])
    #expect(record.value == 2)
    #expect(store.value(forKey: older) == 2)
  }

  @Test func `an older name that cannot be removed is reported, and the write succeeds`() throws {
    let base = InMemorySettingsStore([older: 2])
    let record = makeAliased(in: RefusingStore(base, refusing: "older"))
    let reported = try reports { try record.set(5) }
    #expect(reported.map(\.code) == [.storeFailed])
    #expect(reported.first?.key == older)
    #expect(record.value == 5)
    #expect(base.value(forKey: older) == 2)
  }

  @Test func `an undecodable value under an older name reads as the default and survives`() {
    let store = InMemorySettingsStore([older: "two"])
    let record = makeAliased(in: store)
    #expect(reports { _ = record.value }.map(\.code) == [.undecodable])
    #expect(record.value == 0)
    #expect(store.value(forKey: older) == "two")
  }

  @Test func `records with aliases stop observing when they are released`() {
    let store = DictionaryStore()
    do {
      let record = makeAliased(in: store)
      _ = record.stream
      #expect(record.value == 0)
      #expect(store.observerCount == 3)
    }
    #expect(store.observerCount == 0)
  }
}

// MARK: Adopting

extension AliasTests {
  private func changes(of link: SettingLink) -> Log<SettingsValue?> {
    let seen = Log<SettingsValue?>()
    _ = link.load()
    _ = link.live.observe { seen.append($0.newValue) }
    return seen
  }

  @Test(arguments: StoreKind.allCases)
  func `adopting moves a value unchanged and notifies no observer`(kind: StoreKind) throws {
    let store = kind.make()
    try store.set([older: ["any": 2], oldest: 3])
    let link = makeLink(in: store, aliases: ["older", "oldest"])
    let seen = changes(of: link)
    #expect(try link.adoptAliases())
    #expect(store.value(forKey: testKey) == ["any": 2])
    #expect(store.value(forKey: older) == nil)
    #expect(store.value(forKey: oldest) == nil)
    #expect(try !link.adoptAliases())
    #expect(seen.elements == [])
  }

  @Test func `adopting keeps the value of the key and removes the older ones`() throws {
    let store = InMemorySettingsStore([testKey: 1, oldest: 3])
    let link = makeLink(in: store, aliases: ["older", "oldest"])
    #expect(try !link.adoptAliases())
    #expect(store.value(forKey: testKey) == 1)
    #expect(store.value(forKey: oldest) == nil)
  }

  @Test func `a link without aliases adopts nothing`() throws {
    let store = InMemorySettingsStore([older: 2])
    let link = makeLink(in: store)
    #expect(try !link.adoptAliases())
    #expect(link.version == nil)
    #expect(store.value(forKey: older) == 2)
  }
}
