import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsTools

/// The places that values come from, as users see them.
struct OriginTests {
  private func withLayers(_ body: (_ folder: URL, any SettingsStore) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let managed = folder.appending(path: "managed.json")
    try Data("{\n  \"com.example.heat\": {\n    \"target\": 18\n  }\n}\n".utf8).write(to: managed)
    let user = folder.appending(path: "user.json")
    try Data("{\"com.example.heat\": {\"oldMode\": \"dark\", \"target\": 21}}".utf8).write(to: user)
    let store = LayeredSettingsStore([
      .layer("managed", ManagedSettingsStore(file: managed)),
      .layer("command line", CommandLineSettingsStore(arguments: ["--from=7"])),
      .layer(
        "environment", EnvironmentSettingsStore(prefix: "HEAT_", environment: ["HEAT_UNTIL": "20", "HEAT_IS_ON": "x"])),
      .writable("user", FileSettingsStore(file: user, allowsSecrets: true)),
    ])
    try await body(folder, store)
  }

  @Test(
    arguments: [
      ("target", ["managed: FOLDER/managed.json:3:15", "user: FOLDER/user.json:1:52"]),
      ("mode", ["user: FOLDER/user.json:1:34"]), ("from", ["command line: --from"]),
      ("until", ["environment: HEAT_UNTIL"]), ("isOn", ["environment: HEAT_IS_ON"]), ("label", []),
    ])
  func `inspect names the place of each value and the default`(name: String, lines: [String]) async throws {
    try await withLayers { folder, store in
      let run = await ToolRun(["inspect", name], in: store)
      let found = run.output.split(separator: "\n").dropFirst().map { line in
        line.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: folder.path, with: "FOLDER")
      }
      #expect(Array(found.dropLast()) == lines, "\(run.output)")
      #expect(found.last?.hasPrefix("default: ") == true && found.last?.hasSuffix("declared as '\(name)'") == true)
    }
  }

  @Test func `inspect and list have the places as JSON`() async throws {
    try await withLayers { folder, store in
      let inspected = await ToolRun(["inspect", "target", "--json"], in: store).output
      #expect(inspected.contains("\"origin\": \"\(folder.path)/managed.json:3:15\""), "\(inspected)")
      let listed = await ToolRun(["list", "--origin", "--json", "until"], in: store).output
      #expect(listed == "{\n  \"until\": {\n    \"origin\": \"HEAT_UNTIL\",\n    \"value\": 20\n  }\n}\n")
    }
  }

  @Test func `list shows the place of each value in effect`() async throws {
    try await withLayers { folder, store in
      let run = await ToolRun(["list", "--origin"], in: store)
      let output = run.output.replacingOccurrences(of: folder.path, with: "FOLDER")
      let lines = [
        "target = 18  (FOLDER/managed.json:3:15)", "mode = \"dark\"  (FOLDER/user.json:1:34)",
        "isOn = false  (default)",
        "label = null  (default)", "from = 7  (--from)", "until = 20  (HEAT_UNTIL)",
      ]
      for line in lines { #expect(output.contains(line + "\n"), "\(output)") }
    }
  }

  @Test func `A locked setting is refused with the place that decides it`() async throws {
    try await withLayers { folder, store in
      let run = await ToolRun(["set", "target=20", "from=8"], in: store)
      #expect(run.code == SettingsTool.ExitCode.locked.rawValue)
      #expect(
        run.errors.contains("target: decided by 'managed' (\(folder.path)/managed.json:3:15); nothing was changed"))
      #expect(run.errors.contains("from: decided by 'command line' (--from); nothing was changed"))
    }
  }

  @Test func `An unusable value is reported with the variable that has it`() async throws {
    try await withLayers { _, store in
      let run = await ToolRun(["get", "isOn"], in: store)
      #expect(run.output == "false\n")
      #expect(run.errors == "warning: HEAT_IS_ON: x is not true or false; from the layer 'environment'\n")
    }
  }

  @Test func `A store of one's own says where its values are`() async {
    let run = await ToolRun(
      ["inspect", "target"],
      in: VaultStore(
        InMemorySettingsStore([
          SettingsKey(domain: "com.example.heat", name: "target"): 20
        ])))
    #expect(run.output.contains("store: vault://com.example.heat/target\n"), "\(run.output)")
  }
}

private final class VaultStore: SettingsStore {
  private let values: InMemorySettingsStore

  init(_ values: InMemorySettingsStore) { self.values = values }

  func value(forKey key: SettingsKey) -> SettingsValue? { values.value(forKey: key) }
  func set(_ value: SettingsValue?, forKey key: SettingsKey) { values.set(value, forKey: key) }
  func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void) -> SettingsObservationToken {
    values.observe(key, onChange: onChange)
  }
  func removeObserver(_ token: SettingsObservationToken) { values.removeObserver(token) }
  func origin(ofKeys keys: [SettingsKey]) -> String? {
    keys.first { value(forKey: $0) != nil }.map { "vault://\($0)" }
  }
}
