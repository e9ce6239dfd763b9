import Testing
import TypedSettings

@testable import TypedSettingsTools

/// A store that keeps its values in memory until it's flushed, which fails.
private final class UnflushedStore: SettingsStore {
  private let base = InMemorySettingsStore([SettingsKey(domain: "com.example.heat", name: "target"): 21.5])

  func value(forKey key: SettingsKey) -> SettingsValue? { base.value(forKey: key) }

  func set(_ value: SettingsValue?, forKey key: SettingsKey) throws { base.set(value, forKey: key) }

  func observe(_ key: SettingsKey, onChange: @escaping @Sendable (SettingsChange) -> Void)
    -> SettingsObservationToken
  { base.observe(key, onChange: onChange) }

  func removeObserver(_ token: SettingsObservationToken) { base.removeObserver(token) }

  func flush() throws {
    throw SettingsError(.notSaved, found: "no room on the disk", advice: "make room")
  }
}

/// Changes that are lost when the process exits.
struct UnsavedChangeTests {
  private static let document = #"{"$typedSettingsExport": 1, "com.example.heat": {"isOn": true}}"#

  @Test(arguments: ["set isOn=true", "reset target", "reset --all", "import -", "import - --json"])
  func `A command fails if its changes can't be saved`(command: String) async {
    let run = await ToolRun(
      command.split(separator: " ").map(String.init), in: UnflushedStore(), input: Self.document)
    #expect(run.code == SettingsTool.ExitCode.unavailable.rawValue)
    #expect(run.errors.contains("no room on the disk"), "\(run.errors)")
    #expect(run.output == "")
  }

  @Test(arguments: ["set isOn=true", "reset isOn", "import -"])
  func `A layer that isn't written doesn't make a command fail`(command: String) async {
    let user = InMemorySettingsStore([SettingsKey(domain: "com.example.heat", name: "isOn"): false])
    let store = LayeredSettingsStore([.layer("fleet", UnflushedStore()), .writable("user", user)])
    let run = await ToolRun(command.split(separator: " ").map(String.init), in: store, input: Self.document)
    #expect(run.code == 0, "\(run.errors)")
  }

  @Test(arguments: ["get target", "list", "diff -", "export"])
  func `A command that only reads saves nothing`(command: String) async {
    let run = await ToolRun(
      command.split(separator: " ").map(String.init), in: UnflushedStore(), input: Self.document)
    #expect(run.code == 0, "\(run.errors)")
  }
}
