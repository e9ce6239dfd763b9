import Testing
import TypedSettings

private enum IconKey: SettingsAttributeKey { static var defaultValue: String { "gear" } }

private enum HintKey: SettingsAttributeKey { static var defaultValue: String? { "ask" } }

extension SettingsAttributes {
  fileprivate var hint: String? {
    get { self[HintKey.self] }
    set { self[HintKey.self] = newValue }
  }

  fileprivate var icon: String {
    get { self[IconKey.self] }
    set { self[IconKey.self] = newValue }
  }
}

struct SettingsAttributesTests {
  @Test func `an attribute that was not set has its key's default`() {
    let record = makeRecord(in: InMemorySettingsStore(), default: 1)
    #expect(record.icon == "gear")
    #expect(record.section == nil)
    #expect((record as any Setting).icon == "gear")
  }

  @Test func `an optional attribute with a default can be set to nil`() {
    #expect(SettingsAttributes().hint == "ask")
    #expect(SettingsAttributes().setting(\.hint, to: nil).hint == nil)
  }

  @Test func `attributes are set one by one`() {
    let attributes = SettingsAttributes().setting(\.icon, to: "bell").setting(\.title, to: "Alarm")
    #expect(attributes.icon == "bell")
    #expect(attributes.title == "Alarm")
    #expect(attributes.documentation == nil)
  }

  @Test func `custom traits do not overlap with those of the library`() {
    let own = (0..<32).map(SettingsTrait.init(custom:))
    #expect(Set(own).count == 32)
    let library: SettingsTrait = [.watchSync, .buddyExclude, .guestPassInclude, .managedAssets]
    #expect(own.allSatisfy { $0.isDisjoint(with: library) && !$0.isEmpty })
    #expect(SettingsTrait(custom: 32) == [] && SettingsTrait(custom: -1) == [])
  }
}
