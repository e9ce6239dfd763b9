import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// Drafts and transactions, combined with older names, layers, routes, rules and wrappers.
@Suite struct DraftPairTests {
  private static let domain = "com.example.draft"

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

  @Test(.timeLimit(.minutes(30))) func `a draft with a rule that reads an older name is applied`() throws {
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

  @Test func `a draft of a draft changes nothing before both are applied`() throws {
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

  @Test(.timeLimit(.minutes(30)), arguments: [25, nil] as [SettingsValue?])
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

  @Test(.timeLimit(.minutes(30)))
  func `a draft of a setting that is locked at its value meanwhile is refused`() throws {
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
