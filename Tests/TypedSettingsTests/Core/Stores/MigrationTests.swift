import Dispatch
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

private func key(_ name: String) -> SettingsKey { SettingsKey(domain: testKey.domain, name: name) }

/// The effects, the time, and the number of migrations.
struct MigrationTests {
  /// Returns the steps to each version up to the last one; each step records that it runs.
  private func steps(to last: Int, log: Log<Int>) -> [SettingsMigration] {
    (1...last).reversed().map { version in
      SettingsMigration(to: version) { values in
        log.append(version)
        values["last"] = version.settingsValue
      }
    }
  }

  @Test(
    arguments: [
      (nil, 1, [1]), (nil, 3, [1, 2, 3]), (0, 2, [1, 2]), (1, 3, [2, 3]), (2, 3, [3]), (3, 3, []), (-1, 2, [1, 2]),
    ] as [(SettingsValue?, Int, [Int])])
  func `the steps between the stored version and the group's run in order`(
    stored: SettingsValue?, version: Int, expected: [Int]
  ) {
    let store = InMemorySettingsStore([testKey: 5])
    store.set(stored, forKey: versionKey)
    let log = Log<Int>()
    #expect(makeVersioned(in: store, version: version, migrations: steps(to: 4, log: log)).value == 5)
    #expect(log.elements == expected)
    #expect(store.value(forKey: versionKey) == version.settingsValue)
    #expect(store.value(forKey: key("last")) == expected.last?.settingsValue)
  }

  @Test func `steps receive the values by name, without the version`() {
    let store = InMemorySettingsStore([testKey: 5, key("other"): "x", versionKey: 1])
    let seen = Log<[String: SettingsValue]>()
    let step = SettingsMigration(to: 2) { seen.append($0) }
    _ = makeVersioned(in: store, version: 2, migrations: [step])
    #expect(seen.elements == [["Value": 5, "other": "x"]])
  }

  @Test func `only changed values are written, in one batch with the version`() {
    let base = InMemorySettingsStore([testKey: 5, key("gone"): 1, key("kept"): 2])
    let store = BatchStore(base)
    let step = SettingsMigration(to: 1) { values in
      values["gone"] = nil
      values["new"] = 3
      values["Value"] = 6
      values["kept"] = 2
      values["$version"] = 9
    }
    #expect(makeVersioned(in: store, version: 1, migrations: [step]).value == 6)
    #expect(store.batches == [[testKey: 6, key("gone"): nil, key("new"): 3, versionKey: 1]])
  }

  @Test func `migrations run once for each store and domain`() {
    let store = InMemorySettingsStore([testKey: 5])
    let log = Log<Int>()
    for _ in 0..<3 { _ = makeVersioned(in: store, version: 1, migrations: steps(to: 1, log: log)) }
    #expect(log.elements == [1])
    _ = makeVersioned(in: InMemorySettingsStore([testKey: 5]), version: 1, migrations: steps(to: 1, log: log))
    #expect(log.elements == [1, 1])
  }

  @Test func `the list of migrations is read once for each store and domain`() {
    let store = InMemorySettingsStore([testKey: 5])
    let log = Log<Int>()
    PreferenceContext.$store.withValue(store) {
      for _ in 0..<3 {
        _ = SettingRecord(name: "x", key: testKey, default: 0, coding: .automatic, version: 1) {
          log.append(1)
          return []
        }
      }
    }
    #expect(log.elements == [1])
  }

  @Test func `groups created concurrently are migrated once, and none reads older values`() {
    for _ in 0..<100 {
      let store = InMemorySettingsStore([key("old"): 5])
      let (runs, read) = (Log<Int>(), Log<Int>())
      let step = SettingsMigration(to: 1) { values in
        runs.append(1)
        values["Value"] = values.removeValue(forKey: "old")
      }
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        read.append(makeVersioned(in: store, version: 1, migrations: [step]).value)
      }
      #expect(runs.elements == [1])
      #expect(read.elements == Array(repeating: 5, count: 8))
    }
  }

  @Test func `a step that throws changes nothing, stops writes, and runs again at the next start`() throws {
    let base = InMemorySettingsStore([testKey: 5])
    let failing = [
      SettingsMigration(to: 1) { $0["Value"] = 6 }, SettingsMigration(to: 2) { _ in throw SomeError() },
    ]
    let store = FaultInjectingSettingsStore(base)
    let reported = reports {
      let record = makeVersioned(in: store, version: 2, migrations: failing)
      #expect(makeVersioned(in: store, version: 2, migrations: failing).value == 5)
      #expect(record.value == 5)
      let error = #expect(throws: SettingsError.self) { try record.set(7) }
      #expect(error?.code == .migrationFailed)
      #expect(error?.key == versionKey)
      #expect(throws: SettingsError.self) { try record.update { $0 = 7 } }
    }
    #expect(reported.map(\.code) == [.migrationFailed])
    #expect(reported.first?.key == versionKey)
    #expect(reported.first?.underlying is SomeError)
    #expect(base.value(forKey: testKey) == 5)
    #expect(base.value(forKey: versionKey) == nil)

    let nextStart = FaultInjectingSettingsStore(base)
    let repaired = [SettingsMigration(to: 2) { $0["Value"] = 8 }]
    #expect(makeVersioned(in: nextStart, version: 2, migrations: repaired).value == 8)
    #expect(base.value(forKey: versionKey) == 2)
  }

  @Test func `a reset after a failed migration is reported and removes nothing`() {
    let store = InMemorySettingsStore([testKey: 5])
    let reported = reports {
      let failing = SettingsMigration(to: 1) { _ in throw SomeError() }
      makeVersioned(in: store, version: 1, migrations: [failing]).reset()
    }
    #expect(reported.map(\.code) == [.migrationFailed, .migrationFailed])
    #expect(store.value(forKey: testKey) == 5)
  }

  @Test(arguments: ["$version", "Value", "gone"])
  func `a batch that fails halfway is undone`(refused: String) {
    let base = InMemorySettingsStore([testKey: 5, key("gone"): 1, versionKey: 1])
    let step = SettingsMigration(to: 2) { $0 = ["Value": 6, "new": 7] }
    let reported = reports {
      let record = makeVersioned(in: RefusingStore(base, refusing: refused), version: 2, migrations: [step])
      #expect(record.value == 5)
    }
    #expect(reported.map(\.code) == [.migrationFailed])
    #expect(reported.first?.underlying is SomeError)
    #expect(base.value(forKey: testKey) == 5)
    #expect(base.value(forKey: key("gone")) == 1)
    #expect(base.value(forKey: key("new")) == nil)
    #expect(base.value(forKey: versionKey) == 1)
  }

  @Test func `a store that does not list the version is migrated`() {
    let store = PlainStore(InMemorySettingsStore([testKey: 5, versionKey: 1]), lists: { $0 != versionKey })
    let record = makeVersioned(in: store, version: 2, migrations: [SettingsMigration(to: 2) { $0["Value"] = 6 }])
    #expect(record.value == 6)
    #expect(store.value(forKey: versionKey) == 2)
  }

  @Test func `a migration cannot move a value from its older name`() {
    let store = InMemorySettingsStore([key("old"): 3])
    let results = Log<SettingsError.Code>()
    let step = SettingsMigration(to: 1) { values in
      let record = makeVersioned(in: store, version: 1, aliases: ["old"])
      do throws(SettingsError) { try record.migrate() } catch { results.append(error.code) }
      values["old"] = 4
    }
    #expect(makeVersioned(in: store, version: 1, aliases: ["old"], migrations: [step]).value == 4)
    #expect(results.elements == [.migrationFailed])
  }

  @Test func `a task started by a migration waits for the migrations of other threads`() async throws {
    let gate = AsyncStream.makeStream(of: Void.self)
    let store = InMemorySettingsStore([testKey: 5])
    let tasks = Log<Task<Int, Never>>()
    let starting = SettingsMigration(to: 1) { _ in
      tasks.append(
        Task {
          for await _ in gate.stream { break }
          return makeVersioned(in: store, version: 1).value
        })
    }
    _ = makeVersioned(in: InMemorySettingsStore([testKey: 1]), version: 1, migrations: [starting])
    let step = SettingsMigration(to: 1) { values in
      gate.continuation.yield()
      values["Value"] = 6
    }
    _ = makeVersioned(in: store, version: 1, migrations: [step])
    let task = try #require(tasks.elements.first)
    #expect(await task.value == 6)
  }

  @Test func `in a store without batches, the version is written last`() {
    let store = PlainStore(InMemorySettingsStore([testKey: 5, key("gone"): 1]))
    _ = makeVersioned(in: store, version: 2, migrations: [SettingsMigration(to: 2) { $0 = ["Value": 6, "new": 7] }])
    #expect(Set(store.written.dropLast()) == [testKey, key("gone"), key("new")])
    #expect(store.written.last == versionKey)
  }

  @Test func `no error of a migration quotes stored values`() {
    struct Telling: Error, CustomStringConvertible { var description: String { "secret" } }
    let store = InMemorySettingsStore([testKey: "secret"])
    let reported = reports {
      _ = makeVersioned(in: store, version: 1, migrations: [SettingsMigration(to: 1) { _ in throw Telling() }])
    }
    #expect(reported.count == 1)
    #expect(reported.allSatisfy { !$0.description.contains("secret") })
  }

  @Test(arguments: StoreKind.allCases.filter { $0 != .fourMethods })
  func `existing records are notified of a migration`(kind: StoreKind) throws {
    let store = kind.make()
    try store.set(5, forKey: testKey)
    let record = makeRecord(in: store, default: 0)
    #expect(record.value == 5)
    _ = makeVersioned(in: store, version: 1, migrations: [SettingsMigration(to: 1) { $0["Value"] = 6 }])
    #expect(record.value == 6)
  }

  @Test func `aliases are read after the migrations`() {
    let store = InMemorySettingsStore([key("oldest"): 5])
    let step = SettingsMigration.renaming("oldest", to: "older", at: 1)
    let record = makeVersioned(in: store, version: 1, aliases: ["older"], migrations: [step])
    #expect(record.value == 5)
    record.value = 6
    #expect(store.value(forKey: key("older")) == nil)
    #expect(store.value(forKey: versionKey) == 1)
  }
}

// MARK: Reentrant creation

extension MigrationTests {
  @Test func `a step may create groups of its own and of other domains`() {
    let store = InMemorySettingsStore([testKey: 5, SettingsKey(domain: "other", name: "x"): 1])
    let seen = Log<Int>()
    let step = SettingsMigration(to: 1) { values in
      let other = PreferenceContext.$store.withValue(store) {
        SettingRecord(
          name: "x", key: SettingsKey(domain: "other", name: "x"), default: 0, coding: .automatic, version: 1
        ) {
          [SettingsMigration(to: 1) { $0["x"] = 2 }]
        }
      }
      let same = makeVersioned(in: store, version: 1)
      seen.append(other.value)
      seen.append(same.value)
      values["Value"] = 6
      let reported = reports { same.value = 9 }
      if reported.map(\.code) == [.migrationFailed] { seen.append(-1) }
    }
    let record = makeVersioned(in: store, version: 1, migrations: [step])
    #expect(seen.elements == [2, 5, -1])
    #expect(record.value == 6)
    record.value = 7
    #expect(store.value(forKey: testKey) == 7)
  }

  @Test func `domains whose steps create groups of each other do not deadlock`() {
    let domains = ["left", "right"].map { SettingsKey(domain: $0, name: "x") }
    for _ in 0..<50 {
      let store = InMemorySettingsStore([domains[0]: 1, domains[1]: 1])
      @Sendable func make(_ index: Int, depth: Int = 0) -> SettingRecord<Int> {
        PreferenceContext.$store.withValue(store) {
          SettingRecord(name: "x", key: domains[index], default: 0, coding: .automatic, version: 1) {
            [
              SettingsMigration(to: 1) { values in
                if depth == 0 { _ = make(1 - index, depth: 1) }
                values["x"] = 2
              }
            ]
          }
        }
      }
      DispatchQueue.concurrentPerform(iterations: 2) { #expect(make($0).value == 2) }
    }
  }

  @Test func `an observer of a migration may create a group`() {
    let store = InMemorySettingsStore([testKey: 5])
    let seen = Log<Int>()
    let token = store.observe(testKey) { _ in seen.append(makeVersioned(in: store, version: 1).value) }
    _ = makeVersioned(in: store, version: 1, migrations: [SettingsMigration(to: 1) { $0["Value"] = 6 }])
    store.removeObserver(token)
    #expect(seen.elements == [6])
  }

  @Test func `a diagnostics handler of a failure may create a group`() {
    let store = InMemorySettingsStore([testKey: 5])
    let seen = Log<Int>()
    let failing = [SettingsMigration(to: 1) { _ in throw SomeError() }]
    SettingsDiagnostics.withHandler { _ in
      seen.append(makeVersioned(in: store, version: 1, migrations: failing).value)
    } operation: {
      _ = makeVersioned(in: store, version: 1, migrations: failing)
    }
    #expect(seen.elements == [5])
  }
}

/// A store without its own batches that records its writes.
private final class PlainStore: ForwardingStore {
  let base: InMemorySettingsStore
  private let recorded = LockedState<[SettingsKey]>([])

  private let lists: @Sendable (SettingsKey) -> Bool

  init(_ base: InMemorySettingsStore, lists: @escaping @Sendable (SettingsKey) -> Bool = { _ in true }) {
    self.base = base
    self.lists = lists
  }

  var written: [SettingsKey] { recorded.withLock { $0 } }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) {
    recorded.withLock { $0.append(key) }
    base.set(value, forKey: key)
  }

  func keys(inDomain domain: String) -> [SettingsKey]? { base.keys(inDomain: domain)?.filter(lists) }
}
