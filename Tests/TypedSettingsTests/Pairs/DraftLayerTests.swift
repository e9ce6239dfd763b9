import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// Drafts of settings that a layer decides or locks, under the current or an older name.
@Suite struct DraftLayerTests {
  private static let domain = "com.example.draft.layers"

  private static func key(_ name: String) -> SettingsKey { SettingsKey(domain: domain, name: name) }

  private final class Timer: DefaultInitializableSettingsGroup, Sendable {
    let length = SettingRecord(
      name: "length", key: key("Length"), default: 25, coding: .automatic, aliases: ["length", "duration"])
    let pause = SettingRecord(name: "pause", key: key("Pause"), default: 5, coding: .automatic)

    static var rules: [SettingsRule<Timer>] {
      [SettingsRule("a pause is shorter than a session") { $0.pause.value < $0.length.value }]
    }

    func enumerateSettings(into list: inout SettingsList) {
      list.append(length)
      list.append(pause)
    }
  }

  private let managed = InMemorySettingsStore()
  private let user = InMemorySettingsStore()
  private let recommended = InMemorySettingsStore()
  private let timer: Timer

  init() {
    timer = Timer.make(
      alternateStore: LayeredSettingsStore([
        .layer("managed", managed), .writable("user", user), .layer("recommended", recommended),
      ]))
  }

  /// Expects that the value and the introspection of a setting agree.
  private func expect(
    _ value: Int, from layer: String, in setting: SettingRecord<Int>,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let form = SettingsValue.integer(Int64(value))
    let inspection = setting.inspect()
    #expect(setting.value == value, sourceLocation: sourceLocation)
    #expect(setting.storedValue == form, sourceLocation: sourceLocation)
    #expect(setting.encodedValue == form, sourceLocation: sourceLocation)
    #expect(inspection.value == form, sourceLocation: sourceLocation)
    #expect(inspection.source == .layer(layer), sourceLocation: sourceLocation)
  }

  @Test(arguments: [nil, 40] as [SettingsValue?], ["Length", "duration"])
  func `a policy that arrives after a change in a draft decides its value`(
    _ own: SettingsValue?, _ name: String
  ) throws {
    user.set(own, forKey: Self.key("Length"))
    let draft = timer.draft()
    let length = draft.settings.length
    let seen = Log<Int>()
    length.value = 50
    expect(50, from: "draft", in: length)
    let observation = length.observe { seen.append($0) }
    managed.set(40, forKey: Self.key(name))
    expect(40, from: "managed", in: length)
    #expect(length.isLocked)
    #expect(draft.changes.map(\.newValue) == [50])
    let error = #expect(throws: SettingsError.self) { try draft.apply(.overwrite) }
    #expect(error?.code == .locked)
    #expect(user.value(forKey: Self.key("Length")) == own)
    managed.set(nil, forKey: Self.key(name))
    expect(50, from: "draft", in: length)
    #expect(seen.elements == [40, 50])
    try draft.apply(.overwrite)
    #expect(user.value(forKey: Self.key("Length")) == 50)
    withExtendedLifetime(observation) {}
  }

  @Test func `a reset in a draft follows the layers that the stored value hides`() throws {
    try expectReset(in: timer, followsRecommended: "Length")
  }

  @Test(arguments: [false, true])
  func `a reset in a draft follows the layers inside the writable one`(isRouted: Bool) throws {
    let inner = LayeredSettingsStore([.writable("file", user), .layer("recommended", recommended)])
    let writable: any SettingsStore = isRouted ? RoutingSettingsStore([], default: inner) : inner
    let timer = Timer.make(
      alternateStore: LayeredSettingsStore([.layer("managed", managed), .writable("user", writable)]))
    try expectReset(in: timer, followsRecommended: "duration")
  }

  /// Resets a setting in a draft, and changes the value that's recommended under one of its names.
  private func expectReset(in timer: Timer, followsRecommended name: String) throws {
    user.set(30, forKey: Self.key("Length"))
    recommended.set(50, forKey: Self.key(name))
    let draft = timer.draft()
    draft.settings.length.reset()
    expect(50, from: "recommended", in: draft.settings.length)
    recommended.set(60, forKey: Self.key(name))
    expect(60, from: "recommended", in: draft.settings.length)
    #expect(timer.length.value == 30)
    try draft.apply()
    #expect(timer.length.value == 60)
  }

  // MARK: Locked older names

  @Test func `a setting whose older name is locked cannot be changed in a draft`() throws {
    let store = LockingStore(locked: ["duration": 60])
    let draft = Timer.make(alternateStore: store).draft()
    #expect(reports { draft.settings.length.value = 30 }.map(\.code) == [.locked])
    #expect(draft.settings.length.value == 60)
    #expect(!draft.hasChanges)
    #expect(store.base.keys(inDomain: Self.domain) == [])
  }

  @Test func `the store of a draft refuses a key whose older name is locked`() {
    let draft = Timer.make(alternateStore: LockingStore(locked: ["duration": 60])).draft()
    let key = Self.key("Length")
    #expect(!draft.store.isWritable(key))
    let error = #expect(throws: SettingsError.self) { try draft.store.set(30, forKey: key) }
    #expect(error?.code == .locked)
    let exchange = #expect(throws: SettingsError.self) {
      try draft.store.compareExchange(expected: 60, desired: 30, forKey: key)
    }
    #expect(exchange?.code == .locked)
    #expect(!draft.hasChanges)
  }

  @Test(.timeLimit(.minutes(30)))
  func `a draft with a rule that reads a locked older name is applied`() throws {
    let store = LockingStore(locked: ["duration": 60])
    store.base.set(70, forKey: Self.key("Length"))
    let draft = Timer.make(alternateStore: store).draft()
    draft.settings.pause.value = 10
    try draft.apply()
    #expect(store.base.value(forKey: Self.key("Pause")) == 10)
  }
}
