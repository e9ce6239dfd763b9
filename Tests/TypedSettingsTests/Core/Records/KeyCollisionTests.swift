import Testing
import TypedSettings

@testable import TypedSettingsCore

@Suite struct KeyCollisionTests {
  private func record<Value: SettingsValueConvertible>(_ value: Value, in store: any SettingsStore) -> SettingRecord<
    Value
  > {
    makeRecord(in: store, default: value)
  }

  /// The stores whose settings share the value of a key.
  enum Place: CaseIterable {
    case memory, file, layers

    func make(_ folder: TemporaryFolder) -> any SettingsStore {
      switch self {
      case .memory: InMemorySettingsStore()
      case .file: FileSettingsStore(file: folder.file("settings.json"))
      case .layers: LayeredSettingsStore([.writable("user", InMemorySettingsStore())])
      }
    }
  }

  @Test(arguments: Place.allCases) func `a key shared by settings of different types is reported`(_ place: Place) throws
  {
    let store = place.make(try TemporaryFolder())
    let first = record(1, in: store)
    let reported = reports { withExtendedLifetime(record("text", in: store)) {} }
    #expect(reported.map(\.code) == [.keyCollision])
    #expect(reported.first?.key == testKey)
    #expect(reported.first?.found.contains("'String'") == true)
    withExtendedLifetime(first) {}
  }

  /// A group with a nested one, each of which has a setting with the test key.
  private final class Group: DefaultInitializableSettingsGroup, Sendable {
    let first = SettingRecord(name: "first", key: testKey, default: 1, coding: .automatic)
    let second: SettingRecord<Int>
    let nested = Nested()

    init() { second = SettingRecord(name: "second", key: Self.key("Value"), default: 2, coding: .automatic) }

    /// Returns a key that isn't a literal.
    static func key(_ name: String) -> SettingsKey { SettingsKey(domain: testKey.domain, name: name) }

    func enumerateSettings(into list: inout SettingsList) {
      list.append(first)
      list.append(second)
      list.append(nested, named: "nested")
    }
  }

  private final class Nested: DefaultInitializableSettingsGroup, Sendable {
    let third = SettingRecord(name: "third", key: testKey, default: 3, coding: .automatic)
    let other = SettingRecord(name: "other", key: Group.key("Other"), default: 3, coding: .automatic)

    func enumerateSettings(into list: inout SettingsList) {
      list.append(third)
      list.append(other)
    }
  }

  /// The ways to get a group.
  enum Creation: CaseIterable {
    case list, make, shared
  }

  @Test(arguments: Place.allCases, Creation.allCases)
  func `two settings of one group with the same key are reported once`(_ place: Place, _ creation: Creation) throws {
    let store = place.make(try TemporaryFolder())
    let reported = reports {
      for _ in 0..<2 {
        let group =
          switch creation {
          case .list: makeSettings(in: store) { Group() }
          case .make: Group.make(alternateStore: store)
          case .shared: makeSettings(in: store) { Group.shared }
          }
        if creation == .list { #expect(group.allSettings.count == 4) }
      }
    }
    #expect(reported.map(\.code) == [.keyCollision])
    #expect(reported.first?.key == testKey)
    #expect(reported.first?.found.contains("'first' and 'second' of 'Group'") == true)
  }

  @Test(arguments: Place.allCases) func `settings of two groups may share a key`(_ place: Place) throws {
    let store = place.make(try TemporaryFolder())
    let reported = reports {
      let (first, second) = (Nested.make(alternateStore: store), Nested.make(alternateStore: store))
      let outer = makeSettings(in: store) { AnyGroup([record(3, in: store)]) }
      #expect((first.allSettings + second.allSettings + outer.allSettings).count == 5)
    }
    #expect(reported.isEmpty)
  }

  @Test(arguments: Place.allCases) func `two settings of one type may share a key`(_ place: Place) throws {
    let store = place.make(try TemporaryFolder())
    let reported = reports {
      let (first, second) = (record(1, in: store), record(2, in: store))
      first.value = 5
      #expect(second.value == 5)
    }
    #expect(reported.isEmpty)
  }
}
