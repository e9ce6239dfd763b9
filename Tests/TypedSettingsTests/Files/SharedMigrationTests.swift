import Testing
import TypedSettings

@testable import TypedSettingsCore

/// A store that another process writes to just before a batch arrives.
private final class ContestedStore: ForwardingStore {
  let base: InMemorySettingsStore
  private let other: LockedState<[SettingsKey: SettingsValue]>

  init(_ values: [SettingsKey: SettingsValue], other: [SettingsKey: SettingsValue]) {
    base = InMemorySettingsStore(values)
    self.other = LockedState(other)
  }

  var atomicity: SettingsAtomicity { .store }

  func commit(_ changes: SettingsChanges) throws -> Bool {
    let others = other.withLock { other -> [SettingsKey: SettingsValue] in
      defer { other = [:] }
      return other
    }
    for (key, value) in others { base.set(value, forKey: key) }
    return base.commit(changes)
  }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) { base.set(value, forKey: key) }
  func keys(inDomain domain: String) -> [SettingsKey]? { base.keys(inDomain: domain) }
}

@Suite struct SharedMigrationTests {
  private static let key = SettingsKey(domain: "com.example.timer", name: "Length")
  private static let versionKey = SettingsMigration.versionKey(inDomain: "com.example.timer")

  private static let doubling = SettingsMigration(to: 1) { values in
    if case .integer(let number)? = values["Length"] { values["Length"] = .integer(number * 2) }
  }

  private func value(in store: ContestedStore) -> Int {
    PreferenceContext.$store.withValue(store) {
      SettingRecord(
        name: "length", key: Self.key, default: 0, coding: .automatic, version: 1, migrations: { [Self.doubling] })
    }.value
  }

  @Test func `values that another process has just changed are migrated`() {
    let store = ContestedStore([Self.key: 2], other: [Self.key: 5])
    #expect(value(in: store) == 10)
    #expect(store.value(forKey: Self.versionKey) == 1)
  }

  @Test func `values that another process has just migrated are not migrated again`() {
    let store = ContestedStore([Self.key: 2], other: [Self.key: 4, Self.versionKey: 1])
    #expect(value(in: store) == 4)
  }
}
