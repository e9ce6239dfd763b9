import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

@Suite struct EnvironmentStoreTests {
  private enum Theme: String, Codable { case light, dark }
  private struct Size: Codable, Equatable { var width = 1, height = 1 }

  private static func key(_ name: String) -> SettingsKey { SettingsKey(domain: "com.example.app", name: name) }

  private func record<Value: Codable>(_ name: String, _ value: Value, _ variables: [String: String]) -> SettingRecord<
    Value
  > {
    PreferenceContext.$store.withValue(EnvironmentSettingsStore(environment: variables)) {
      SettingRecord(name: name, key: Self.key(name), default: value, coding: .automatic)
    }
  }

  @Test(arguments: [
    ("AppSettingsTheme", "APP_SETTINGS_THEME"), ("legacy_theme", "LEGACY_THEME"),
    ("enableHTTP2Push", "ENABLE_HTTP2_PUSH"),
    ("URLString", "URL_STRING"), ("baseURL", "BASE_URL"), ("a.dotted @key", "A_DOTTED_KEY"), ("x", "X"), ("ID", "ID"),
    ("__odd--name__", "ODD_NAME"), ("größeÄndern", "GRÖSSE_ÄNDERN"), ("", ""),
  ])
  func `the variable of a setting is its name in capitals`(_ name: String, _ variable: String) {
    #expect(EnvironmentSettingsStore(environment: [:]).variable(forKey: Self.key(name)) == variable)
    #expect(
      EnvironmentSettingsStore(prefix: "P_", environment: [:]).variable(forKey: Self.key(name)) == "P_" + variable)
  }

  @Test func `text is decoded as the type of the setting`() {
    #expect(record("Count", 1 as Int, ["COUNT": "-7"]).value == -7)
    #expect(record("Ratio", 1.5 as Double, ["RATIO": "2.5e3"]).value == 2500)
    #expect(record("IsOn", false, ["IS_ON": "true"]).value)
    #expect(record("Name", "", ["NAME": " a=b "]).value == " a=b ")
    #expect(record("Theme", Theme.light, ["THEME": "dark"]).value == .dark)
    #expect(record("List", [Int](), ["LIST": "[1, 2]"]).value == [1, 2])
    #expect(record("Size", Size(), ["SIZE": #"{"width": 3}"#]).value == Size(width: 3, height: 1))
  }

  @Test(arguments: ["abc", "1e400x", "[1", "{", "99999999999999999999999", "0x10", "\u{0}", "½"])
  func `text that does not decode is reported, and the setting reads as the default`(_ text: String) {
    let count = record("Count", 5, ["COUNT": text])
    let reported = reports { _ = count.value }
    #expect(count.value == 5)
    #expect(reported.map(\.code) == [.undecodable])
    #expect(reported.map(\.found) == ["\(SettingsValue.string(text)) is not an integer"])
  }

  @Test func `an empty variable counts as absent`() {
    let count = record("Count", 5, ["COUNT": ""])
    #expect(reports { _ = count.value }.isEmpty)
    #expect(count.value == 5)
    #expect(!count.isSet)
  }

  @Test(
    arguments: [
      (["LegacyTheme", "legacy_theme"], 1), (["LegacyTheme", "legacyTheme", "legacy-theme"], 2),
      (["LegacyTheme", "LegacyTheme"], 0), (["LegacyTheme", "LegacyThemes"], 0),
    ] as [([String], Int)])
  func `settings with different names and one variable are reported when they are declared`(
    _ names: [String], _ count: Int
  ) {
    let store = EnvironmentSettingsStore(environment: ["LEGACY_THEME": "7"])
    let layers = LayeredSettingsStore([.layer("environment", store)])
    let reported = reports {
      for name in names + names { _ = makeSettings(in: layers) { declared(name) } }
    }
    #expect(reported.count == count)
    for report in reported {
      #expect(report.code == .ambiguousVariable)
      #expect(report.found == "the variable 'LEGACY_THEME', which 'com.example.app/LegacyTheme' also has")
    }
  }

  @Test func `older names of a setting and settings of other domains may share a variable`() {
    let reported = reports {
      makeSettings(in: EnvironmentSettingsStore(environment: [:])) {
        _ = declared("LegacyTheme", aliases: ["legacy_theme"])
        _ = declared("LegacyTheme", domain: "com.example.other")
      }
    }
    #expect(reported.isEmpty)
  }

  private func declared(
    _ name: String, domain: String = "com.example.app", aliases: [String] = []
  ) -> SettingRecord<Int> {
    SettingRecord(
      name: "setting", key: SettingsKey(domain: domain, name: name), default: 1, coding: .automatic, aliases: aliases)
  }

  @Test func `the environment is read-only`() {
    let count = record("Count", 5, ["COUNT": "6"])
    let error = #expect(throws: SettingsError.self) { try count.set(7) }
    #expect(error?.code == .readOnly)
    #expect(count.value == 6)
  }

  @Test func `an environment store passes the read-only conformance suite`() {
    verifyReadOnlySettingsStore(EnvironmentSettingsStore(environment: ["COUNT": "6"]), holding: Self.key("Count"))
  }

  @Test func `the variables of the process are included`() {
    #expect(EnvironmentSettingsStore().value(forKey: Self.key("Path")) != nil)
  }
}
