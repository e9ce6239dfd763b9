import Testing
import TypedSettings
import TypedSettingsTesting

@SettingsGroup(domain: "com.example.drafts")
final class MixerSettings {
  @Pref var volume = 5
  @Pref var names: [String] = []
  let parts = MixerParts()
}

@SettingsGroup(domain: "com.example.drafts")
final class MixerParts {
  @Pref(aliases: ["old_gain"]) var gain = 1.5
}

@SettingsGroup(domain: "com.example.drafts.generic", version: 2)
final class BoxSettings<Value: Codable & Sendable & ExpressibleByIntegerLiteral> {
  @Pref var value: Value = 1
}

@Suite(.isolatedSettings) struct DraftTests {
  @Test func `a draft is a separate instance with pending changes`() throws {
    let settings = MixerSettings()
    let draft = settings.draft()
    draft.volume = 7
    draft.names.append("a")
    draft.settings.parts.gain = 2
    #expect((settings.volume, settings.names.count, settings.parts.gain) == (5, 0, 1.5))
    #expect(draft.changes.map(\.name) == ["volume", "names", "parts.gain"])
    try draft.apply()
    #expect((settings.volume, settings.names, settings.parts.gain) == (7, ["a"], 2))
  }

  @Test func `a transaction changes all or nothing`() throws {
    struct Interruption: Error {}
    let settings = MixerSettings()
    try expectChanges(in: settings, to: ["volume": 9, "parts.gain": 3.0]) {
      try settings.transaction {
        $0.volume = 9
        $0.parts.gain = 3
      }
    }
    #expect(throws: Interruption.self) {
      try settings.transaction {
        $0.volume = 1
        throw Interruption()
      }
    }
    #expect(settings.volume == 9)
  }

  @Test func `a generic group with a version has drafts`() throws {
    let settings = BoxSettings<Int>()
    try settings.transaction { $0.value += 1 }
    let draft = settings.draft()
    draft.value = 9
    try draft.apply()
    #expect(settings.value == 9)
  }
}
