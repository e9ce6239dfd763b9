import Dispatch
import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

private let otherKey = SettingsKey(domain: "com.example.other", name: "Value")

/// Returns a record of the other domain, whose group has a version.
private func makeOther(in store: any SettingsStore, migrations: [SettingsMigration] = []) -> SettingRecord<Int> {
  makeSettings(in: store) {
    SettingRecord(name: "other", key: otherKey, default: 0, coding: .automatic, version: 1) { migrations }
  }
}

/// A step that stores 6 in the test key.
private let six = SettingsMigration(to: 1) { $0["Value"] = 6 }

/// Runs an operation on another thread while the current one waits for it.
///
/// - Returns: `false` if the operation hasn't returned after half a minute, because it waits for the current thread.
private func finishesElsewhere(_ operation: @escaping @Sendable () -> Void) -> Bool {
  let isDone = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    operation()
    isDone.signal()
  }
  return isDone.wait(timeout: .now() + 30) == .success
}

/// A store that lists its keys and has no batches of its own.
private final class ListingStore: ForwardingStore {
  let base: InMemorySettingsStore

  init(_ values: [SettingsKey: SettingsValue]) { base = InMemorySettingsStore(values) }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) { base.set(value, forKey: key) }

  func keys(inDomain domain: String) -> [SettingsKey]? { base.keys(inDomain: domain) }
}

/// A store that calls its observers itself, and sets the version of a batch before it fails and restores it.
private final class PartialStore: ForwardingStore {
  let base = DictionaryStore()

  func set(_ value: SettingsValue?, forKey key: SettingsKey) { base.set(value, forKey: key) }

  func commit(_ changes: SettingsChanges) throws -> Bool {
    let former = value(forKey: versionKey)
    for (key, value) in changes.values where key == versionKey { set(value, forKey: key) }
    guard changes.values[testKey] != nil else { return true }
    set(former, forKey: versionKey)
    throw SomeError()
  }

  func keys(inDomain domain: String) -> [SettingsKey]? {
    [testKey, versionKey].filter { $0.domain == domain && value(forKey: $0) != nil }
  }
}

/// The time at which the observers of a migration are notified, and the threads that they can wait for.
@Suite struct MigrationObserverTests {
  /// Migrates a store while its observer waits for a thread that makes a group of the same values.
  private func expectNoDeadlock(in store: any SettingsStore) {
    let (isDone, values) = (Log<Bool>(), Log<Int>())
    let token = store.observe(testKey) { _ in
      isDone.append(finishesElsewhere { values.append(makeVersioned(in: store, version: 1).value) })
    }
    _ = makeVersioned(in: store, version: 1, migrations: [six])
    store.removeObserver(token)
    #expect(isDone.elements == [true])
    #expect(values.elements == [6])
  }

  @Test(arguments: StoreKind.allCases.filter { $0 != .fourMethods })
  func `an observer of a migration may wait for a thread that makes a group of the same values`(kind: StoreKind) throws
  {
    let store = kind.make()
    try store.set(5, forKey: testKey)
    expectNoDeadlock(in: store)
  }

  @Test(arguments: StoreKind.allCases.filter { $0 != .fourMethods })
  func `an observer of a migration may wait for a migration in another store`(kind: StoreKind) throws {
    let (store, other) = (kind.make(), kind.make())
    try store.set(5, forKey: testKey)
    try other.set(1, forKey: otherKey)
    let (isDone, values) = (Log<Bool>(), Log<Int>())
    let token = store.observe(testKey) { _ in
      isDone.append(finishesElsewhere { values.append(makeOther(in: other, migrations: [six]).value) })
    }
    _ = makeVersioned(in: store, version: 1, migrations: [six])
    store.removeObserver(token)
    #expect(isDone.elements == [true])
    #expect(values.elements == [6])
  }

  @Test func `an observer of a file's migration may wait for a thread that makes a group of the file`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"\(testKey.domain)\": {\"Value\": 5}}", to: "x.json")
    let store = FileSettingsStore(file: folder.file("x.json"))
    expectNoDeadlock(in: store)
  }

  @Test func `an observer of a record may wait for a thread that makes a group of its values`() {
    let store = ListingStore([testKey: 5])
    let isDone = Log<Bool>()
    let record = makeRecord(in: store, default: 0)
    let observation = record.observe { _ in
      isDone.append(finishesElsewhere { _ = makeVersioned(in: store, version: 1) })
    }
    _ = makeVersioned(in: store, version: 1, migrations: [six])
    #expect(isDone.elements == [true])
    withExtendedLifetime(observation) {}
  }

  @Test func `an observer of a migration may make a migration of other values`() {
    let store = InMemorySettingsStore([testKey: 5, otherKey: 1])
    let values = Log<Int>()
    let token = store.observe(testKey) { _ in values.append(makeOther(in: store, migrations: [six]).value) }
    _ = makeVersioned(in: store, version: 1, migrations: [six])
    store.removeObserver(token)
    #expect(values.elements == [6])
  }

  @Test func `in a store without batches, observers find the version in place`() {
    let store = ListingStore([testKey: 5])
    let versions = Log<SettingsValue?>()
    let token = store.observe(testKey) { _ in versions.append(store.value(forKey: versionKey)) }
    _ = makeVersioned(in: store, version: 1, migrations: [six])
    store.removeObserver(token)
    #expect(versions.elements == [1])
  }

  @Test func `a change that an observer of a migration makes is delivered after that of the migration`() {
    let second = SettingsKey(domain: testKey.domain, name: "Second")
    let store = InMemorySettingsStore([testKey: 5, second: 1])
    let changes = Log<SettingsChange>()
    let tokens = [
      store.observe(second) { changes.append($0) },
      store.observe(testKey) { _ in store.set(9, forKey: second) },
    ]
    let step = SettingsMigration(to: 1) { values in
      values["Value"] = 6
      values["Second"] = 7
    }
    _ = makeVersioned(in: store, version: 1, migrations: [step])
    for token in tokens { store.removeObserver(token) }
    #expect(changes.elements.map(\.newValue) == [7, 9])
    let revisions = changes.elements.compactMap(\.revision)
    #expect(revisions == revisions.sorted())
  }

  @Test func `a value that was read through layers before a migration is the migrated one for a later group`() {
    let user = InMemorySettingsStore([testKey: 5])
    let store = LayeredSettingsStore([.writable("user", user)])
    let values = Log<Int>()
    // Added before the store observes the layer, so it's notified while the store still has the earlier value.
    let token = user.observe(testKey) { _ in
      _ = finishesElsewhere { values.append(makeVersioned(in: store, version: 1).value) }
    }
    #expect(makeRecord(in: store, default: 0).value == 5)
    _ = makeVersioned(in: store, version: 1, migrations: [six])
    user.removeObserver(token)
    #expect(values.elements == [6])
  }

  @Test func `a migration that throws notifies no observers, and keeps no other thread waiting`() {
    let store = InMemorySettingsStore([testKey: 5])
    let changes = Log<SettingsValue?>()
    let token = store.observe(testKey) { changes.append($0.newValue) }
    let failing = SettingsMigration(to: 1) { values in
      values["Value"] = 6
      throw SomeError()
    }
    let reported = reports { _ = makeVersioned(in: store, version: 1, migrations: [failing]) }
    #expect(reported.map(\.code) == [.migrationFailed])
    #expect(finishesElsewhere { _ = makeVersioned(in: store, version: 1) })
    #expect(changes.elements.isEmpty)
    store.removeObserver(token)
  }

  @Test func `a failed migration whose change of the version is undone isn't repeated`() {
    let user = PartialStore()
    user.set(5, forKey: testKey)
    user.set(1, forKey: versionKey)
    let inner = LayeredSettingsStore([.writable("user", user)])
    let token = inner.observe(versionKey) { _ in }
    let runs = Log<Int>()
    let step = SettingsMigration(to: 2) { values in
      runs.append(1)
      // Without a change of this value, the store accepts the batch, and the repetition ends.
      if runs.elements.count < 3 { values["Value"] = 6 }
    }
    let reported = reports {
      let store = LayeredSettingsStore([.writable("inner", inner)])
      #expect(makeVersioned(in: store, version: 2, migrations: [step]).value == 5)
    }
    #expect(reported.map(\.code) == [.migrationFailed])
    #expect(runs.elements == [1])
    #expect(user.value(forKey: versionKey) == 1)
    inner.removeObserver(token)
  }

  @Test func `stores of the same file are migrated once`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"\(testKey.domain)\": {\"Value\": 5}}", to: "x.json")
    let stores = (0..<4).map { _ in FileSettingsStore(file: folder.file("x.json")) }
    let (runs, values) = (Log<Int>(), Log<Int>())
    let step = SettingsMigration(to: 1) { values in
      runs.append(1)
      values["Value"] = 6
    }
    DispatchQueue.concurrentPerform(iterations: stores.count) { index in
      values.append(makeVersioned(in: stores[index], version: 1, migrations: [step]).value)
    }
    #expect(runs.elements == [1])
    #expect(values.elements == [6, 6, 6, 6])
  }
}

// MARK: Migrations inside migrations

extension MigrationObserverTests {
  /// Makes a group whose step makes a group of the other domain.
  private func makeNested(in store: any SettingsStore, migrations: [SettingsMigration]) {
    let step = SettingsMigration(to: 1) { values in
      _ = makeOther(in: store, migrations: migrations)
      values["Value"] = 6
    }
    _ = makeVersioned(in: store, version: 1, migrations: [step])
  }

  @Test func `an observer of an inner migration may wait for a thread that makes the outer group`() {
    let store = InMemorySettingsStore([testKey: 5, otherKey: 1])
    let (isDone, values) = (Log<Bool>(), Log<Int>())
    let token = store.observe(otherKey) { _ in
      isDone.append(finishesElsewhere { values.append(makeVersioned(in: store, version: 1).value) })
    }
    makeNested(in: store, migrations: [six])
    store.removeObserver(token)
    #expect(isDone.elements == [true])
    #expect(values.elements == [6])
  }

  @Test func `a handler of an inner migration's failure may wait for a thread that makes the outer group`() {
    let store = InMemorySettingsStore([testKey: 5, otherKey: 1])
    let isDone = Log<Bool>()
    SettingsDiagnostics.withHandler { _ in
      isDone.append(finishesElsewhere { _ = makeVersioned(in: store, version: 1) })
    } operation: {
      makeNested(in: store, migrations: [SettingsMigration(to: 1) { _ in throw SomeError() }])
    }
    #expect(isDone.elements == [true])
  }

  @Test func `a step may wait for a thread that makes a group of other values`() {
    let isDone = Log<Bool>()
    let step = SettingsMigration(to: 1) { values in
      let other = InMemorySettingsStore([otherKey: 1])
      isDone.append(finishesElsewhere { _ = makeOther(in: other, migrations: [six]) })
      values["Value"] = 6
    }
    let store = InMemorySettingsStore([testKey: 5])
    #expect(makeVersioned(in: store, version: 1, migrations: [step]).value == 6)
    #expect(isDone.elements == [true])
  }

  @Test func `a step of an import may wait for a thread that makes a group`() throws {
    let isDone = Log<Bool>()
    let step = SettingsMigration(to: 1) { values in
      let store = InMemorySettingsStore([testKey: 5])
      isDone.append(finishesElsewhere { _ = makeVersioned(in: store, version: 1, migrations: [six]) })
      values["Value"] = 7
    }
    let version = try #require(makeLink(in: InMemorySettingsStore(), version: 1, migrations: [step]).version)
    #expect(try version.migrated(["Value": 5])["Value"] == 7)
    #expect(isDone.elements == [true])
  }

  @Test func `steps that run at the same time may make groups of each other`() {
    let store = InMemorySettingsStore([testKey: 5, otherKey: 1])
    let (hasBegun, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let runs = Log<String>()
    @Sendable func makeLeft() -> SettingRecord<Int> {
      makeVersioned(
        in: store, version: 1,
        migrations: [
          SettingsMigration(to: 1) { values in
            runs.append("left")
            Thread.detachNewThread {
              _ = makeRight()
              isDone.signal()
            }
            // The other thread is inside its step now.
            #expect(hasBegun.wait(timeout: .now() + 30) == .success)
            _ = makeRight()
            values["Value"] = 6
          }
        ])
    }
    @Sendable func makeRight() -> SettingRecord<Int> {
      makeOther(
        in: store,
        migrations: [
          SettingsMigration(to: 1) { values in
            runs.append("right")
            hasBegun.signal()
            _ = makeLeft()
            values["Value"] = 7
          }
        ])
    }
    let left = makeLeft()
    #expect(isDone.wait(timeout: .now() + 30) == .success)
    #expect(runs.elements == ["left", "right"])
    #expect((left.value, makeRight().value) == (6, 7))
  }
}
