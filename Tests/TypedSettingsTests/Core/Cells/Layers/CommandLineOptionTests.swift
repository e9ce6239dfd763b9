import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles
@testable import TypedSettingsUserDefaults

@Suite struct CommandLineOptionTests {
  /// The settings that a program reads from its arguments.
  private struct Outcome: Equatable, CustomStringConvertible {
    var port = 6800
    var isVerbose = false
    var isQuiet: Bool?
    var theme = CommandLineTheme.automatic
    var ratio = 1.5
    var unknown: [String] = []
    var files: [String] = []

    var description: String { "\(port) \(isVerbose) \(isQuiet as Any) \(theme) \(ratio) \(unknown) \(files)" }
  }

  private func outcome(_ arguments: [String]) -> Outcome {
    let store = CommandLineSettingsStore(arguments: arguments)
    let group = CommandLineGroup(in: store)
    return Outcome(
      port: group.port.value, isVerbose: group.isVerbose.value, isQuiet: group.isQuiet.value, theme: group.theme.value,
      ratio: group.ratio.value, unknown: store.unknownOptions(for: group), files: store.positionalArguments(for: group))
  }

  @Test(arguments: [
    (["--verbose", "input.txt"], Outcome(isVerbose: true, files: ["input.txt"])),
    (["--daemon-verbose", "input.txt"], Outcome(isVerbose: true, files: ["input.txt"])),
    (["--DaemonVerbose", "false"], Outcome(isVerbose: true, files: ["false"])),
    (["-v", "input.txt"], Outcome(isVerbose: true, files: ["input.txt"])),
    (["--debug", "input.txt"], Outcome(isVerbose: true, files: ["input.txt"])),
    (["-q", "no"], Outcome(isQuiet: true, files: ["no"])),
    (["--verbose=false", "input.txt"], Outcome(files: ["input.txt"])),
    (["-v=false", "-q=no"], Outcome(isQuiet: false)),
    (["--verbose", "--no-verbose", "a"], Outcome(files: ["a"])),
    (["--no-daemon-verbose", "--verbose"], Outcome(isVerbose: true)),
    (["--no-daemon-quiet"], Outcome(isQuiet: false)),
  ])
  private func `the option of a Boolean setting never takes the next argument`(
    _ arguments: [String], _ expected: Outcome
  ) {
    #expect(outcome(arguments) == expected)
  }

  @Test(arguments: [
    (["-p", "80"], Outcome(port: 80)), (["-p80"], Outcome(port: 80)), (["-p=80"], Outcome(port: 80)),
    (["--port", "80", "a"], Outcome(port: 80, files: ["a"])), (["--port=80"], Outcome(port: 80)),
    (["--rpc-port", "80"], Outcome(port: 80)), (["--daemon-port", "80"], Outcome(port: 80)),
    (["-vqp", "80", "b"], Outcome(port: 80, isVerbose: true, isQuiet: true, files: ["b"])),
    (["-vp80"], Outcome(port: 80, isVerbose: true)),
    (["-p", "80", "--port", "81"], Outcome(port: 81)),
    (["--daemon-ratio", "-0.5"], Outcome(ratio: -0.5)), (["--daemon-ratio", "-.5"], Outcome(ratio: -0.5)),
  ])
  private func `a setting has the long and short names of its declaration`(
    _ arguments: [String], _ expected: Outcome
  ) {
    #expect(outcome(arguments) == expected)
  }

  @Test(arguments: [
    (["--prot", "80"], Outcome(unknown: ["--prot"], files: ["80"])),
    (["--x=1", "a", "-y", "-", "b"], Outcome(unknown: ["--x=1", "-y"], files: ["a", "-", "b"])),
    (["-vx"], Outcome(unknown: ["-vx"])), (["-5"], Outcome(unknown: ["-5"])),
    (["--no-verbose=1"], Outcome(unknown: ["--no-verbose=1"])),
    (["--daemon-search=x"], Outcome(unknown: ["--daemon-search=x"])),
    (["a", "--", "--x", "--verbose", "-v"], Outcome(files: ["a", "--x", "--verbose", "-v"])),
  ])
  private func `unknown options are listed in order`(_ arguments: [String], _ expected: Outcome) {
    #expect(outcome(arguments) == expected)
  }

  @Test(arguments: [
    (["--port"], "undecodable: the option '--port' without a value; write '--port=VALUE'"),
    (["-vp"], "undecodable: the option '-p' without a value; write '-p=VALUE'"),
    (["--port", "--verbose"], "undecodable: the option '--port' without a value; write '--port=VALUE'"),
    (["--no-port"], "undecodable: the option '--no-port' for a setting that isn't a Boolean value; write '--port="),
    (["--token", "a1b2"], "secretRefused: the option '--token' for a secret, which every process on the machine can"),
  ])
  func `an option that its setting can't have is ignored and reported once`(
    _ arguments: [String], _ expected: String
  ) {
    let reports = Log<SettingsError>()
    SettingsDiagnostics.withHandler({ reports.append($0) }) {
      let store = CommandLineSettingsStore(arguments: arguments)
      for _ in 0..<2 {
        let group = CommandLineGroup(in: store)
        #expect(group.port.value == 6800)
        #expect(group.token.value == "hidden default")
        #expect(group.port.inspect().source == .default)
      }
    }
    #expect(reports.elements.count == 1)
    let text = reports.elements.first?.description.replacing(#/ at [^:]*/#, with: "") ?? ""
    #expect(text.hasPrefix(expected), "\(text)")
    #expect(!text.contains("a1b2"))
  }

  @Test func `a store that allows secrets reads them`() {
    let store = CommandLineSettingsStore(arguments: ["--token", "a1b2"], allowsSecrets: true)
    #expect(CommandLineGroup(in: store).token.value == "a1b2")
  }

  @Test func `two settings with the same name are reported, and both have the value`() {
    let reports = Log<SettingsError>()
    let store = CommandLineSettingsStore(arguments: ["-p", "80"])
    let group = CommandLineGroup(in: store)
    let pause = SettingsDiagnostics.withHandler({ reports.append($0) }) {
      PreferenceContext.$store.withValue(store) {
        SettingRecord(
          name: "pause", key: SettingsKey(domain: "com.example.daemon", name: "DaemonPause"), default: 5,
          attributes: SettingsAttributes().setting(\.option, to: "-p"), coding: .automatic)
      }
    }
    #expect(reports.elements.map(\.code) == [.ambiguousOption])
    #expect(reports.elements.first?.found.contains("-p") == true)
    #expect(pause.value == 80)
    #expect(group.port.value == 80)
  }

  /// Returns a record with an option in a store of arguments.
  private func record<Value: SettingsValueConvertible>(
    _ name: String, default value: Value, option: SettingOptionNames, traits: SettingsTrait = [],
    aliases: [String] = [], in store: CommandLineSettingsStore
  ) -> SettingRecord<Value> {
    makeSettings(in: store) {
      SettingRecord(
        name: name, key: SettingsKey(domain: "com.example.daemon", name: name), default: value, traits: traits,
        attributes: SettingsAttributes().setting(\.option, to: option), coding: .automatic, aliases: aliases)
    }
  }

  @Test(arguments: [["--quick", "a.txt"], ["--fast", "a.txt"], ["--old-speed", "a.txt"]])
  func `a setting has the names of all its declarations`(_ arguments: [String]) {
    let store = CommandLineSettingsStore(arguments: arguments)
    let reported = reports {
      let first = record("DaemonSpeed", default: false, option: "quick", in: store)
      let second = record("DaemonSpeed", default: false, option: "fast", aliases: ["OldSpeed"], in: store)
      #expect(second.value)
      #expect(store.positionalArguments(for: AnyGroup([first])) == ["a.txt"])
      #expect(store.unknownOptions(for: AnyGroup([first])).isEmpty)
      #expect(store.helpText(for: AnyGroup([first])).hasPrefix("  --[no-]quick, --[no-]fast"))
    }
    #expect(reported.isEmpty)
  }

  @Test(
    arguments: [["--token=a1b2"], ["--daemon-token", "a1b2"], ["--old-token", "a1b2"]],
    [[.secret, []], [[], .secret], [.secret, .secret]] as [[SettingsTrait]])
  func `the options of a setting are refused if one of its declarations is secret`(
    _ arguments: [String], _ traits: [SettingsTrait]
  ) {
    let store = CommandLineSettingsStore(arguments: arguments)
    let reported = reports {
      let first = record("DaemonToken", default: "", option: [], traits: traits[0], in: store)
      let second = record(
        "DaemonToken", default: "", option: "token", traits: traits[1], aliases: ["OldToken"], in: store)
      #expect(first.value == "")
      #expect(second.value == "")
    }
    #expect(reported.map(\.code) == [.secretRefused])
  }

  @Test func `the arguments are parsed again after another setting is declared`() {
    let store = CommandLineSettingsStore(arguments: ["-vp80"])
    let port = record("DaemonPort", default: 6800, option: "p", in: store)
    #expect(store.value(forKey: port.key) == nil)
    let isVerbose = record("DaemonVerbose", default: false, option: "v", in: store)
    #expect(store.value(forKey: port.key) == "80")
    #expect(isVerbose.value)
  }

  @Test func `each of many settings has its value among many arguments`() {
    let options = (0..<500).flatMap { ["--s\($0)=old", "file \($0)", "--unknown\($0)", "--s\($0)", "\($0)"] }
    let store = CommandLineSettingsStore(arguments: options + Array(repeating: "file", count: 10_000))
    let records = (0..<500).map { record("Setting\($0)", default: -1, option: ["s\($0)"], in: store) }
    #expect(records.map(\.value) == Array(0..<500))
  }

  @Test(arguments: [["--limit", "5", "--no-limit"], ["--no-limit", "--limit=5"]])
  func `an option that is the name of a setting isn't the negation of another one`(_ arguments: [String]) {
    let store = CommandLineSettingsStore(arguments: arguments)
    let limit = record("DaemonSpeed", default: 1, option: "limit", in: store)
    let isUnlimited = record("DaemonUnlimited", default: false, option: "no-limit", in: store)
    let reported = reports {
      #expect(limit.value == 5)
      #expect(isUnlimited.value)
      #expect(store.problems(for: AnyGroup([limit, isUnlimited])).isEmpty)
    }
    #expect(reported.isEmpty)
  }

  @Test func `the refused option of a secret Boolean setting doesn't take the next argument either`() {
    let store = CommandLineSettingsStore(arguments: ["--trusted", "input.txt"])
    let group = AnyGroup([record("DaemonTrusted", default: false, option: "trusted", traits: .secret, in: store)])
    #expect(store.positionalArguments(for: group) == ["input.txt"])
    #expect(store.problems(for: group).map(\.code) == [.secretRefused])
  }

  @Test func `the options work through layers, routes and stores that wrap others`() {
    let commandLine = CommandLineSettingsStore(arguments: ["-v", "input.txt", "-p80"])
    let layered = LayeredSettingsStore([
      .layer("command line", commandLine), .writable("user", InMemorySettingsStore()),
    ])
    for store in [layered, RoutingSettingsStore([], default: layered)] as [any SettingsStore] {
      let group = CommandLineGroup(in: store)
      #expect(group.isVerbose.value)
      #expect(group.port.value == 80)
      #expect(group.port.isLocked)
    }
  }

  @Test func `a program finds all mistakes before it reads a setting`() {
    let reports = Log<SettingsError>()
    let problems = SettingsDiagnostics.withHandler({ reports.append($0) }) {
      let store = CommandLineSettingsStore(
        arguments: [
          "--help", "--port=abc", "--theme=dark", "a.txt", "--daemon-theme", "neon", "--no-port", "-p", "70000",
          "-v=maybe",
          "--token=a1b2", "-p", "80", "--unknown=secret",
        ])
      return store.problems(for: CommandLineGroup(in: store), otherOptions: ["--help"])
    }
    #expect(reports.elements.isEmpty)
    #expect(
      problems.map { "\($0.code.rawValue): \($0.found); \($0.advice)" } == [
        """
        undecodable: the option '--port' with the value 'abc'; write '--port=<integer>'; the value must be from 1 to \
        65535
        """,
        "unknownOption: the option '--theme', which no setting has; see the help for the options",
        """
        undecodable: the option '--daemon-theme' with the value 'neon'; write '--daemon-theme=<choice>'; the value \
        must be one of "automatic", "dark", "light"
        """,
        """
        undecodable: the option '--no-port' for a setting that isn't a Boolean value; write '--port=VALUE', or leave \
        the option out for the default; '--no-port' is ignored
        """,
        "invalid: the option '-p' with the value '70000'; write '-p=<integer>'; the value must be from 1 to 65535",
        "undecodable: the option '-v' with the value 'maybe'; write '-v' alone",
        """
        secretRefused: the option '--token' for a secret, which every process on the machine can read; pass the \
        value in the environment or a file, or create the store with 'allowsSecrets: true'; the option is ignored
        """,
        "unknownOption: the option '--unknown', which no setting has; see the help for the options",
      ])
  }
}
