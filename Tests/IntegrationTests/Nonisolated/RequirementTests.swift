import Testing
public import TypedSettings

/// A class that is more visible than the properties which implement its requirements.
@SettingsGroup(domain: "requirements", version: 2)
public final class PublicBounds {
  @Pref var low = 1
  @Pref var high = 10

  static var rules: [SettingsRule<PublicBounds>] { [SettingsRule("low is below high") { $0.low < $0.high }] }
  static let migrations = [SettingsMigration(to: 2) { $0["PublicBoundsLow"] = $0.removeValue(forKey: "low") }]
}

@SettingsGroup(domain: "requirements")
class RuledBase: @unchecked Sendable {  // Safe: it only stores settings.
  @Pref var low = 1

  class var rules: [SettingsRule<RuledBase>] { [SettingsRule("low is positive") { $0.low > 0 }] }
}

@SettingsGroup(domain: "requirements")
final class OverridingRules: RuledBase, @unchecked Sendable {  // Safe: it only stores settings.
  @Pref var high = 10

  override class var rules: [SettingsRule<RuledBase>] { super.rules + [SettingsRule("low is odd") { $0.low % 2 != 0 }] }
}

@SettingsGroup(domain: "requirements")
class UnruledBase: @unchecked Sendable {  // Safe: it only stores settings.
  @Pref var low = 1
}

@SettingsGroup(domain: "requirements", version: 1)
final class AddedRules: UnruledBase, @unchecked Sendable {  // Safe: it only stores settings.
  @Pref var high = 10

  static var rules: [SettingsRule<AddedRules>] { [SettingsRule("low is below high") { $0.low < $0.high }] }
  static let migrations = [SettingsMigration(to: 1) { $0["AddedRulesHigh"] = $0.removeValue(forKey: "high") }]
}

@SettingsGroup(domain: "requirements")
final class RulesInExtension {
  @Pref var low = 1
}

extension RulesInExtension {
  static var rules: [SettingsRule<RulesInExtension>] { [SettingsRule("low is positive") { $0.low > 0 }] }
}

@Suite struct RequirementTests {
  private func messages<Group: SettingsGroup>(of type: Group.Type) -> [String] { type.rules.map(\.message) }
  private func versions<Group: VersionedSettingsGroup>(of type: Group.Type) -> [Int] { type.migrations.map(\.version) }

  private func make<Group>(_ values: [String: SettingsValue] = [:], _ make: () -> Group) -> Group {
    let store = InMemorySettingsStore()
    for (name, value) in values { store.set(value, forKey: SettingsKey(domain: "requirements", name: name)) }
    return PreferenceContext.$store.withValue(store, operation: make)
  }

  @Test func `generic code reads the rules and the migrations of a class`() {
    #expect(messages(of: PublicBounds.self) == ["low is below high"])
    #expect(versions(of: PublicBounds.self) == [2])
    #expect(messages(of: UnruledBase.self) == [])
    #expect(versions(of: UnruledBase.self) == [])
    #expect(messages(of: RulesInExtension.self) == ["low is positive"])
  }

  @Test func `rules and migrations of a class are in effect`() {
    let bounds = make(["low": 20]) { PublicBounds() }
    #expect(bounds.low == 20)
    #expect(bounds.brokenRules == ["low is below high"])
  }

  @Test func `a subclass can override the rules of its superclass`() {
    let settings: RuledBase = make { OverridingRules() }
    settings.low = -2
    #expect(settings.brokenRules == ["low is positive", "low is odd"])
    let base = make { RuledBase() }
    base.low = -2
    #expect(base.brokenRules == ["low is positive"])
  }

  @Test func `a subclass of a class without rules can declare rules and migrations`() {
    let settings: UnruledBase = make(["high": 3]) { AddedRules() }
    #expect(settings.brokenRules == [])
    settings.low = 3
    #expect(settings.brokenRules == ["low is below high"])
  }

  @Test func `rules in an extension are in effect`() {
    let settings = make { RulesInExtension() }
    settings.low = 0
    #expect(settings.brokenRules == ["low is positive"])
  }
}
