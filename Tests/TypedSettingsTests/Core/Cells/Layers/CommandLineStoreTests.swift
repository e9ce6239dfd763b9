import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

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

  @Test func `random arguments have the value of the last option that names the setting`() {
    let words = [
      "--", "-", "no-", "=", "AppSettingsTheme", "app", ".", "dark", "", "é", "\u{0}", "\u{301}", "--no-", "-5",
      "--AppSettingsTheme", "--app-settings-theme=", "--no-AppSettingsTheme",
    ]
    var kinds: Set<String> = []
    for seed: UInt64 in 0..<2_000 {
      var generator = SeededGenerator(seed: seed)
      let arguments = (0..<8).map { _ in
        (0..<Int.random(in: 0...3, using: &generator)).map { _ in words[generator.number(below: words.count)] }.joined()
      }
      let found = CommandLineSettingsStore(arguments: arguments).value(forKey: Self.theme)
      let expected = expectedValue(of: arguments)
      #expect(found == expected, "\(arguments)")
      kinds.insert(expected.map { if case .bool(let flag) = $0 { "\(flag)" } else { "text" } } ?? "none")
    }
    #expect(kinds == ["none", "true", "false", "text"])
  }

  /// Returns the value that arguments have for the setting, by the rules of the documentation.
  private func expectedValue(of arguments: [String]) -> SettingsValue? {
    let names: Set = [
      "AppSettingsTheme", "app-settings-theme", "com.example.app.AppSettingsTheme",
      "com.example.app.app-settings-theme",
    ]
    let options = arguments.prefix { $0 != "--" }
    let index = options.lastIndex { option in
      guard option.hasPrefix("--") else { return false }
      let name = String(option.dropFirst(2).prefix { $0 != "=" })
      return names.contains(name) || (!option.contains("=") && name.hasPrefix("no-") && names.contains(name.dropNo))
    }
    guard let index else { return nil }
    let parts = options[index].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2 { return .string(String(parts[1])) }
    if options[index].hasPrefix("--no-") { return false }
    guard index + 1 < arguments.count else { return true }
    let next = arguments[index + 1]
    let isNumber = next.dropFirst().first.map { $0 == "." || $0.isNumber } ?? true
    return next.hasPrefix("-") && !isNumber ? true : .string(next)
  }
}

extension String {
  fileprivate var dropNo: String { String(dropFirst(3)) }
}
