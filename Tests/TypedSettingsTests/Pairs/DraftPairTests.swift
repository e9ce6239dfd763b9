import Testing
import TypedSettingsTesting

@testable import TypedSettings

/// Drafts and transactions, combined with older names, versions, layers, routes and rules.
@Suite struct DraftPairTests {
  private static let domain = "com.example.draft"
  private static let version = SettingsMigration.versionKey(inDomain: domain)

  private static func key(_ name: String) -> SettingsKey { SettingsKey(domain: domain, name: name) }

  private final class Breaks: DefaultInitializableSettingsGroup, Sendable {
    let session = SettingRecord(
      name: "session", key: key("Session"), default: 25, coding: .automatic, aliases: ["session", "work"])
    let pause = SettingRecord(name: "pause", key: key("Pause"), default: 5, coding: .automatic)

    static var rules: [SettingsRule<Breaks>] {
      [SettingsRule("a pause is shorter than a session") { $0.pause.value < $0.session.value }]
    }

    func enumerateSettings(into list: inout SettingsList) {
      list.append(session)
      list.append(pause)
    }
  }

  // MARK: Older names

  @Test(.timeLimit(.minutes(1))) func `a draft with a rule that reads an older name is applied`() throws {
    let store = InMemorySettingsStore([Self.key("session"): 60])
    let draft = Breaks.make(alternateStore: store).draft()
    draft.settings.pause.value = 10
    try draft.apply()
    #expect(store.value(forKey: Self.key("Pause")) == 10)
    #expect(store.value(forKey: Self.key("session")) == 60)
  }

  @Test func `a rule is checked when a value under an older name is removed`() throws {
    let store = InMemorySettingsStore([Self.key("session"): 60, Self.key("Pause"): 40])
    let breaks = Breaks.make(alternateStore: store)
    #expect(throws: SettingsError.self) { try breaks.transaction { $0.session.reset() } }
    #expect(breaks.session.value == 60)
    try breaks.transaction {
      $0.session.reset()
      $0.pause.reset()
    }
    #expect(store.keys(inDomain: Self.domain) == [])
  }

  @Test(arguments: [30, nil]) func `a draft changes a setting and its older names as one`(_ value: Int?) throws {
    let store = InMemorySettingsStore([Self.key("session"): 60, Self.key("work"): 70])
    let breaks = Breaks.make(alternateStore: store)
    let draft = breaks.draft()
    if let value { draft.settings.session.value = value } else { draft.settings.session.reset() }
    let changes = draft.changes
    #expect(changes.map(\.key) == [Self.key("Session")])
    #expect(changes.first?.oldValue == 60)
    #expect(changes.first?.newValue == value.map { .integer(Int64($0)) })
    #expect(draft.settings.session.value == value ?? 25)
    #expect(breaks.session.value == 60)
    try draft.apply()
    #expect(breaks.session.value == value ?? 25)
    #expect(store.value(forKey: Self.key("session")) == nil)
    #expect(store.value(forKey: Self.key("work")) == nil)
    #expect(!draft.hasChanges)
  }

  @Test(arguments: [[:], ["session": 60]] as [[String: SettingsValue]])
  func `a change under an older name is a conflict`(_ stored: [String: SettingsValue]) throws {
    let values = stored.map { (Self.key($0.key), $0.value) }
    for resolution in [SettingsDraft<Breaks>.ConflictResolution.overwrite, .keepStored] {
      let store = InMemorySettingsStore(Dictionary(uniqueKeysWithValues: values))
      let breaks = Breaks.make(alternateStore: store)
      let draft = breaks.draft()
      draft.settings.session.value = 30
      store.set(45, forKey: Self.key("session"))
      #expect(draft.conflicts.map(\.key) == [Self.key("Session")])
      let error = #expect(throws: SettingsError.self) { try draft.apply() }
      #expect(error?.code == .draftConflict)
      try draft.apply(resolution)
      #expect(breaks.session.value == (resolution == .overwrite ? 30 : 45))
    }
  }

  // MARK: Versions

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

  @Test func `a draft of a draft stores nothing before both are applied`() throws {
    let store = InMemorySettingsStore([Self.key("session"): 60])
    let outer = Breaks.make(alternateStore: store).draft()
    let inner = outer.settings.draft()
    inner.settings.session.value = 30
    try inner.apply()
    #expect(outer.settings.session.value == 30)
    #expect(outer.changes.map(\.key) == [Self.key("Session")])
    #expect(store.value(forKey: Self.key("session")) == 60)
    try outer.apply()
    #expect(store.value(forKey: Self.key("Session")) == 30)
    #expect(store.value(forKey: Self.key("session")) == nil)

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

  // MARK: Layers

  private final class Timer: DefaultInitializableSettingsGroup, Sendable {
    let length = SettingRecord(name: "length", key: key("Length"), default: 25, coding: .automatic)
    let profile = SettingRecord(name: "profile", key: key("Profile"), default: Profile(), coding: .automatic)
    let sound = SettingRecord(
      name: "sound", key: key("Sound"), default: true, traits: [.watchSync], coding: .automatic)

    func enumerateSettings(into list: inout SettingsList) {
      list.append(length)
      list.append(profile)
      list.append(sound)
    }
  }

  private struct Profile: Codable, Sendable {
    var age = 1
  }

  @Test(arguments: [25, nil] as [SettingsValue?], [nil, 30] as [Int?])
  func `a transaction that fails in another store leaves the layers as they were`(
    _ own: SettingsValue?, _ length: Int?
  ) throws {
    let user = InMemorySettingsStore(own.map { [Self.key("Length"): $0] } ?? [:])
    let recommended = InMemorySettingsStore([Self.key("Length"): 50])
    let layered = LayeredSettingsStore([.writable("user", user), .layer("recommended", recommended)])
    let failing = FaultInjectingSettingsStore()
    failing.failWrites(with: SomeError())
    let timer = Timer.make(alternateStore: RoutingSettingsStore([.traits([.watchSync], to: failing)], default: layered))
    #expect(throws: SettingsError.self) {
      try timer.transaction {
        if let length { $0.length.value = length } else { $0.length.reset() }
        $0.sound.value = false
      }
    }
    #expect(user.value(forKey: Self.key("Length")) == own)
    #expect(timer.length.value == (own == nil ? 50 : 25))
  }

  @Test func `choosing the value of another layer stores it, whichever way it is written`() throws {
    let user = InMemorySettingsStore()
    let recommended = InMemorySettingsStore([Self.key("Length"): 50, Self.key("Profile"): ["age": 7]])
    let timer = Timer.make(
      alternateStore: LayeredSettingsStore([.writable("user", user), .layer("recommended", recommended)]))
    let draft = timer.draft()
    draft.settings.length.value = 50
    #expect(draft.changes.map(\.key) == [Self.key("Length")])
    try draft.apply()
    #expect(user.value(forKey: Self.key("Length")) == 50)
    try timer.transaction { $0.profile.value = $0.profile.value }
    #expect(user.value(forKey: Self.key("Profile")) == ["age": 7])
    user.set(nil, forKey: Self.key("Profile"))
    timer.profile.value = timer.profile.value
    #expect(user.value(forKey: Self.key("Profile")) == ["age": 7])
    recommended.set(40, forKey: Self.key("Length"))
    #expect(timer.length.value == 50)
  }

  @Test(.timeLimit(.minutes(1)), arguments: [25, nil] as [SettingsValue?])
  func `a draft is applied if another layer gets its value meanwhile`(_ own: SettingsValue?) throws {
    let user = InMemorySettingsStore(own.map { [Self.key("Length"): $0] } ?? [:])
    let recommended = InMemorySettingsStore([Self.key("Length"): 40])
    let timer = Timer.make(
      alternateStore: LayeredSettingsStore([.writable("user", user), .layer("recommended", recommended)]))
    let draft = timer.draft()
    draft.settings.length.value = 50
    recommended.set(50, forKey: Self.key("Length"))
    user.set(nil, forKey: Self.key("Length"))
    try draft.apply()
    #expect(user.value(forKey: Self.key("Length")) == 50)
  }

  @Test(.timeLimit(.minutes(1))) func `a draft of a setting that is locked at its value meanwhile is refused`() throws {
    let (user, managed) = (InMemorySettingsStore(), InMemorySettingsStore())
    let timer = Timer.make(
      alternateStore: LayeredSettingsStore([.layer("managed", managed), .writable("user", user)]))
    let draft = timer.draft()
    draft.settings.length.value = 50
    managed.set(50, forKey: Self.key("Length"))
    let error = #expect(throws: SettingsError.self) { try draft.apply() }
    #expect(error?.code == .locked)
    #expect(user.value(forKey: Self.key("Length")) == nil)
  }

  @Test func `an observer is notified that a draft has changes, even if the value stays the same`() {
    let recommended = InMemorySettingsStore([Self.key("Length"): 50])
    let timer = Timer.make(
      alternateStore: LayeredSettingsStore([
        .writable("user", InMemorySettingsStore()), .layer("recommended", recommended),
      ]))
    let draft = timer.draft()
    let notifications = Log<Bool>()
    onNextChange(of: draft.hasChanges) { notifications.append(true) }
    draft.settings.length.value = 50
    #expect(notifications.elements == [true])
    #expect(draft.hasChanges)
  }

  // MARK: Refused assignments

  /// A volume, whose projection is its percentage.
  private struct Share: ProjectingSettingWrapper {
    var wrappedValue: Double
    var projectedValue: Int {
      get { Int(wrappedValue * 100) }
      set { wrappedValue = Double(newValue) / 100 }
    }

    static func makeWrapper(from value: Double, config: Void) -> Share { Share(wrappedValue: value) }
  }

  private final class Player: DefaultInitializableSettingsGroup, Sendable {
    let volume = ProjectingSettingRecord(
      wrapper: Share.self, config: (), name: "volume", key: key("Volume"), default: 0.5,
      coding: .automatic.wrapped(in: Share.self, config: ()).validated(by: .range(0...1)))
    let name = SettingRecord(name: "name", key: key("Name"), default: "a", coding: .automatic)
    let count = SettingRecord(
      name: "count", key: key("Count"), default: 0, coding: .automatic.validated(by: .range(0...1)))

    func enumerateSettings(into list: inout SettingsList) {
      list.append(volume)
      list.append(name)
      list.append(count)
    }
  }

  @Test func `a refused projection refuses the transaction`() throws {
    let player = Player.testSettings()
    let error = #expect(throws: SettingsError.self) {
      try player.transaction {
        $0.name.value = "b"
        $0.volume.projection = 300
      }
    }
    #expect(error?.code == .invalid)
    #expect(player.name.value == "a")
    try player.transaction { $0.volume.projection = 30 }
    #expect(player.volume.value == 0.3)
  }

  @Test func `a refused update in an effect is a refusal of the draft`() async throws {
    let draft = Player.testSettings().draft()
    let reports = Log<SettingsError>()
    await SettingsDiagnostics.withHandler({ reports.append($0) }) {
      await draft.settings.count.updating { $0 = 5 }()
    }
    #expect(draft.refusals.map(\.code) == [.invalid])
  }

  // MARK: Synchronized settings

  @Test(arguments: [SettingValidationPolicy.reject, .clamp])
  func `a synchronized value is subject to the rule of the receiver`(_ policy: SettingValidationPolicy) throws {
    let store = InMemorySettingsStore()
    let mine = makeRecord(in: store, default: 25)
    let theirs = makeSettings(in: store) {
      SettingRecord(
        name: "theirs", key: Self.key("theirs"), default: 25,
        coding: .automatic.validated(by: .range(1...120), policy: policy))
    }
    try theirs.set(30)
    try mine.set(500)
    let errors = reports { mine.sync(with: theirs).cancel() }
    #expect(theirs.value == (policy == .clamp ? 120 : 30))
    #expect(errors.map(\.code) == (policy == .clamp ? [] : [.invalid]))
    #expect(mine.value == 500)
  }
}
