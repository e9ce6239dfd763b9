import Testing
import TypedSettings

@testable import TypedSettingsCore

/// A store whose writes take effect and aren't saved: each step of a write must take effect all the same.
@Suite struct UnsavedStepsTests {
  private let store = UnsavingStore()
  private let older = SettingsKey(domain: testKey.domain, name: "Older")

  private func record() -> SettingRecord<Int> {
    makeSettings(in: store) {
      SettingRecord(name: "value", key: testKey, default: 25, coding: .automatic, aliases: ["Older", "Oldest"])
    }
  }

  private func put(_ value: SettingsValue, _ name: String) {
    do { try store.set(value, forKey: SettingsKey(domain: testKey.domain, name: name)) } catch {}
  }

  @Test func `a reset removes the values under all names`() {
    put(1, "Older")
    put(2, "Oldest")
    put(3, testKey.name)
    let record = record()
    let reported = reports { record.reset() }
    #expect(reported.map(\.code) == [.notSaved])
    #expect(record.value == 25)
    #expect(store.value(forKey: older) == nil)
  }

  @Test func `a write removes the older names`() {
    put(1, "Older")
    let record = record()
    _ = reports {
      let error = #expect(throws: SettingsError.self) { try record.set(5) }
      #expect(error?.code == .notSaved)
    }
    #expect(record.value == 5)
    #expect(store.value(forKey: older) == nil)
  }

  @Test func `a transaction makes all its changes`() {
    let keys = ["A", "B", "C"].map { SettingsKey(domain: testKey.domain, name: $0) }
    func make() -> AnyGroup {
      AnyGroup(keys.map { SettingRecord(name: $0.name, key: $0, default: 0, coding: .automatic) })
    }
    let group = makeSettings(in: store) { make() }
    let error = #expect(throws: SettingsError.self) {
      try SettingsDraft.transaction(of: group, make: make) { group in
        for case let record as SettingRecord<Int> in group.records { record.value = 1 }
      }
    }
    #expect(error?.code == .notSaved)
    #expect(keys.map { store.value(forKey: $0) } == [1, 1, 1])
  }
}
