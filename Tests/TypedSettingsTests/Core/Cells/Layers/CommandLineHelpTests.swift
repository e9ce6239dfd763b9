import Foundation
import Testing
import TypedSettings

@Suite struct CommandLineHelpTests {
  private func help(allowsSecrets: Bool = false, width: Int = 80) -> String {
    let store = CommandLineSettingsStore(arguments: [], allowsSecrets: allowsSecrets)
    return store.helpText(for: CommandLineGroup(in: store), width: width)
  }

  @Test func `help lists names, placeholders, documentation, choices and defaults in columns`() {
    #expect(
      help() == """
          -p, --port <integer>     The port that clients connect to. (must be from 1 to
                                   65535; default: 6800)
          -v, --[no-]verbose       Whether every request is logged, with its headers and
                                   the time that it took. (default: false)
          -q
          --daemon-theme <choice>  (one of: automatic, dark, light; default: automatic)
          --daemon-ratio <number>  (default: 1.5)
          --daemon-trusted-hosts-for-downloads <json>
                                   The hosts. (default: ["a.example"])

        """)
  }

  @Test func `the default of a secret isn't shown`() {
    let text = help(allowsSecrets: true)
    #expect(text.contains("\n  --token <text>           The token of clients.\n"))
    #expect(!text.contains("hidden default"))
  }

  @Test func `a narrow terminal wraps at words`() {
    let text = help(width: 50)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 50 })
    #expect(text.split(whereSeparator: \.isWhitespace) == help().split(whereSeparator: \.isWhitespace))
  }

  @Test func `a negative width gives the same help as a width of zero`() {
    #expect(help(width: .min) == help(width: 0))
  }

  @Test func `a default is shown as it's typed`() {
    let store = CommandLineSettingsStore(arguments: ["--moment", "2001-01-01T00:00:00Z"])
    let (start, moment) = makeSettings(in: store) {
      (
        AnyGroup.record("start", Date(timeIntervalSinceReferenceDate: 0)), AnyGroup.record("moment", Date.distantPast)
      )
    }
    let help = store.helpText(for: AnyGroup([start, moment]))
    #expect(help.hasPrefix("  --start <date>   (default: 2001-01-01T00:00:00Z)\n"))
    #expect(moment.value == start.value)
  }

  @Test func `a long default ends with an ellipsis`() {
    let store = CommandLineSettingsStore(arguments: [])
    let hosts = Array(repeating: "a.example", count: 9)
    let group = makeSettings(in: store) { AnyGroup([AnyGroup.record("hosts", hosts)]) }
    #expect(store.helpText(for: group, width: 200).contains("…)\n"))
  }

  @Test func `help doesn't depend on stored values`() throws {
    let user = InMemorySettingsStore()
    let store = CommandLineSettingsStore(arguments: ["--port=80"])
    let group = CommandLineGroup(in: LayeredSettingsStore([.layer("command line", store), .writable("user", user)]))
    try group.ratio.set(9)
    #expect(store.helpText(for: group) == help())
  }

  @Test(
    arguments: [
      ("v", ["-v"]), (["port", "p"], ["--port", "-p"]), ("--port", ["--port"]), ("-p", ["-p"]), ([], []),
      (["", "-", "--"], []), ("?", ["-?"]),
    ] as [(SettingOptionNames, [String])])
  func `a name of one character has one hyphen`(_ names: SettingOptionNames, _ options: [String]) {
    #expect(names.options == options)
  }
}
