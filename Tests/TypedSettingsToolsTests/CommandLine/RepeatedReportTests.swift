import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsTools

/// Problems that a command prints, and that are also reported while it runs.
struct RepeatedReportTests {
  private static let from = SettingsKey(domain: "com.example.heat", name: "from")

  /// Returns how often a text is part of the output and the messages of a run.
  private func count(of text: String, in run: ToolRun) -> Int {
    (run.output + run.errors).components(separatedBy: text).count - 1
  }

  /// Runs a command with groups in a store that is created during the run.
  private func run(_ command: String, withFileAt file: URL) async -> ToolRun {
    await ToolRun(command.split(separator: " ").map(String.init), in: InMemorySettingsStore()) {
      PreferenceContext.$store.withValue(FileSettingsStore(file: file, allowsSecrets: true)) { [HeatSettings()] }
    }
  }

  private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  // A rule reads the value, which reports it.
  @Test(arguments: [["doctor"], ["doctor", "--json"], ["get", "from"], ["list"]])
  func `A value that can't be used is mentioned once`(arguments: [String]) async {
    let run = await ToolRun(arguments, in: InMemorySettingsStore([Self.from: 99]))
    #expect(count(of: "is not from 0 to 23", in: run) == 1, "\(run.output)\(run.errors)")
  }

  @Test(arguments: ["doctor", "doctor --json", "get mode", "list", "export"])
  func `A corrupt file is mentioned once`(command: String) async throws {
    try await withFolder { folder in
      let file = folder.appending(path: "settings.json")
      try Data("{".utf8).write(to: file)
      let run = await run(command, withFileAt: file)
      #expect(count(of: "there is no previous file", in: run) == 1, "\(run.output)\(run.errors)")
    }
  }

  @Test(arguments: ["doctor", "get mode", "list", "export", "set isOn=true", "writable isOn"])
  func `An unreadable file is mentioned once`(command: String) async throws {
    try await withFolder { folder in
      // Not even the superuser can read a folder as a document.
      let file = folder.appending(path: "settings.json")
      try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
      let run = await run(command, withFileAt: file)
      #expect(count(of: "which can't be read", in: run) == 1, "\(run.output)\(run.errors)")
    }
  }

  @Test func `The doctor mentions values of a newer version once`() async {
    let version = SettingsKey(domain: "com.example.studio", name: "$version")
    let run = await ToolRun(["doctor"], in: InMemorySettingsStore([version: 3])) { [StudioSettings()] }
    #expect(run.output.hasPrefix("too new: com.example.studio: "), "\(run.output)")
    #expect(!run.errors.contains("newerVersion"), "\(run.errors)")
  }

  @Test func `The doctor doesn't repeat the report of an undeclared name`() async {
    let unknown = SettingsKey(domain: "com.example.heat", name: "xyzzy")
    let run = await ToolRun(["doctor"], in: InMemorySettingsStore([unknown: 1])) {
      [HeatSettings().reportUndeclared()]
    }
    #expect(run.output.hasPrefix("undeclared: com.example.heat/xyzzy: "), "\(run.output)")
    #expect(run.errors == "")
  }

  @Test func `A report that no message of the command covers is a warning`() async {
    let run = await ToolRun(["doctor"], in: InMemorySettingsStore([Self.from: 99])) {
      SettingsDiagnostics.report(SettingsError(.invalid, found: "a report", advice: "none"))
      return [HeatSettings()]
    }
    #expect(run.errors.hasSuffix("warning: invalid: a report; none\n"), "\(run.errors)")
  }
}
