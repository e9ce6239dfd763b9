import Observation
import Testing
public import TypedSettings

@SettingsGroup(domain: "shapes")
final class HeldSettings {
  @Pref var hours = 8
}

@SettingsGroup(domain: "shapes")
final class HoldingSettings {
  @Pref var title = "a"
  let goals = HeldSettings()
}

@SettingsGroup(domain: "shapes")
final class OptionalSettings: Sendable {
  let goals: HeldSettings? = HeldSettings()
  let spare: HeldSettings?

  init(spare: HeldSettings? = nil) { self.spare = spare }
}

@SettingsGroup(domain: "shapes", keys: .propertyName)
final class NamedSettings {
  @Pref var historySize = 200
  @Pref(key: "sound_on") var soundEnabled = true
}

@usableFromInline
@SettingsGroup(domain: "shapes", version: 1)
final class InlinedSettings: Equatable {
  @Pref(validate: .range(0..<5), policy: .clamp) @usableFromInline var level = 1

  static let rules: [SettingsRule<InlinedSettings>] = [SettingsRule("the level isn't 4") { $0.level != 4 }]
  static let migrations: [SettingsMigration] = [SettingsMigration(to: 1) { _ in }]

  @usableFromInline
  static func == (left: InlinedSettings, right: InlinedSettings) -> Bool { left.level == right.level }
}

@SettingsGroup(domain: "shapes")
final class RawNamedSettings {
  @Pref var `2D` = true
  let `my goals` = HeldSettings()
  @Pref var limit: Int

  init(limit: Int = 20) {
    var limit = limit
    limit = min(limit, 10)
    self.limit = limit
  }
}

@SettingsGroup(domain: "shapes", version: 1)
final class StatedSettings: VersionedSettingsGroup {
  @Pref var level = 1

  static let migrations: [SettingsMigration] = [SettingsMigration(to: 1) { _ in }]
}

/// A text with the number of its words.
struct Counted: ReadOnlyProjectingSettingWrapper {
  var wrappedValue: String
  var projectedValue: Int { wrappedValue.split(separator: " ").count }

  static func makeWrapper(from value: String, config: Void) -> Counted { Counted(wrappedValue: value) }
}

@Observable
final class Editor {
  @ObservedWrapper(Counted.self, projected: true) @ObservationIgnored
  private(set) var text: String = "one two"

  @ObservedWrapper(Clamped<Int>.self, projected: true, config: 0...9) @ObservationIgnored
  var level: Int = 20

  func type(_ text: String) { self.text = text }
}

@Suite struct DeclarationShapeTests {
  @Test func `a group with a nested group is shared and sent`() async {
    let settings = HoldingSettings.testSettings()
    #expect(isSendable(settings))
    PreferenceContext.$store.withValue(InMemorySettingsStore()) {
      HoldingSettings.shared.goals.hours = 9
      #expect(HoldingSettings.shared.goals.hours == 9)
    }
    await settings.set(\.title, to: "b")()
    #expect(settings.title == "b")
  }

  @Test(.timeLimit(.minutes(30)))
  func `an optional group is nested unless it is nil`() async throws {
    let settings = OptionalSettings.testSettings()
    try #require(settings.allSettings.map(\.name) == ["goals.hours"])
    var hours = settings.values(for: \.goals?.hours).makeAsyncIterator()
    #expect(await hours.next() == 8)
    settings.goals?.hours = 9
    #expect(await hours.next() == 9)
    let draft = settings.draft()
    draft.settings.goals?.hours = 7
    #expect(draft.changes.map(\.name) == ["goals.hours"])
  }

  @Test func `two tasks in a function follow streams of one group`() async {
    let settings = HoldingSettings.testSettings()
    let titles = Task { await settings.$title.values.first { $0 == "b" } }
    let hours = Task { await settings.goals.$hours.values.first { $0 == 9 } }
    settings.title = "b"
    settings.goals.hours = 9
    #expect(await titles.value == "b")
    #expect(await hours.value == 9)
  }

  @Test func `keys can be the names of the properties`() {
    let store = InMemorySettingsStore()
    let settings = NamedSettings.make(alternateStore: store)
    settings.historySize = 10
    settings.soundEnabled = false
    #expect(settings.allSettings.map(\.setting.key.name) == ["historySize", "sound_on"])
    #expect(store.value(forKey: SettingsKey(domain: "shapes", name: "historySize")) == 10)
  }

  @Test func `a value above a half-open range is clamped to its last integer`() {
    let settings = InlinedSettings.testSettings()
    settings.level = 7
    #expect(settings.level == 4)
    #expect(settings != InlinedSettings.testSettings())
  }

  @Test func `names that need backticks are listed without them`() {
    let settings = RawNamedSettings.testSettings()
    #expect(settings.allSettings.map(\.name) == ["2D", "my goals.hours", "limit"])
    #expect(settings.allSettings.first?.setting.key.name == "RawNamedSettings2D")
  }

  @Test func `an initializer can change a variable that has the name of a setting`() {
    #expect(RawNamedSettings.testSettings().$limit.defaultValue == 10)
  }

  @Test func `a group can declare the conformance that its version adds`() {
    PreferenceContext.$store.withValue(InMemorySettingsStore()) {
      StatedSettings.shared.level = 2
      #expect(StatedSettings().level == 2)
      #expect(StatedSettings.migrations.map(\.version) == [1])
    }
  }

  @Test func `a projection can be read-only`() {
    let editor = Editor()
    #expect(editor.$text == 2)
    editor.type("one two three")
    #expect(editor.$text == 3)
    #expect(editor.level == 9)
    #expect(editor.$level.wrappedValue == 9)
  }

  private func isSendable(_ value: some Sendable) -> Bool { true }
}
