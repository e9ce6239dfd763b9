import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFiles
@testable import TypedSettingsTools

/// Files that can't be read completely, and stored values that can't be used.
struct StoredProblemTests {
  /// A file that can't be read or written as usual.
  enum Fault: CaseIterable, Sendable {
    case unreadable, corrupt, newer
  }

  private static let target = SettingsKey(domain: "com.example.heat", name: "target")
  private static let mode = SettingsKey(domain: "com.example.heat", name: "mode")

  /// Calls a closure with the URL of a file with a fault.
  private func withFile(_ fault: Fault, _ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "settings.json")
    switch fault {
    // Not even the superuser can read a folder as a document.
    case .unreadable: try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    case .corrupt: try Data("{".utf8).write(to: file)
    case .newer:
      let header = JournalHeader(identity: .none, document: nil)
      try Data(header.bytes(version: JournalHeader.version + 1)).write(
        to: folder.appending(path: FileNames(document: "settings.json").journal))
    }
    try await SettingsDiagnostics.withHandler({ _ in }) { try await body(file) }
  }

  /// Returns the store of a file, which can be behind another layer.
  private func store(of file: URL, isLayered: Bool) -> any SettingsStore {
    let store = FileSettingsStore(file: file, allowsSecrets: true)
    if !isLayered { return store }
    return LayeredSettingsStore([.layer("managed", InMemorySettingsStore()), .writable("user", store)])
  }

  @Test(arguments: Fault.allCases, [true, false])
  func `The doctor finds a file that isn't read completely, also behind layers`(
    fault: Fault, isLayered: Bool
  ) async throws {
    try await withFile(fault) { file in
      let run = await ToolRun(["doctor"], in: store(of: file, isLayered: isLayered))
      let kind = fault == .newer ? "too new" : "unavailable"
      #expect(run.output.hasPrefix("\(kind): com.example.heat: "), "\(run.output)")
      #expect(run.code == SettingsTool.ExitCode.unavailable.rawValue)
    }
  }

  @Test func `The doctor finds a managed file that isn't read completely`() async throws {
    for fault in [Fault.unreadable, .corrupt] {
      try await withFile(fault) { file in
        let store = LayeredSettingsStore([
          .layer("managed", ManagedSettingsStore(file: file)), .writable("user", InMemorySettingsStore()),
        ])
        let run = await ToolRun(["doctor"], in: store)
        #expect(run.output.hasPrefix("unavailable: com.example.heat: "), "\(run.output)")
        #expect(run.code == SettingsTool.ExitCode.unavailable.rawValue)
      }
    }
  }

  @Test(arguments: ["get mode", "list", "export", "set isOn=true", "reset mode", "import -", "diff -"], [true, false])
  func `An unreadable file is no file without values`(command: String, isLayered: Bool) async throws {
    let input = #"{"$typedSettingsExport": 1, "com.example.heat": {"isOn": true}}"#
    try await withFile(.unreadable) { file in
      let run = await ToolRun(
        command.split(separator: " ").map(String.init), in: store(of: file, isLayered: isLayered), input: input)
      #expect(run.code == SettingsTool.ExitCode.unavailable.rawValue, "\(run.errors)")
      #expect(run.output == "")
    }
  }

  @Test(
    arguments: ["set isOn=true", "reset mode", "import -", "import --skip-refused -", "writable isOn"], [true, false])
  func `A file of a newer format can't be written`(command: String, isLayered: Bool) async throws {
    let input = #"{"$typedSettingsExport": 1, "com.example.heat": {"isOn": true}}"#
    try await withFile(.newer) { file in
      let run = await ToolRun(
        command.split(separator: " ").map(String.init), in: store(of: file, isLayered: isLayered), input: input)
      #expect(run.code == SettingsTool.ExitCode.unavailable.rawValue, "\(run.errors)")
      #expect(run.errors.contains("newerFormat"), "\(run.errors)")
    }
  }

  @Test(arguments: [Fault.corrupt, .newer], [true, false])
  func `A read of a file that wasn't read completely prints a warning, and an export fails`(
    fault: Fault, isLayered: Bool
  ) async throws {
    try await withFile(fault) { file in
      let store = store(of: file, isLayered: isLayered)
      for command in [["get", "mode"], ["list"]] {
        let run = await ToolRun(command, in: store)
        #expect(run.code == 0)
        #expect(run.errors.hasPrefix("warning: "), "\(run.errors)")
      }
      let export = await ToolRun(["export"], in: store)
      #expect(export.code == SettingsTool.ExitCode.unavailable.rawValue)
      #expect(export.output.hasPrefix("{"))
      #expect(export.errors.contains("values may be missing"), "\(export.errors)")
    }
  }

  @Test func `A file of a layer that isn't written doesn't prevent writes and exports`() async throws {
    try await withFile(.unreadable) { file in
      let user = InMemorySettingsStore()
      let store = LayeredSettingsStore([
        .layer("managed", ManagedSettingsStore(file: file)), .writable("user", user),
      ])
      let set = await ToolRun(["set", "mode=dark"], in: store)
      #expect(set.code == 0, "\(set.errors)")
      #expect(user.value(forKey: Self.mode) == "dark")
      let export = await ToolRun(["export"], in: store)
      #expect(export.code == 0, "\(export.errors)")
      #expect(export.output.contains("dark"))
      #expect(await ToolRun(["get", "mode"], in: store).code == SettingsTool.ExitCode.unavailable.rawValue)
    }
  }

  @Test func `A reset of all settings leaves out those that another layer locks`() async {
    let managed = InMemorySettingsStore([Self.target: 18])
    let user = InMemorySettingsStore([Self.target: 21, Self.mode: "dark"])
    let store = LayeredSettingsStore([.layer("managed", managed), .writable("user", user)])
    let run = await ToolRun(["reset", "--all"], in: store)
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.errors == "warning: 'target' isn't reset, because the layer 'managed' locks it\n")
    #expect(user.value(forKey: Self.mode) == nil)
    #expect(user.value(forKey: Self.target) == 21)
    #expect(await ToolRun(["reset", "target"], in: store).code == SettingsTool.ExitCode.locked.rawValue)
  }

  @Test(arguments: [["get", "target"], ["get", "--stored", "target"], ["list"], ["list", "--json"]])
  func `A read of a value that can't be used prints a warning`(arguments: [String]) async {
    let run = await ToolRun(arguments, in: InMemorySettingsStore([Self.target: 99]))
    #expect(run.code == 0)
    #expect(run.errors.hasPrefix("warning: invalid at com.example.heat/target"), "\(run.errors)")
    #expect(await ToolRun(["get", "target"], in: InMemorySettingsStore([Self.target: 25])).errors == "")
  }

  @Test func `A warning contains no text of a secret`() async {
    let token = SettingsKey(domain: "com.example.heat", name: "token")
    let run = await ToolRun(["get", "token"], in: InMemorySettingsStore([token: ["hunter2"]]))
    #expect(run.errors.hasPrefix("warning: "), "\(run.errors)")
    #expect(!run.errors.contains("hunter2") && !run.output.contains("hunter2"))
  }

  @Test(.timeLimit(.minutes(30))) func `Monitoring prints the warning about a value with the value`() async {
    let store = InMemorySettingsStore([Self.target: 25])
    let output = ToolRun.Output { text in
      if text.hasPrefix("monitoring") { store.set(99, forKey: Self.target) }
      if text.hasPrefix("warning: ") { store.set("dark", forKey: Self.mode) }
    }
    let run = await ToolRun(["monitor", "--count=2"], in: store, output: output)
    #expect(run.output == "target = 20.0\nmode = \"dark\"\n")
  }

  @Test(.timeLimit(.minutes(30))) func `Monitoring prints a report when it's made`() async {
    let store = InMemorySettingsStore()
    let isReported = LockedState(false)
    let output = ToolRun.Output { text in
      if text.hasPrefix("warning: ") { isReported.withLock { $0 = true } }
      guard text.hasPrefix("monitoring") else { return }
      #expect(isReported.withLock { $0 })
      store.set("dark", forKey: Self.mode)
    }
    let run = await ToolRun(["monitor", "--count=1"], in: store, output: output) {
      SettingsDiagnostics.report(SettingsError(.invalid, found: "a report", advice: "none"))
      return [HeatSettings()]
    }
    #expect(run.output == "mode = \"dark\"\n")
    #expect(run.errors.contains("warning: invalid: a report"))
  }
}
