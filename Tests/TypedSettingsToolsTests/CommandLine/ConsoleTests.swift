import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsTools

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Streams that can't be read or written.
struct ConsoleTests {
  private static let label = SettingsKey(domain: "com.example.heat", name: "label")
  private static let token = SettingsKey(domain: "com.example.heat", name: "token")

  /// Calls a closure with an open file, which like an inherited stream isn't closed when a program is executed.
  private func withStream(
    _ path: String, _ flags: Int32, _ body: (StandardStream) async throws -> Void
  ) async throws {
    let number = open(path, flags)
    try #require(number >= 0)
    defer { close(number) }
    try await body(StandardStream(number: number))
  }

  /// Runs a command with streams; the messages are kept.
  private func run(
    _ arguments: [String], in store: any SettingsStore, from input: StandardStream, to output: StandardStream,
    messages: ToolRun.Output = ToolRun.Output()
  ) async -> (code: Int32, errors: String) {
    var console = SettingsConsole.streams(input: input, output: output, errors: output)
    console.writeError = { text in
      messages.errors.withLock { $0 += text }
      messages.onError(text)
    }
    let code = await PreferenceContext.$store.withValue(store) { [console] in
      await SettingsTool(command: "heat settings", console: console) { [HeatSettings()] }.run(arguments)
    }
    return (code, messages.errors.withLock { $0 })
  }

  @Test(arguments: ["export", "list", "get mode", "help", "completion bash", "schema", "get --stored label mode"])
  func `A command whose output can't be written fails`(command: String) async throws {
    // A file that was opened for reading can't be written.
    try await withStream("/dev/null", O_RDONLY) { stream in
      let arguments = command.split(separator: " ").map(String.init)
      let run = await run(arguments, in: SettingsToolTests.store(), from: stream, to: stream)
      #expect(run.code == SettingsTool.ExitCode.unavailable.rawValue)
      #expect(run.errors.contains("error: the output can't be written: "), "\(run.errors)")
    }
  }

  @Test func `A command whose output can be written succeeds`() async throws {
    try await withStream("/dev/null", O_RDWR) { stream in
      let run = await run(["list"], in: SettingsToolTests.store(), from: stream, to: stream)
      #expect(run.code == 0)
      #expect(run.errors == "")
    }
  }

  @Test(.timeLimit(.minutes(30))) func `Monitoring ends when the output can't be written`() async throws {
    let store = InMemorySettingsStore()
    let messages = ToolRun.Output {
      if $0.hasPrefix("monitoring") { store.set("kitchen", forKey: Self.label) }
    }
    try await withStream("/dev/null", O_RDONLY) { stream in
      let run = await run(["monitor"], in: store, from: stream, to: stream, messages: messages)
      #expect(run.code == SettingsTool.ExitCode.unavailable.rawValue)
      #expect(run.errors.contains("error: the output can't be written: "), "\(run.errors)")
    }
  }

  @Test(arguments: ["set token", "set label", "import -"])
  func `Input that can't be read changes nothing`(command: String) async throws {
    let store = InMemorySettingsStore([Self.token: "hunter2", Self.label: "kitchen"])
    // A folder can't be read.
    try await withStream("/", O_RDONLY) { stream in
      let arguments = command.split(separator: " ").map(String.init)
      let run = await run(arguments, in: store, from: stream, to: stream)
      #expect(run.code == SettingsTool.ExitCode.unavailable.rawValue)
      #expect(run.errors.hasPrefix("error: the input can't be read: "), "\(run.errors)")
    }
    #expect(store.value(forKey: Self.token) == "hunter2")
    #expect(store.value(forKey: Self.label) == "kitchen")
  }

  #if os(Linux)
    @Test func `Errors have colors if their own output is a terminal`() async throws {
      try await withStream("/dev/ptmx", O_RDWR | O_NOCTTY) { terminal in
        try await withStream("/dev/null", O_RDWR) { file in
          try #require(isatty(terminal.number) == 1)
          for (output, errors) in [(terminal, file), (file, terminal)] {
            let messages = ToolRun.Output()
            var console = SettingsConsole.streams(input: file, output: output, errors: errors)
            console.writeError = { text in messages.errors.withLock { $0 += text } }
            let code = await PreferenceContext.$store.withValue(InMemorySettingsStore()) { [console] in
              await SettingsTool(console: console) { [HeatSettings()] }.run(["get", "nothing"])
            }
            #expect(code == SettingsTool.ExitCode.usage.rawValue)
            #expect(messages.errors.withLock { $0 }.contains("\u{1B}[31m") == errors.showsColors)
          }
        }
      }
    }
  #endif

  @Test func `A file that was opened in place of a stream isn't a stream`() async throws {
    let closed = StandardStream(number: -1)
    #expect(throws: FileSystemError.self) { try closed.send("x") }
    #expect(throws: FileSystemError.self) { try closed.contents() }
    try await withStream("/dev/null", O_RDWR | O_CLOEXEC) { stream in
      #expect(throws: FileSystemError.self) { try stream.send("x") }
      #expect(throws: FileSystemError.self) { try stream.contents() }
    }
  }

  /// Calls a closure with a stream of bytes.
  private func withInput(_ bytes: Data, _ body: (StandardStream) async throws -> Void) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try bytes.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try await withStream(file.path, O_RDONLY, body)
  }

  @Test func `Text that isn't UTF-8 is refused, and other text is set`() async throws {
    let store = InMemorySettingsStore([Self.label: "kitchen"])
    try await withInput(Data([0x61, 0xFF, 0x0A])) { stream in
      let run = await run(["set", "label"], in: store, from: stream, to: stream)
      #expect(run.code == SettingsTool.ExitCode.usage.rawValue)
      #expect(run.errors == "error: the input isn't UTF-8 text\n")
    }
    #expect(store.value(forKey: Self.label) == "kitchen")
    try await withInput(Data("café\n".utf8)) { stream in
      #expect(await run(["set", "label"], in: store, from: stream, to: stream).code == 0)
    }
    #expect(store.value(forKey: Self.label) == "café")
  }

  @Test func `A binary property list can be imported from the input`() async throws {
    let document = try HeatSettings.make(alternateStore: InMemorySettingsStore([Self.label: "kitchen"]))
      .export(.propertyList(.binary))
    let store = InMemorySettingsStore()
    try await withStream("/dev/null", O_WRONLY) { output in
      try await withInput(document) { input in
        let run = await run(["import", "-"], in: store, from: input, to: output)
        #expect(run.code == 0, "\(run.errors)")
      }
    }
    #expect(store.value(forKey: Self.label) == "kitchen")
  }

  @Test func `A console with another closure for the input reads that`() async throws {
    let store = InMemorySettingsStore()
    var console = SettingsConsole.standard
    console.readInput = { "attic\n" }
    console.write = { _ in }
    let code = await PreferenceContext.$store.withValue(store) { [console] in
      await SettingsTool(console: console) { [HeatSettings()] }.run(["set", "label"])
    }
    #expect(code == 0)
    #expect(store.value(forKey: Self.label) == "attic")
  }
}
