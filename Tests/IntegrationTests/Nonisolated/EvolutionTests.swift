import Synchronization
import Testing
import TypedSettings
import TypedSettingsTesting

private let oldNames = ["aliased_volume", "vol"]

extension SettingCoding<Alarm> {
  static var raw: SettingCoding { .automatic }
}

extension SettingCoding<Profile> {
  /// Has the name of a member that the attribute defines for every type.
  static var iso8601: SettingCoding { .automatic }
  static var plain: SettingCoding { .automatic }
}

@SettingsGroup(domain: "com.example.aliases")
final class AliasedSettings {
  @Pref(aliases: ["colour_scheme", "AliasedSettingsColour"]) var theme: Theme = .automatic
  @Pref(key: "volume", traits: [.watchSync], aliases: oldNames) var volume = 0.5
  @Pref(aliases: ["profile"], coding: .iso8601) var owner = Profile(name: "nobody", age: 0)
  @Pref(coding: SettingCoding<Alarm>.automatic) var alarm = Alarm.bell
  @Pref(coding: .raw) var otherAlarm = Alarm.silent
  @Pref(coding: .automatic) var level = 1
}

struct Pause: Equatable, Sendable {
  var minutes: Int
}

@SettingsGroup(domain: "com.example.codings")
final class CodedSettings {
  @Pref(
    coding: .custom(
      encode: { (pause: Pause) in .integer(Int64(pause.minutes)) },
      decode: { Pause(minutes: try Int(settingsValue: $0)) })) var pause = Pause(minutes: 5)
  @Pref(
    coding: .converted(
      through: SettingCoding<Int>.automatic, encode: { (pause: Pause) in pause.minutes },
      decode: { Pause(minutes: $0) })) var longPause = Pause(minutes: 15)
  @Pref(coding: .jsonString.or(.plain)) var owner = Profile(name: "nobody", age: 0)
  @Pref(coding: .codable(undecodableElements: .drop)) var numbers = [1]
}

@SettingsGroup(domain: "com.example.versions", version: 3)
final class VersionedSettings {
  @Pref var volume = 0.5
  @Pref(aliases: ["colour"]) var theme: Theme

  static var migrations: [SettingsMigration] {
    [
      SettingsMigration(to: 2) { values in
        if let old = values.removeValue(forKey: "vol") { values["VersionedSettingsVolume"] = old }
      },
      SettingsMigration(to: 3) { values in
        guard case .double(let percent)? = values["VersionedSettingsVolume"] else { return }
        if percent > 100 { throw TooLoud() }
        values["VersionedSettingsVolume"] = .double(percent / 100)
      },
    ]
  }

  init(theme: Theme = .light) { self.theme = theme }
}

struct TooLoud: Error {}

@SettingsGroup(domain: "com.example.versions.plain", version: 1)
final class VersionWithoutMigrations {
  @Pref var volume = 0.5
}

@SettingsGroup(domain: "com.example.versions.generic", version: 1)
final class GenericVersioned<Element: Codable & Sendable> {
  @Pref var element: Element
  @Pref var count = 0

  static var migrations: [SettingsMigration] {
    [SettingsMigration(to: 1) { $0["GenericVersionedCount"] = $0.removeValue(forKey: "number") }]
  }

  init(_ element: Element) { self.element = element }
}

@MainActor @SettingsGroup(domain: "com.example.versions.main", version: 1)
final class MainActorVersioned {
  @Pref var count = 0
  @Pref var level: Int

  static var steps = 1
  static var migrations: [SettingsMigration] {
    (1...steps).map { SettingsMigration(to: $0) { $0["MainActorVersionedCount"] = $0.removeValue(forKey: "number") } }
  }

  init(level: Int = 1) { self.level = level }
}

@Suite(.isolatedSettings)
struct EvolutionTests {
  private func store(_ domain: String, _ values: [String: SettingsValue]) -> InMemorySettingsStore {
    InMemorySettingsStore(
      Dictionary(uniqueKeysWithValues: values.map { (SettingsKey(domain: domain, name: $0.key), $0.value) }))
  }

  private func names(_ domain: String, in store: InMemorySettingsStore) -> Set<String> {
    Set(store.keys(inDomain: domain)?.map(\.name) ?? [])
  }

  @Test func `an attribute accepts custom and composed codings`() {
    let domain = "com.example.codings"
    let store = store(
      domain,
      [
        "CodedSettingsPause": 7, "CodedSettingsLongPause": 20, "CodedSettingsOwner": ["name": "x", "age": 1],
        "CodedSettingsNumbers": [2, "x", 3],
      ])
    let settings = CodedSettings.make(alternateStore: store)
    #expect(settings.pause == Pause(minutes: 7))
    #expect(settings.longPause == Pause(minutes: 20))
    #expect(settings.owner == Profile(name: "x", age: 1))
    SettingsDiagnostics.withHandler { _ in
    } operation: {
      #expect(settings.numbers == [2, 3])
    }
    settings.pause.minutes = 8
    #expect(store.value(forKey: settings.$pause.key) == 8)
  }

  @Test func `a setting is read by its older names until it is written`() {
    let domain = "com.example.aliases"
    let store = store(
      domain, ["AliasedSettingsColour": "dark", "vol": 0.25, "profile": ["name": "x", "age": 1]])
    let settings = AliasedSettings.make(alternateStore: store)
    #expect(settings.theme == .dark)
    #expect(settings.volume == 0.25)
    #expect(settings.owner == Profile(name: "x", age: 1))
    #expect(settings.alarm == .bell)
    #expect(settings.otherAlarm == .silent)
    #expect(names(domain, in: store) == ["AliasedSettingsColour", "vol", "profile"])
    settings.theme = .light
    settings.volume += 0.5
    settings.$owner.reset()
    #expect(names(domain, in: store) == ["AliasedSettingsTheme", "volume"])
    #expect(AliasedSettings.make(alternateStore: store).volume == 0.75)
  }

  @Test func `a group with a version migrates older values`() {
    let domain = "com.example.versions"
    let store = store(domain, ["vol": 25.0, "colour": "dark"])
    let settings = VersionedSettings.make(alternateStore: store)
    #expect(settings.volume == 0.25)
    #expect(settings.theme == .dark)
    #expect(store.value(forKey: SettingsKey(domain: domain, name: "$version")) == 3)
    #expect(names(domain, in: store) == ["$version", "VersionedSettingsVolume", "colour"])
  }

  @Test func `a migration that throws is reported, and nothing is changed or written`() {
    let store = store("com.example.versions", ["vol": 250.0])
    let reported = Mutex<[SettingsError]>([])
    SettingsDiagnostics.withHandler { error in
      reported.withLock { $0.append(error) }
    } operation: {
      let settings = VersionedSettings.make(alternateStore: store)
      #expect(settings.volume == 0.5)
      settings.volume = 1
      #expect(settings.volume == 0.5)
    }
    let errors = reported.withLock { $0 }
    #expect(errors.map(\.code) == [.migrationFailed, .migrationFailed])
    #expect(errors.first?.underlying is TooLoud)
    #expect(names("com.example.versions", in: store) == ["vol"])
  }

  @Test func `a setting without a default has the version of its group too`() {
    let store = InMemorySettingsStore()
    let settings = VersionedSettings.make(alternateStore: store)
    #expect(settings.theme == .light)
    settings.theme = .dark
    #expect(names("com.example.versions", in: store) == ["$version", "VersionedSettingsTheme"])
  }

  @Test func `a version without migrations is written with the first setting`() {
    let store = InMemorySettingsStore()
    let settings = VersionWithoutMigrations.make(alternateStore: store)
    #expect(settings.volume == 0.5)
    #expect(names("com.example.versions.plain", in: store) == [])
    settings.volume = 1
    #expect(names("com.example.versions.plain", in: store) == ["$version", "VersionWithoutMigrationsVolume"])
  }

  @Test func `a generic group migrates`() {
    let store = store("com.example.versions.generic", ["number": 3])
    PreferenceContext.$store.withValue(store) { #expect(GenericVersioned("x").count == 3) }
  }

  @Test @MainActor func `a group of the main actor migrates`() {
    let store = store("com.example.versions.main", ["number": 3])
    PreferenceContext.$store.withValue(store) { #expect(MainActorVersioned().count == 3) }
  }
}
