import Testing
import TypedSettings

@Suite struct SettingsRuleTests {
  /// A group of two numbers, the first of which must be less than the second, and an unrelated one.
  private final class Bounds: SettingsGroup, Sendable {
    let low = AnyGroup.record("low", 1)
    let high = AnyGroup.record("high", 10)
    let title = AnyGroup.record("title", "")

    func enumerateSettings(into list: inout SettingsList) {
      list.append(low)
      list.append(high)
      list.append(title)
    }

    static var rules: [SettingsRule<Bounds>] {
      [SettingsRule("low must be below high") { $0.low.value < $0.high.value }]
    }
  }

  private final class Outer: SettingsGroup, Sendable {
    let bounds = Bounds()

    func enumerateSettings(into list: inout SettingsList) { list.append(bounds, named: "bounds") }
  }

  private let store = InMemorySettingsStore()

  private func make<Group>(_ make: () -> Group) -> Group { PreferenceContext.$store.withValue(store, operation: make) }

  @Test func `a transaction that breaks a rule is refused and changes nothing`() throws {
    let bounds = make { Bounds() }
    let error = try #require(throws: SettingsError.self) {
      try SettingsDraft.transaction(of: bounds, make: { Bounds() }) { draft in
        draft.title.value = "new"
        draft.low.value = 20
      }
    }
    #expect(error.code == .invalid)
    #expect(error.found == "inconsistent settings: low must be below high")
    #expect(error.advice == "use other values, or change the settings together; nothing was changed")
    #expect(store.keys(inDomain: exchangeDomain) == [])
  }

  @Test func `a transaction that keeps the rules is committed`() throws {
    let bounds = make { Bounds() }
    try SettingsDraft.transaction(of: bounds, make: { Bounds() }) { draft in
      draft.low.value = 20
      draft.high.value = 30
    }
    #expect(bounds.low.value == 20)
    #expect(bounds.high.value == 30)
  }

  @Test func `a draft that breaks a rule is not applied and keeps its changes`() {
    let bounds = make { Bounds() }
    let draft = SettingsDraft(of: bounds) { Bounds() }
    draft.settings.high.value = 0
    #expect(throws: SettingsError.self) { try draft.apply() }
    #expect(bounds.high.value == 10)
    #expect(draft.hasChanges)
  }

  @Test func `the rules of a nested group are enforced`() {
    let outer = make { Outer() }
    #expect(throws: SettingsError.self) {
      try SettingsDraft.transaction(of: outer, make: { Outer() }) { $0.bounds.low.value = 20 }
    }
  }

  @Test func `a rule that was broken before does not prevent changes of other settings`() throws {
    let bounds = make { Bounds() }
    bounds.low.value = 20
    try SettingsDraft.transaction(of: bounds, make: { Bounds() }) { $0.title.value = "new" }
    #expect(bounds.title.value == "new")
  }

  @Test func `a refused import names the rule if it's what refuses the first setting`() throws {
    let bounds = make { Bounds() }
    let error = try #require(throws: SettingsError.self) {
      try bounds.import(exchangeDocument(#""low": 20, "title": [1]"#))
    }
    #expect(error.reasons.map(\.code) == [.undecodable, .invalid])
    #expect(
      error.found == "2 of the settings can't be imported, starting with 'low' "
        + "(inconsistent settings: low must be below high)")
  }

  @Test func `a group lists its broken rules`() {
    let bounds = make { Bounds() }
    #expect(bounds.brokenRules == [])
    bounds.low.value = 20
    #expect(bounds.brokenRules == ["low must be below high"])
  }

  @Test func `a draft is not applied over a change that breaks its rule`() throws {
    let bounds = make { Bounds() }
    let draft = SettingsDraft(of: bounds) { Bounds() }
    draft.settings.low.value = 5
    bounds.high.value = 4
    #expect(throws: SettingsError.self) { try draft.apply() }
    #expect(bounds.low.value == 1)
  }

  @Test func `concurrent drafts never break a rule together`() async {
    let bounds = make { Bounds() }
    await withTaskGroup(of: Void.self) { group in
      for seed in 0..<2 {
        group.addTask { [store] in
          for round in 0..<2_000 {
            PreferenceContext.$store.withValue(store) {
              let draft = SettingsDraft(of: bounds) { Bounds() }
              // Each thread moves one bound based on the other one.
              if seed == 0 { draft.settings.low.value = round % 20 } else { draft.settings.high.value = round % 21 }
              do { try draft.apply(.overwrite) } catch {}
            }
          }
        }
      }
    }
    #expect(bounds.low.value < bounds.high.value)
  }
}
