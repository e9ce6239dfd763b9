import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// Drafts and transactions of groups whose values have a version.
@Suite struct DraftVersionTests {
  private static let domain = "com.example.draft"
  private static let version = SettingsMigration.versionKey(inDomain: domain)

  private static func key(_ name: String) -> SettingsKey { SettingsKey(domain: domain, name: name) }

  private final class Mixer: VersionedSettingsGroup, DefaultInitializableSettingsGroup, Sendable {
    let minutes = SettingRecord(
      name: "minutes", key: key("Minutes"), default: 25, coding: .automatic, version: 1,
      migrations: { Mixer.migrations })
    let token = SettingRecord(
      name: "token", key: key("Token"), default: "", traits: [.secret], coding: .automatic, version: 1,
      migrations: { Mixer.migrations })
    let searches = (0..<20).map {
      SettingRecord(
        name: "search\($0)", key: key("Search\($0)"), default: "", traits: [.transient], coding: .automatic,
        version: 1, migrations: { Mixer.migrations })
    }

    static var migrations: [SettingsMigration] {
      [
        SettingsMigration(to: 1) { values in
          if case .integer(let seconds)? = values["Minutes"] { values["Minutes"] = .integer(seconds / 60) }
        }
      ]
    }

    func enumerateSettings(into list: inout SettingsList) {
      list.append(minutes)
      list.append(token)
      for search in searches { list.append(search) }
    }
  }

  @Test func `a transaction of a transient setting migrates nothing again`() throws {
    let store = InMemorySettingsStore([Self.key("Minutes"): 30, Self.version: 1])
    let mixer = Mixer.make(alternateStore: store)
    try mixer.transaction { $0.searches[0].value = "x" }
    #expect(mixer.searches[0].value == "x")
    #expect(mixer.minutes.value == 30)
    try mixer.transaction { $0.minutes.value = 40 }
    #expect(store.value(forKey: Self.key("Minutes")) == 40)
    #expect(store.value(forKey: Self.version) == 1)
  }

  @Test func `a draft stores the version with its first change, and not before it is applied`() throws {
    let store = InMemorySettingsStore()
    let draft = Mixer.make(alternateStore: store).draft()
    draft.settings.minutes.value = 120
    #expect(draft.changes.map(\.key) == [Self.key("Minutes")])
    #expect(store.keys(inDomain: Self.domain) == [])
    draft.revert()
    draft.settings.minutes.value = 180
    try draft.apply()
    #expect(store.value(forKey: Self.version) == 1)
    let copy = InMemorySettingsStore([Self.key("Minutes"): 180, Self.version: 1])
    #expect(Mixer.make(alternateStore: copy).minutes.value == 180)
  }

  @Test func `a draft of a draft stores no version before both are applied`() throws {
    let versioned = InMemorySettingsStore()
    let mixer = Mixer.make(alternateStore: versioned).draft()
    try mixer.settings.transaction { $0.minutes.value = 120 }
    #expect(versioned.keys(inDomain: Self.domain) == [])
    try mixer.apply()
    #expect(versioned.value(forKey: Self.version) == 1)
    #expect(versioned.value(forKey: Self.key("Minutes")) == 120)
  }

  private final class Effects: VersionedSettingsGroup, DefaultInitializableSettingsGroup, Sendable {
    let mixer = Mixer()
    let gains = (0..<20).map {
      SettingRecord(
        name: "gain\($0)", key: key("Gain\($0)"), default: 0, coding: .automatic, version: 2,
        migrations: { Mixer.migrations })
    }

    func enumerateSettings(into list: inout SettingsList) {
      for gain in gains { list.append(gain) }
      list.append(mixer, named: "mixer")
    }
  }

  @Test func `a transaction stores the highest version of a domain`() throws {
    let store = InMemorySettingsStore()
    let effects = Effects.make(alternateStore: store)
    try effects.transaction {
      for gain in $0.gains { gain.value = 1 }
      $0.mixer.minutes.value = 120
    }
    #expect(store.value(forKey: Self.version) == 2)
    #expect(store.value(forKey: Self.key("Minutes")) == 120)
  }

  @Test func `an import into a draft stores nothing before it is applied`() throws {
    let store = InMemorySettingsStore()
    let mixer = Mixer.make(alternateStore: InMemorySettingsStore())
    mixer.minutes.value = 120
    let draft = Mixer.make(alternateStore: store).draft()
    try draft.settings.import(try mixer.export())
    #expect(draft.settings.minutes.value == 120)
    #expect(store.keys(inDomain: Self.domain) == [])
    try draft.apply()
    #expect(store.value(forKey: Self.version) == 1)
    #expect(store.value(forKey: Self.key("Minutes")) == 120)
  }

  @Test func `each store of a transaction gets the version`() throws {
    let (vault, main) = (InMemorySettingsStore(), InMemorySettingsStore())
    let mixer = Mixer.make(alternateStore: RoutingSettingsStore([.traits([.secret], to: vault)], default: main))
    try mixer.transaction {
      $0.minutes.value = 120
      $0.token.value = "secret"
    }
    for store in [vault, main] { #expect(store.value(forKey: Self.version) == 1) }
  }

  @Test func `a transaction in a layered store writes the version of the writable layer`() throws {
    let (user, managed) = (InMemorySettingsStore(), InMemorySettingsStore([Self.version: 1]))
    let mixer = Mixer.make(
      alternateStore: LayeredSettingsStore([.layer("managed", managed), .writable("user", user)]))
    try mixer.transaction { $0.minutes.value = 120 }
    #expect(user.value(forKey: Self.key("Minutes")) == 120)
    #expect(user.value(forKey: Self.version) == 1)
  }

  @Test func `applying a draft never lowers a version`() throws {
    let store = InMemorySettingsStore()
    let draft = Mixer.make(alternateStore: store).draft()
    draft.settings.minutes.value = 120
    store.set(2, forKey: Self.version)
    try draft.apply(.overwrite)
    #expect(store.value(forKey: Self.version) == 2)
    #expect(store.value(forKey: Self.key("Minutes")) == 120)
  }

  @Test func `a draft over values that could not be migrated is refused`() throws {
    let store = FaultInjectingSettingsStore(InMemorySettingsStore([Self.key("Minutes"): 120]))
    store.failWrites(with: SomeError())
    let mixer = reported { Mixer.make(alternateStore: store) }
    store.succeed()
    let error = #expect(throws: SettingsError.self) { try mixer.transaction { $0.minutes.value = 3 } }
    #expect(error?.code == .migrationFailed)
    #expect(store.value(forKey: Self.key("Minutes")) == 120)
  }

  private func reported<Result>(_ body: () -> Result) -> Result {
    SettingsDiagnostics.withHandler({ _ in }, operation: body)
  }
}
