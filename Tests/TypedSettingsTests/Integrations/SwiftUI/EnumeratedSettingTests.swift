import Testing

@testable import TypedSettings

@Suite("Settings that can be picked") struct EnumeratedSettingTests {
  private let settings = PreferenceContext.$store.withValue(InMemorySettingsStore()) { FormFixture() }

  @Test func `a setting of a type with all cases is found by a cast`() throws {
    let setting = try #require(settings.setting(forKeyName: "theme") as? any EnumeratedSetting)
    #expect(setting.choiceTitles == ["light": "Light", "dark": "Dark"])
  }

  @Test func `a cast fails for a setting of another type`() throws {
    let setting = try #require(settings.setting(forKeyName: "volume"))
    #expect(!(setting is any EnumeratedSetting))
  }
}
