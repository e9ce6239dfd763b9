import Testing
import TypedSettings

@testable import TypedSettingsCore

struct KeyPathValuesTests {
  /// A type that isn't `Equatable`.
  struct Palette: Codable, Sendable {
    var names: [String]
  }

  final class Nested: SettingsGroup, Sendable {
    let hours: SettingRecord<Int>

    init() { hours = SettingRecord(name: "hours", key: Nested.key("hours"), default: 8, coding: .automatic) }

    static func key(_ name: String) -> SettingsKey { SettingsKey(domain: "d", name: name) }
    func enumerateSettings(into list: inout SettingsList) { list.append(hours) }
  }

  final class Settings: SettingsGroup, Sendable {
    let first = SettingRecord(name: "first", key: Nested.key("first"), default: 1, coding: .automatic)
    let second = SettingRecord(name: "second", key: Nested.key("second"), default: 2, coding: .automatic)
    let usesSecond = SettingRecord(name: "usesSecond", key: Nested.key("uses"), default: false, coding: .automatic)
    let palette = SettingRecord(
      name: "palette", key: Nested.key("palette"), default: Palette(names: []), coding: .automatic)
    let nested = Nested()

    var sum: Int { first.value + second.value }
    var chosen: Int { usesSecond.value ? second.value : first.value }
    var isLarge: Bool { first.value > 10 }

    func enumerateSettings(into list: inout SettingsList) {
      for setting in [first, second] { list.append(setting) }
      list.append(usesSecond)
      list.append(palette)
      list.append(nested, named: "nested")
    }
  }

  private let store = InMemorySettingsStore()
  private let settings: Settings

  init() {
    settings = makeSettings(in: store) { Settings() }
  }

  @Test func `the current value arrives first, followed by the later ones`() async {
    var iterator = settings.values(for: \.first.value).makeAsyncIterator()
    #expect(await iterator.next() == 1)
    settings.first.value = 5
    #expect(await iterator.next() == 5)
    #expect(store.observerCount == 1)
  }

  @Test func `a computed property follows all settings that it reads, without repeats`() async {
    var iterator = settings.values(for: \.sum).makeAsyncIterator()
    #expect(await iterator.next() == 3)
    settings.second.value = 20
    #expect(await iterator.next() == 21)
    settings.first.value = 20
    settings.second.value = 1
    settings.first.value = 2
    #expect(await iterator.next() == 3)
    var large = settings.values(for: \.isLarge).makeAsyncIterator()
    #expect(await large.next() == false)
    settings.first.value = 3
    settings.first.value = 30
    #expect(await large.next() == true)
  }

  @Test func `the followed settings change with the ones that are read`() async {
    var iterator = settings.values(for: \.chosen).makeAsyncIterator()
    #expect(await iterator.next() == 1)
    #expect(store.observerCount == 2)
    settings.usesSecond.value = true
    #expect(await iterator.next() == 2)
    settings.second.value = 9
    #expect(await iterator.next() == 9)
    settings.first.value = 100
    settings.second.value = 10
    #expect(await iterator.next() == 10)
  }

  @Test func `a path goes through a nested group`() async {
    var iterator = settings.values(for: \.nested.hours.value).makeAsyncIterator()
    #expect(await iterator.next() == 8)
    settings.nested.hours.value = 6
    #expect(await iterator.next() == 6)
  }

  @Test func `a setting has no repeats even if its type is not Equatable`() async {
    var iterator = settings.values(for: \.palette.value).makeAsyncIterator()
    #expect(await iterator.next()?.names == [])
    settings.palette.value = Palette(names: [])
    settings.palette.reset()
    settings.palette.value = Palette(names: ["a"])
    #expect(await iterator.next()?.names == ["a"])
  }

  @Test func `a record read by another instance is followed through the key`() async {
    let other = makeSettings(in: store) { Settings() }
    var iterator = settings.values(for: \.first.isSet).makeAsyncIterator()
    #expect(await iterator.next() == false)
    other.first.value = 1
    settings.second.value = 3
    other.first.value = 4
    #expect(await iterator.next() == true)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a path that reads whether a setting is set follows the default that is stored`() async throws {
    var dependencies = KeyPathDependencies<Bool>(of: settings) {}
    func next() -> Bool? { dependencies.next(isSame: ==) { settings.first.isSet } }
    #expect(next() == false)
    settings.first.value = 1
    try #require(next() == true)
    var iterator = settings.values(for: \.first.isSet).makeAsyncIterator()
    #expect(await iterator.next() == true)
    settings.first.reset()
    #expect(await iterator.next() == false)
    settings.first.value = 1
    #expect(await iterator.next() == true)
  }

  @Test func `a path that reads a value and whether it is set follows both`() {
    var dependencies = KeyPathDependencies<String>(of: settings) {}
    func next() -> String? { dependencies.next(isSame: ==) { "\(settings.first.value) \(settings.first.isSet)" } }
    #expect(next() == "1 false")
    settings.first.value = 1
    #expect(next() == "1 true")
    settings.first.value = 2
    #expect(next() == "2 true")
  }

  @Test func `a waiting loop does not slow down reads`() async {
    var iterator = settings.values(for: \.sum).makeAsyncIterator()
    #expect(await iterator.next() == 3)
    for setting in [settings.first, settings.second] {
      let number = setting.link.live.access()
      #expect(setting.link.load().revision.number == number)
    }
  }

  @Test func `a finished iteration leaves no observer behind`() async {
    do {
      var iterator = settings.values(for: \.sum).makeAsyncIterator()
      #expect(await iterator.next() == 3)
      #expect(store.observerCount == 2)
    }
    #expect(store.observerCount == 0)
  }
}

@MainActor
struct IsolatedKeyPathTests {
  @MainActor final class Settings: SettingsGroup {
    nonisolated let record = SettingRecord(
      name: "count", key: SettingsKey(domain: "d", name: "count"), default: 1, coding: .automatic)
    var count: Int {
      get { record.value }
      set { record.value = newValue }
    }

    nonisolated func enumerateSettings(into list: inout SettingsList) { list.append(record) }
  }

  @Test func `the values of a main actor group's key path arrive on the main actor`() async {
    let settings = makeSettings(in: InMemorySettingsStore()) { Settings() }
    var iterator = settings.values(for: \.count).makeAsyncIterator()
    #expect(await iterator.next(isolation: #isolation) == 1)
    settings.count = 4
    #expect(await iterator.next(isolation: #isolation) == 4)
    for await value in settings.values(for: \.count) {
      MainActor.assertIsolated()
      #expect(value == 4)
      break
    }
  }
}
