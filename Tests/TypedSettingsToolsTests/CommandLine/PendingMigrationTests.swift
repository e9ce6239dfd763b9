import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsTools

/// A group whose values of version 1 have another name and another unit.
@SettingsGroup(domain: "com.example.mixer", keys: .propertyName, version: 2)
private final class Mixer: Sendable {
  @Pref(validate: .range(0...1)) var volume = 0.5
  @Pref(aliases: ["sound"]) var effects = true

  static var migrations: [SettingsMigration] {
    [
      SettingsMigration(to: 2) { values in
        if case .integer(let percent)? = values.removeValue(forKey: "vol") {
          values["volume"] = .double(Double(percent) / 100)
        }
      }
    ]
  }
}

/// Commands with a file that an older version of the program has written.
struct PendingMigrationTests {
  private static let document = """
    {
      // How loud.
      "com.example.mixer": {"$version": 1, "vol": 80, "sound": false}
    }

    """

  /// Runs a command on a store with the document, and returns the run and what the folder contains afterwards.
  private func run(
    _ arguments: [String], isLayered: Bool = false
  ) async throws -> (run: ToolRun, files: [String], document: String) {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "settings.json")
    try Data(Self.document.utf8).write(to: file)
    let other = folder.appending(path: "other.json")
    try Data(#"{"com.example.mixer": {"volume": 0.25}}"#.utf8).write(to: other)
    var store: any SettingsStore = FileSettingsStore(file: file)
    if isLayered {
      store = LayeredSettingsStore([.layer("empty", InMemorySettingsStore()), .writable("user", store)])
    }
    let words = arguments.map { $0 == "FILE" ? other.path : $0 }
    let result = await ToolRun(words, in: store) { [Mixer()] }
    try store.flush()
    return (
      result, try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted(),
      try String(contentsOf: file, encoding: .utf8)
    )
  }

  @Test(
    arguments: [
      "list", "get volume", "describe volume", "range volume", "writable volume", "inspect volume", "export",
      "diff FILE", "schema", "doctor", "completion bash", "help set", "get nothing",
    ], [false, true])
  func `A command that reads leaves an older file as it is`(command: String, isLayered: Bool) async throws {
    let (run, files, document) = try await run(command.split(separator: " ").map(String.init), isLayered: isLayered)
    #expect(files == ["other.json", "settings.json"], "\(run)")
    #expect(document == Self.document)
  }

  @Test(
    arguments: [
      ("get volume effects", "0.8\nfalse\n"), ("get --stored volume", "0.8\n"), ("list vol", "volume = 0.8\n"),
      ("writable volume", "true\n"),
    ], [false, true])
  func `A command that reads shows what the migration makes of the values`(
    example: (command: String, output: String), isLayered: Bool
  ) async throws {
    let words = example.command.split(separator: " ").map(String.init)
    let run = try await run(words, isLayered: isLayered).run
    #expect(run.output == example.output, "\(run)")
    #expect(run.errors == "")
  }

  @Test func `An export has the migrated values`() async throws {
    let run = try await run(["export"]).run
    #expect(run.output.contains(#""volume": 0.8"#) && !run.output.contains("vol\""), "\(run)")
  }

  @Test func `The doctor says that the values are of an older version, and finds nothing else`() async throws {
    let run = try await run(["doctor"]).run
    let expected =
      "not migrated: com.example.mixer: the values are of version 1; the next change migrates them to version 2\n"
    #expect(run.output == expected, "\(run)")
    #expect(run.code == 0)
  }

  @Test(arguments: ["set effects=true", "reset effects"])
  func `A command that writes migrates the file`(command: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "settings.json")
    try Data(Self.document.utf8).write(to: file)
    let store = FileSettingsStore(file: file)
    let run = await ToolRun(command.split(separator: " ").map(String.init), in: store) { [Mixer()] }
    #expect(run.code == 0, "\(run)")
    try store.flush()
    let other = FileSettingsStore(file: file)
    #expect(other.value(forKey: SettingsKey(domain: "com.example.mixer", name: "$version")) == 2)
    #expect(other.value(forKey: SettingsKey(domain: "com.example.mixer", name: "volume")) == 0.8)
  }

  @Test func `A change by another process ends the preview`() async throws {
    let store = InMemorySettingsStore([
      SettingsKey(domain: "com.example.mixer", name: "vol"): 80,
      SettingsKey(domain: "com.example.mixer", name: "$version"): 1,
    ])
    let output = ToolRun.Output { line in
      guard line.hasPrefix("monitoring") else { return }
      MigrationPreview.$current.withValue(nil) { Mixer.make(alternateStore: store).volume = 0.3 }
    }
    let run = await ToolRun(["monitor", "--count=1"], in: store, output: output) { [Mixer()] }
    #expect(run.output == "volume = 0.3\n", "\(run)")
  }

  @Test func `A write of a previewed group is refused instead of being hidden`() throws {
    let key = SettingsKey(domain: "com.example.mixer", name: "vol")
    let store = InMemorySettingsStore([key: 80])
    let mixer = MigrationPreview.$current.withValue(MigrationPreview()) { Mixer.make(alternateStore: store) }
    #expect(mixer.volume == 0.8)
    let error = #expect(throws: SettingsError.self) { try mixer.$volume.set(0.1) }
    #expect(error?.code == .readOnly)
    #expect(throws: SettingsError.self) { try mixer.transaction { $0.volume = 0.1 } }
    #expect(store.value(forKey: key) == 80)
    #expect(mixer.volume == 0.8)
  }
}
