import Testing
import ThermostatSettings
import TypedSettings
import TypedSettingsTesting

// To accept changes of the declarations: TYPED_SETTINGS_UPDATE_SCHEMA=1 swift test
struct SchemaTests {
  @Test func `The stored settings of users stay readable`() throws {
    try expectSchema(of: ThermostatSettings.self, DisplaySettings.self, matches: "Schema/settings.json")
  }

  @Test func `The defaults meet the rules`() {
    #expect(ThermostatSettings.testSettings().brokenRules == [])
  }

  @Test func `The temperature has limits`() {
    let settings = ThermostatSettings.testSettings()
    #expect(throws: SettingsError.self) { try settings.$target.set(99) }
    #expect(settings.target == 20)
  }
}
