import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

nonisolated enum Mode: String, Codable {
  case calm, busy
}

extension SettingsTrait {
  nonisolated static let local = SettingsTrait(custom: 3)
}

struct Defaults {
  static let level = 5
}

@SettingsGroup(domain: "com.example.isolated.goals")
final class IsolatedGoals {
  @Pref var hours = 8
}

@SettingsGroup(domain: "com.example.isolated")
final class IsolatedSettings {
  /// The current mode.
  @Pref var mode: Mode = .calm
  @Pref(traits: [.local]) @PrefAttr(\.section, "Main") var level = 5
  @Pref var names: [String] = []
  let goals = IsolatedGoals()
  let object = NSObject()
  var scratch: [Int] = []
}

@MainActor @SettingsGroup(domain: "com.example.isolated.main")
final class MainActorSettings {
  @Pref var level = Defaults.level
}

@SettingsGroup(domain: "com.example.isolated.versions", version: 1)
final class IsolatedVersioned {
  @Pref(aliases: ["old"]) var level = 5

  static var migrations: [SettingsMigration] {
    [SettingsMigration(to: 1) { $0["old"] = $0.removeValue(forKey: "older") }]
  }
}

@MainActor @SettingsGroup(domain: "com.example.isolated.versions.main", version: Defaults.level)
final class MainActorVersioned {
  @Pref var level: Int

  static var migrations: [SettingsMigration] {
    [SettingsMigration(to: Defaults.level) { $0["MainActorVersionedLevel"] = $0.removeValue(forKey: "old") }]
  }

  init(level: Int = 1) { self.level = level }
}

@Suite(.isolatedSettings)
struct DefaultIsolationTests {
  @Test func `groups with versions and older names work`() {
    let names = ["older": "com.example.isolated.versions", "old": "com.example.isolated.versions.main"]
    let store = InMemorySettingsStore()
    for (name, domain) in names { store.set(7, forKey: SettingsKey(domain: domain, name: name)) }
    PreferenceContext.$store.withValue(store) {
      #expect(IsolatedVersioned().level == 7)
      #expect(MainActorVersioned().level == 7)
    }
  }

  @Test func `a group in a module that is isolated to the main actor works`() async {
    let settings = IsolatedSettings()
    settings.mode = .busy
    settings.names.append("a")
    settings.goals.hours += 1
    settings.scratch.append(1)
    #expect(IsolatedSettings().mode == .busy)
    #expect(IsolatedSettings().names == ["a"])
    #expect(settings.level == 5)
    #expect(settings.$level.section == "Main")
    #expect(settings.allSettings.map(\.name) == ["mode", "level", "names", "goals.hours"])
  }

  @Test func `a group that states its isolation may take isolated defaults`() {
    #expect(MainActorSettings.testSettings().level == Defaults.level)
    MainActorSettings.shared.level = 6
    #expect(MainActorSettings().level == 6)
  }

  @Test func `its settings are reached from other threads through their records`() async {
    let settings = IsolatedSettings()
    let record = settings.$names
    await Task.detached { record.value = ["b"] }.value
    #expect(settings.names == ["b"])
  }

  @Test func `a group on the main actor has drafts and transactions`() throws {
    let settings = IsolatedSettings()
    try settings.transaction { $0.level += 1 }
    let draft = settings.draft()
    draft.settings.mode = .busy
    draft.settings.goals.hours = 9
    #expect(draft.changes.map(\.name) == ["mode", "goals.hours"])
    try draft.apply()
    #expect((settings.level, settings.mode, settings.goals.hours) == (6, .busy, 9))
  }
}
