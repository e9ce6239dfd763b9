import Testing
import TypedSettings

@testable import TypedSettingsTools

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Values that a user types in a terminal.
@Suite(.serialized, .timeLimit(.minutes(30))) struct TerminalInputTests {
  /// A terminal, whose user types what the test writes.
  private final class Terminal: Sendable {
    let user: Int32
    let program: Int32

    init() throws {
      var (user, program): (Int32, Int32) = (-1, -1)
      let result = openpty(&user, &program, nil, nil, nil)
      (self.user, self.program) = (user, program)
      try #require(result == 0)
    }

    deinit {
      close(program)
      close(user)
    }

    var stream: StandardStream { StandardStream(number: program) }

    /// Returns the flags of the terminal.
    var flags: tcflag_t {
      var settings = termios()
      tcgetattr(program, &settings)
      return settings.c_lflag
    }

    /// Types text.
    func type(_ text: String) { send(text, to: user) }

    /// Writes text as the program does.
    func show(_ text: String) { send(text, to: program) }

    private func send(_ text: String, to number: Int32) {
      let bytes = Array(text.utf8)
      let count = bytes.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      #expect(count == bytes.count)
    }

    /// Returns what the terminal shows up to a text, without blocking the thread of the test.
    func read(upTo end: String) async throws -> String {
      var shown = ""
      while !shown.hasSuffix(end) {
        var (request, byte) = (pollfd(fd: user, events: Int16(POLLIN), revents: 0), UInt8(0))
        if poll(&request, 1, 0) > 0, readByte(user, &byte) {
          shown.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
          try Task.checkCancellation()
          await Task.yield()
        }
      }
      return shown
    }
  }

  private struct Run {
    var code: Int32 = -1
    var shown = ""
  }

  /// Runs a command while a user types text after the prompt.
  private func run(
    _ arguments: [String], in store: any SettingsStore, on terminal: Terminal, prompt: String, typing text: String
  ) async throws -> Run {
    let stream = terminal.stream
    async let code = PreferenceContext.$store.withValue(store) {
      await SettingsTool(
        command: "heat settings", console: .streams(input: stream, output: stream, errors: stream)
      ) { [HeatSettings()] }.run(arguments)
    }
    var shown = try await terminal.read(upTo: prompt)
    terminal.type(text)
    let end = await code
    terminal.show("(end)")
    shown += try await terminal.read(upTo: "(end)")
    return Run(code: end, shown: shown)
  }

  private static let label = SettingsKey(domain: "com.example.heat", name: "label")
  private static let token = SettingsKey(domain: "com.example.heat", name: "token")

  @Test func `a name alone asks for a line`() async throws {
    let (store, terminal) = (InMemorySettingsStore(), try Terminal())
    let run = try await run(["set", "label"], in: store, on: terminal, prompt: "label: ", typing: "kitchen\nrest\n")
    #expect(run.code == 0)
    #expect(store.value(forKey: Self.label) == "kitchen")
  }

  @Test func `a secret is asked for, and what's typed isn't shown`() async throws {
    let (store, terminal) = (InMemorySettingsStore(), try Terminal())
    let flags = terminal.flags
    let run = try await run(["set", "token"], in: store, on: terminal, prompt: "token: ", typing: "hunter2\n")
    #expect(run.code == 0, "\(run.shown)")
    #expect(store.value(forKey: Self.token) == "hunter2")
    #expect(!run.shown.contains("hunter2"), "\(run.shown)")
    #expect(terminal.flags == flags)
  }

  @Test(arguments: ["\u{3}", "hun\u{3}", "\u{4}"])
  func `an interrupt while a secret is typed changes nothing, and the terminal shows input again`(
    _ typed: String
  ) async throws {
    let (store, terminal) = (InMemorySettingsStore(), try Terminal())
    let flags = terminal.flags
    let run = try await run(["set", "token"], in: store, on: terminal, prompt: "token: ", typing: typed)
    #expect(run.code == SettingsTool.ExitCode.usage.rawValue)
    #expect(run.shown.contains("nothing was changed"), "\(run.shown)")
    #expect(store.value(forKey: Self.token) == nil)
    #expect(terminal.flags == flags)
  }

  @Test(arguments: [["set", "target", "21"], ["set", "target=21"]])
  func `a name and a value set the setting, and nothing is asked for`(_ arguments: [String]) async {
    let store = InMemorySettingsStore()
    let console = SettingsConsole(
      write: { _ in }, writeError: { _ in },
      readInput: {
        Issue.record("the input was read")
        return ""
      })
    let code = await PreferenceContext.$store.withValue(store) {
      await SettingsTool(console: console) { [HeatSettings()] }.run(arguments)
    }
    #expect(code == 0)
    #expect(store.value(forKey: SettingsKey(domain: "com.example.heat", name: "target")) == 21.0)
  }

  @Test(
    arguments: [
      (["target", "99"], SettingsTool.ExitCode.refused, "expected a number from 5.0 to 30.0"),
      (["targte", "21"], .usage, "did you mean 'target'?"),
      (["token", "hunter2"], .usage, "isn't taken from arguments"),
      (["label", "living", "room"], .usage, "no setting 'living'"),
      (["label", "mode", "isOn"], .usage, "write 'NAME=VALUE' for the others"),
      (["label", "mdoe=dark"], .usage, "did you mean 'mode'?"),
    ])
  func `a mistake is said at once, and the input isn't read`(
    _ arguments: [String], _ code: SettingsTool.ExitCode, _ message: String
  ) async {
    let console = ToolRun.Output()
    let tool = SettingsConsole(
      write: { _ in }, writeError: { text in console.errors.withLock { $0 += text } },
      readInput: {
        Issue.record("the input was read")
        return ""
      })
    let actual = await PreferenceContext.$store.withValue(InMemorySettingsStore()) {
      await SettingsTool(console: tool) { [HeatSettings()] }.run(["set"] + arguments)
    }
    #expect(actual == code.rawValue)
    let errors = console.errors.withLock { $0 }
    #expect(errors.contains(message), "\(errors)")
    #expect(!errors.contains("hunter2"))
  }
}

/// Reads a byte; returns `false` at the end.
private func readByte(_ number: Int32, _ byte: inout UInt8) -> Bool { read(number, &byte, 1) == 1 }
