import Testing
import TypedSettings
import TypedSettingsTesting

private enum Level: String, Codable { case low, high }

private enum Mode: Codable {
  case plain
  case custom(level: Level)
}

private struct Mixer: Codable, Sendable {
  var mode = Mode.custom(level: .low)
  var name = "n"
}

/// The version of a domain, and when it is written.
struct VersionTests {
  @Test func `creating and reading a group in an empty domain writes nothing`() {
    let store = RecordingSettingsStore()
    let record = makeVersioned(in: store, version: 2, migrations: [.renaming("a", to: "Value", at: 2)])
    #expect(record.value == 0)
    record.reset()
    #expect(store.writes == [])
  }

  @Test func `the first write is preceded by the version, later ones are not`() throws {
    let store = RecordingSettingsStore()
    let record = makeVersioned(in: store, version: 2, migrations: [.renaming("a", to: "Value", at: 2)])
    try record.set(5)
    try record.set(6)
    #expect(store.writes == [.write(versionKey, 2), .write(testKey, 5), .write(testKey, 6)])
  }

  @Test(arguments: StoreKind.allCases) func `every kind of write stores the version of the domain`(kind: StoreKind)
    throws
  {
    let ways: [(SettingRecord<Int>) throws -> Void] = [
      { $0.value = 5 }, { $0.value += 5 }, { try $0.update { $0 = 5 } }, { try $0.setEncodedValue(5) },
    ]
    for way in ways {
      let store = kind.make()
      let record = makeVersioned(in: store, version: 2)
      try way(record)
      #expect(record.value == 5)
      #expect(store.value(forKey: versionKey) == 2)
    }
  }

  @Test(arguments: StoreKind.allCases) func `a write that changes nothing stores no version`(kind: StoreKind) throws {
    let store = kind.make()
    try store.set(5, forKey: testKey)
    let record = makeVersioned(in: store, version: 2)
    try record.set(5)
    try record.update { _ in }
    #expect(store.value(forKey: versionKey) == nil)
  }

  @Test func `a version that cannot be written stops the write`() throws {
    let base = InMemorySettingsStore()
    let record = makeVersioned(in: RefusingStore(base, refusing: "$version"), version: 2)
    let reported = reports { record.value = 5 }
    #expect(reported.map(\.code) == [.storeFailed])
    #expect(base.value(forKey: testKey) == nil)
    #expect(record.value == 0)
  }

  private func newerMixer(in store: InMemorySettingsStore) -> SettingRecord<Mixer> {
    PreferenceContext.$store.withValue(store) {
      SettingRecord(name: "value", key: testKey, default: Mixer(), coding: .automatic, version: 1) { [] }
    }
  }

  @Test func `a change around a part that a newer version wrote is refused`() throws {
    let stored: SettingsValue = ["mode": ["custom": ["level": "future"]], "name": "n"]
    let store = InMemorySettingsStore([testKey: stored, versionKey: 9])
    let reported = try reports {
      let record = newerMixer(in: store)
      var mixer = record.value
      mixer.mode = .plain
      let error = #expect(throws: SettingsError.self) { try record.set(mixer) }
      #expect(error?.code == .newerVersion)
      #expect(store.value(forKey: testKey) == stored)
      mixer = record.value
      mixer.name = "m"
      try record.set(mixer)
    }
    #expect(reported.contains { $0.code == .undecodable && $0.codingPath == ["mode", "custom", "level"] })
    #expect(store.value(forKey: testKey) == ["mode": ["custom": ["level": "future"]], "name": "m"])
  }

  @Test func `a reset keeps properties that a newer version wrote`() {
    let stored: SettingsValue = ["mode": ["plain": [:]], "name": "n", "future": 1]
    let store = InMemorySettingsStore([testKey: stored, versionKey: 9])
    let reported = reports { newerMixer(in: store).reset() }
    #expect(reported.map(\.code) == [.newerVersion, .newerVersion])
    #expect(store.value(forKey: testKey) == stored)
  }

  @Test(arguments: [3, .unsigned(.max), "two", .null, 2.5] as [SettingsValue])
  func `a newer or unreadable version is reported once and never changed`(stored: SettingsValue) throws {
    let store = RecordingSettingsStore(InMemorySettingsStore([versionKey: stored, testKey: 7]))
    let reported = try reports {
      for _ in 0..<2 {
        let record = makeVersioned(in: store, version: 2, migrations: [.renaming("Value", to: "b", at: 2)])
        #expect(record.value == 7)
      }
      try makeVersioned(in: store, version: 2).set(8)
      _ = makeVersioned(in: store, version: 1)
    }
    #expect(reported.map(\.code) == [.newerVersion])
    #expect(reported.first?.key == versionKey)
    #expect(reported.first?.advice.hasPrefix(stored == 3 ? "update the program" : "correct it, or update") == true)
    #expect(store.writes == [.write(testKey, 8)])
  }

  @Test(arguments: [(nil, false), (1, false), (2, false), (3, true)] as [(SettingsValue?, Bool)])
  func `a link indicates whether the values are of a newer version`(stored: SettingsValue?, isNewer: Bool) {
    let store = InMemorySettingsStore()
    store.set(stored, forKey: versionKey)
    let link = SettingsDiagnostics.withHandler { _ in
    } operation: {
      makeLink(in: store, version: 2)
    }
    #expect(link.version?.isOlderThanValues == isNewer)
  }

  @Test func `values that are replaced by those of another version are migrated, or reported once as newer`() throws {
    let store = InMemorySettingsStore([testKey: 1, versionKey: 2])
    let record = makeVersioned(in: store, version: 2, migrations: [.renaming("old", to: "Value", at: 2)])
    #expect(record.value == 1)
    let old = SettingsKey(domain: testKey.domain, name: "old")
    for number in [5, 6] {
      let reported = try reports {
        store.set([testKey: 4, versionKey: 3])
        store.set([testKey: 5, versionKey: 4])
        try record.set(6)
      }
      #expect(reported.map(\.code) == [.newerVersion])
      #expect((record.value, store.value(forKey: versionKey)) == (6, 4))
      store.set([testKey: nil, old: SettingsValue.integer(Int64(number)), versionKey: 1])
      #expect((record.value, store.value(forKey: versionKey)) == (number, 2))
      #expect(store.value(forKey: old) == nil)
    }
  }

  @Test func `a version raised by another group makes this group's version the older one`() throws {
    let store = InMemorySettingsStore([testKey: 1])
    let old = makeVersioned(in: store, version: 1)
    try old.set(2)
    let link = makeLink(in: store, version: 1)
    #expect(link.version?.isOlderThanValues == false)
    var new = old
    let reported = reports {
      for _ in 0..<2 { new = makeVersioned(in: store, version: 2, migrations: [.renaming("none", to: "b", at: 2)]) }
      _ = makeVersioned(in: store, version: 1)
    }
    #expect(reported.map(\.code) == [.newerVersion])
    #expect(link.version?.isOlderThanValues == true)
    try old.set(3)
    try new.set(4)
    #expect(store.value(forKey: versionKey) == 2)
  }

  @Test func `a group whose version was overtaken before its first write migrates then`() throws {
    let store = InMemorySettingsStore()
    let new = makeVersioned(in: store, version: 2, migrations: [.renaming("old", to: "new", at: 2)])
    let old = makeVersioned(in: store, version: 1)
    store.set(9, forKey: SettingsKey(domain: testKey.domain, name: "old"))
    try old.set(1)
    try new.set(2)
    #expect(store.value(forKey: versionKey) == 2)
    #expect(store.value(forKey: SettingsKey(domain: testKey.domain, name: "new")) == 9)
  }

  @Test func `a store that cannot list its keys takes a version if nothing has to be migrated`() throws {
    let store = DictionaryStore()
    store.set(5, forKey: testKey)
    #expect(reports { makeVersioned(in: store, version: 2).value = 6 }.isEmpty)
    #expect(store.value(forKey: versionKey) == 2)
    let record = makeVersioned(in: store, version: 2, migrations: [.renaming("a", to: "b", at: 2)])
    try record.set(7)
    #expect(store.value(forKey: testKey) == 7)
  }

  @Test func `a store that cannot list its keys cannot be migrated`() {
    let store = DictionaryStore()
    store.set(5, forKey: testKey)
    let reported = reports {
      let record = makeVersioned(in: store, version: 2, migrations: [.renaming("a", to: "b", at: 2)])
      #expect(record.value == 5)
      record.value = 6
    }
    #expect(reported.map(\.code) == [.migrationFailed, .migrationFailed])
    #expect(reported.first?.found.contains("can't list its keys") == true)
    #expect(store.value(forKey: testKey) == 5)
    #expect(store.value(forKey: versionKey) == nil)
  }

  @Test func `adopting an older name stores the version, and is refused after a failed migration`() throws {
    let older = SettingsKey(domain: testKey.domain, name: "older")
    let store = InMemorySettingsStore([older: 5])
    let good = makeLink(in: store, aliases: ["older"], version: 2)
    #expect(try good.adoptAliases())
    #expect(store.value(forKey: versionKey) == 2)
    #expect(try !good.adoptAliases())

    let other = InMemorySettingsStore([older: 5])
    _ = reports {
      let failing = SettingsMigration(to: 1) { _ in throw SomeError() }
      let failed = makeLink(in: other, aliases: ["older"], version: 2, migrations: [failing])
      #expect(throws: SettingsError.self) { try failed.adoptAliases() }
    }
    #expect(other.value(forKey: older) == 5)
  }

  @Test(arguments: [nil, 5] as [SettingsValue?])
  func `adopting an older name in the writable layer stores the version`(own: SettingsValue?) throws {
    let older = SettingsKey(domain: testKey.domain, name: "older")
    let user = InMemorySettingsStore()
    user.set(own, forKey: older)
    let layers = LayeredSettingsStore([
      .writable("user", user), .layer("recommended", InMemorySettingsStore([older: 6])),
    ])
    let link = makeLink(in: layers, aliases: ["older"], version: 2)
    #expect(try link.adoptAliases() == (own != nil))
    #expect(user.value(forKey: testKey) == own)
    #expect(user.value(forKey: versionKey) == (own == nil ? nil : 2))
  }

  @Test(.timeLimit(.minutes(30))) func `a store is released with its groups`() async throws {
    weak var store: InMemorySettingsStore?
    do {
      let strong = InMemorySettingsStore([testKey: 1])
      store = strong
      makeVersioned(in: strong, version: 2).value = 5
    }
    // Other tests that resolve their domains at this moment keep the store alive for that long.
    try await wait { store == nil }
  }
}
