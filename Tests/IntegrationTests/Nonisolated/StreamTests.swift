import Synchronization
import Testing
import TypedSettings
import TypedSettingsTesting

@SettingsGroup(domain: "com.example.streams")
final class StreamGoals {
  @Pref var dailyHours = 8
}

@SettingsGroup(domain: "com.example.streams")
final class StreamSettings: Sendable {
  @Pref var theme = Theme.automatic
  @Pref var first = 1
  @Pref(publish: .beforeStore) var second = 2
  @Pref(traits: .watchSync) var third = 3

  let goals = StreamGoals()

  var sum: Int { first + second }
}

struct StreamTests {
  private let settings = StreamSettings.testSettings()

  @Test func `a loop over a key path is written in one line and gets the current value first`() async {
    var received: [Theme] = []
    for await theme in settings.values(for: \.theme) {
      received.append(theme)
      if theme == .dark { break }
      settings.theme = .dark
    }
    #expect(received == [.automatic, .dark])
  }

  @Test func `a loop over a computed property follows the settings that it reads`() async {
    var received: [Int] = []
    for await sum in settings.values(for: \.sum) {
      received.append(sum)
      if sum == 30 { break }
      settings.first = 10
      settings.second = 20
    }
    #expect(received == [3, 30])
  }

  @Test func `a loop over a nested group's setting follows it`() async {
    var received: [Int] = []
    for await hours in settings.values(for: \.goals.dailyHours) {
      received.append(hours)
      if hours == 6 { break }
      settings.goals.dailyHours = 6
    }
    #expect(received == [8, 6])
  }

  @Test func `a record's stream is callable and iterable`() async {
    let stream = settings.$first.fetchableStream.map { $0 * 100 }
    #expect(await stream() == 100)
    var iterator = stream.makeAsyncIterator()
    settings.first = 2
    #expect(await iterator.next() == 200)
  }

  @Test func `a transaction is one change for each setting`() async throws {
    var iterator = settings.changes.makeAsyncIterator()
    try settings.transaction { draft in
      draft.first = 5
      draft.third = 6
    }
    let names = [await iterator.next()?.name, await iterator.next()?.name]
    #expect(Set(names) == ["first", "third"])
  }

  @Test func `changes can be limited to settings with a trait`() async {
    var iterator = settings.changes(withTraits: .watchSync).makeAsyncIterator()
    settings.first = 5
    settings.third = 6
    #expect(await iterator.next()?.name == "third")
  }

  @Test func `a setting can be published before it is stored`() {
    final class Seen: Sendable {
      let values = Mutex<[Int]>([])
    }
    let seen = Seen()
    let observation = settings.$second.observe { [settings] _ in seen.values.withLock { $0.append(settings.second) } }
    settings.second = 3
    withExtendedLifetime(observation) {}
    #expect(seen.values.withLock { $0 } == [2])
    #expect(settings.second == 3)
  }
}
