import Testing
import TypedSettingsTesting

@testable import TypedSettings

@Suite struct CommandLineStoreTests {
  private static let theme = SettingsKey(domain: "com.example.app", name: "AppSettingsTheme")

  private func value(_ arguments: String..., key: SettingsKey = theme) -> SettingsValue? {
    CommandLineSettingsStore(arguments: arguments).value(forKey: key)
  }

  @Test(arguments: [
    ["--AppSettingsTheme", "dark"], ["--AppSettingsTheme=dark"], ["--app-settings-theme", "dark"],
    ["--app-settings-theme=dark"], ["--com.example.app.AppSettingsTheme=dark"],
    ["--com.example.app.app-settings-theme", "dark"], ["run", "-v", "--AppSettingsTheme", "dark", "file"],
    ["--AppSettingsTheme=light", "--AppSettingsTheme=dark"], ["--no-AppSettingsTheme", "--app-settings-theme=dark"],
    ["--AppSettingsTheme", "dark", "--", "--AppSettingsTheme", "light"],
  ])
  func `an option names a setting and its value`(_ arguments: [String]) {
    #expect(CommandLineSettingsStore(arguments: arguments).value(forKey: Self.theme) == "dark")
  }

  @Test(arguments: [
    [], ["--"], ["--", "--AppSettingsTheme=dark"], ["-AppSettingsTheme", "dark"], ["AppSettingsTheme=dark"],
    ["--appsettingstheme=dark"], ["--=dark"], ["---AppSettingsTheme=dark"],
    ["--com.example.other.AppSettingsTheme=dark"],
    ["--no-AppSettingsTheme=dark"], ["--AppSettings", "Theme"], ["", " ", "=", "--no-", "--no"],
  ])
  func `arguments that name no setting are ignored`(_ arguments: [String]) {
    #expect(CommandLineSettingsStore(arguments: arguments).value(forKey: Self.theme) == nil)
  }

  @Test func `an option without a value means true, and with the prefix no false`() {
    #expect(value("--AppSettingsTheme") == true)
    #expect(value("--AppSettingsTheme", "--other") == true)
    #expect(value("--no-AppSettingsTheme") == false)
    #expect(value("--no-app-settings-theme", "file") == false)
    #expect(value("--AppSettingsTheme", "--no-AppSettingsTheme") == false)
  }

  @Test func `the name of a setting can begin with no`() {
    let key = SettingsKey(domain: "com.example.app", name: "no-limit")
    #expect(value("--no-limit", key: key) == true)
    #expect(value("--no-limit=5", key: key) == "5")
    #expect(value("--no-no-limit", key: key) == false)
  }

  @Test func `an argument store passes the read-only conformance suite`() {
    verifyReadOnlySettingsStore(CommandLineSettingsStore(arguments: ["--AppSettingsTheme"]), holding: Self.theme)
  }

  @Test func `a value may be empty, negative, or have equals signs`() {
    #expect(value("--AppSettingsTheme=") == "")
    #expect(value("--AppSettingsTheme", "-5") == "-5")
    #expect(value("--AppSettingsTheme=a=b=c") == "a=b=c")
    #expect(value("--AppSettingsTheme", "") == "")
  }

  @Test func `an argument takes precedence and locks the setting`() {
    let user = InMemorySettingsStore([Self.theme: "light"])
    let store = LayeredSettingsStore([
      .layer("command line", CommandLineSettingsStore(arguments: ["--AppSettingsTheme", "dark"])),
      .writable("user", user),
    ])
    let theme = PreferenceContext.$store.withValue(store) {
      SettingRecord(name: "theme", key: Self.theme, default: "", coding: .automatic)
    }
    #expect(theme.value == "dark")
    #expect(theme.isLocked)
    let error = #expect(throws: SettingsError.self) { try theme.set("light") }
    #expect(error?.found.contains("command line") == true)
  }

  @Test(arguments: 0..<200) func `random arguments never crash`(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let parts = ["--", "-", "no-", "=", "AppSettingsTheme", "app", ".", "dark", "", "é", "\u{0}", "\u{301}", "--no-"]
    let arguments = (0..<8).map { _ in
      (0..<Int.random(in: 0...4, using: &generator)).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
    }
    let store = CommandLineSettingsStore(arguments: arguments)
    let found = store.value(forKey: Self.theme)
    let isNamed = arguments.contains { $0.hasPrefix("--") && $0.contains("AppSettingsTheme") }
    #expect(found == nil || isNamed)
  }
}
