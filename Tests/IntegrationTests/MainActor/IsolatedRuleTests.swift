import Testing
import TypedSettings
import TypedSettingsTesting

/// A text without capital letters.
nonisolated struct Lowercased: ProjectingSettingWrapper {
  var wrappedValue: String

  static func makeWrapper(from value: String, config: Void) -> Lowercased {
    Lowercased(wrappedValue: value.lowercased())
  }
}

@SettingsGroup(domain: "com.example.isolated.rules")
final class IsolatedRuled {
  @Pref(wrapper: Lowercased.self, projected: true) var word = "WORD"
  @Pref(validate: .range(0...9)) var low = 1
  @Pref var high = 5

  static var rules: [SettingsRule<IsolatedRuled>] {
    [SettingsRule("low must be below high") { $0.low < $0.high }]
  }
}

@MainActor @SettingsGroup(domain: "com.example.isolated.rules.main")
final class MainActorRuled {
  @Pref(validate: .range(0...9)) var low = 1
  @Pref var high = 5

  nonisolated static var rules: [SettingsRule<MainActorRuled>] {
    [SettingsRule("low must be below high") { $0.$low.value < $0.$high.value }]
  }
}

@Suite(.isolatedSettings)
struct IsolatedRuleTests {
  @Test func `a group in a module of the main actor keeps its rules`() throws {
    let settings = IsolatedRuled()
    #expect(settings.word == "word")
    #expect(throws: SettingsError.self) { try settings.$low.set(10) }
    #expect(throws: SettingsError.self) { try settings.transaction { $0.high = 0 } }
  }

  @Test func `a group of the main actor keeps its rules`() throws {
    let settings = MainActorRuled()
    #expect(throws: SettingsError.self) { try settings.$low.set(10) }
    #expect(throws: SettingsError.self) { try settings.transaction { $0.high = 0 } }
    settings.high = 0
    #expect(settings.brokenRules == ["low must be below high"])
  }
}
