import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// Settings that observe their store, because it has no live values or because they have older names.
struct ObservingConnectionTests {
  enum Place: CaseIterable {
    case aliased, wrapped, foreign

    var aliases: [String] { self == .aliased ? ["older"] : [] }

    func makeStore() -> any SettingsStore {
      switch self {
      case .aliased: InMemorySettingsStore()
      case .wrapped: RecordingSettingsStore()
      case .foreign: ForeignStore()
      }
    }

    func makeRecord(in store: any SettingsStore) -> SettingRecord<Int> {
      makeSettings(in: store) {
        SettingRecord(name: "value", key: testKey, default: 0, coding: .automatic, aliases: aliases)
      }
    }
  }

  @Test(arguments: Place.allCases, [false, true])
  func `an observer can write the value that a setting has until it's notified too`(
    place: Place, isOwnWrite: Bool
  ) throws {
    let store = place.makeStore()
    let (first, second) = (place.makeRecord(in: store), place.makeRecord(in: store))
    try store.set(.integer(isOwnWrite ? 0 : 1), forKey: testKey)
    // The first access decides the order in which the store notifies the settings.
    _ = first.value
    second.value = 1
    let seen = Log<Int>()
    let observation = second.observe { seen.append($0) }
    let reaction = first.observe { if $0 == 2 { second.value = 1 } }
    try store.set(2, forKey: testKey)
    #expect(store.value(forKey: testKey) == 1)
    #expect((first.value, second.value) == (1, 1))
    #expect(seen.elements == [2, 1])
    withExtendedLifetime((observation, reaction)) {}
  }

  @Test(arguments: Place.allCases)
  func `an exchange compares with the stored value, even if the setting is notified of it later`(place: Place) throws {
    let store = place.makeStore()
    try store.set(1, forKey: testKey)
    let (first, second) = (makeLink(in: store, aliases: place.aliases), makeLink(in: store, aliases: place.aliases))
    #expect(first.load().value == 1)
    #expect(second.load().value == 1)
    let results = Log<Bool>()
    let reaction = first.observe { _ in
      do { results.append(try second.compareExchange(expected: 1, desired: 1)) } catch { Issue.record(error) }
    }
    try store.set(2, forKey: testKey)
    #expect(results.elements == [false])
    withExtendedLifetime(reaction) {}
  }

  @Test func `an observer can assign the value that a setting of a draft has until it's notified too`() throws {
    let key = exchangeKey("count")
    let store = InMemorySettingsStore([key: 1])
    let make = { AnyGroup([AnyGroup.record("count", 25)]) }
    let group = makeSettings(in: store, make)
    let draft = SettingsDraft(of: group, make: make)
    let original = try #require(group.records.first as? SettingRecord<Int>)
    let drafted = try #require(draft.settings.records.first as? SettingRecord<Int>)
    let reaction = original.observe { if $0 == 2 { drafted.value = 1 } }
    #expect(drafted.value == 1)
    store.set(2, forKey: key)
    #expect((original.value, drafted.value) == (2, 1))
    #expect(draft.changes.map(\.newValue) == [1])
    withExtendedLifetime(reaction) {}
  }
}

/// A store of a program's own, whose layers are unknown.
private final class ForeignStore: ForwardingWritableStore {
  let base = InMemorySettingsStore()
}
