import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsTools

@SettingsGroup(domain: "com.example.hall", keys: .propertyName)
private final class HallLamp: Sendable {
  @Pref var isOn = false
  @Pref var color = "white"
}

@SettingsGroup(domain: "com.example.porch", keys: .propertyName)
private final class PorchLamp: Sendable {
  @Pref var isOn = false
  @Pref(key: "night", validate: .range(0...9)) var level = 1
}

/// Two settings with the same name, one of which has a domain with a meaning for a shell.
private final class ShellSettings: SettingsGroup {
  let first = SettingRecord(
    name: "isOn", key: SettingsKey(domain: "com.example.shell", name: "isOn"), default: false, coding: .automatic)
  let second = SettingRecord(
    name: "isOn", key: SettingsKey(domain: "it's $(date)", name: "isOn"), default: false, coding: .automatic)

  func enumerateSettings(into list: inout SettingsList) {
    list.append(first)
    list.append(second)
  }
}

/// Two groups with settings of the same name.
struct RepeatedNameTests {
  private static let hall = SettingsKey(domain: "com.example.hall", name: "isOn")
  private static let porch = SettingsKey(domain: "com.example.porch", name: "isOn")

  private func run(
    _ arguments: [String], in store: any SettingsStore, output: ToolRun.Output = ToolRun.Output()
  ) async -> ToolRun {
    await ToolRun(arguments, in: store, output: output) { [HallLamp(), PorchLamp()] }
  }

  @Test func `A key selects the setting that is set, read and reset`() async {
    let store = InMemorySettingsStore()
    let set = await run(["set", "com.example.porch/isOn=true"], in: store)
    #expect(set.code == 0, "\(set.errors)")
    #expect(store.value(forKey: Self.porch) == true)
    #expect(store.value(forKey: Self.hall) == nil)
    #expect(await run(["get", "com.example.porch/isOn", "com.example.hall/isOn"], in: store).output == "true\nfalse\n")
    store.set(true, forKey: Self.hall)
    #expect(await run(["reset", "com.example.porch/isOn"], in: store).code == 0)
    #expect(store.value(forKey: Self.porch) == nil)
    #expect(store.value(forKey: Self.hall) == true)
  }

  @Test func `A reset of all settings includes those with the same name`() async {
    let store = InMemorySettingsStore([Self.hall: true, Self.porch: true])
    #expect(await run(["reset", "--all"], in: store).code == 0)
    #expect(store.value(forKey: Self.hall) == nil)
    #expect(store.value(forKey: Self.porch) == nil)
  }

  @Test(arguments: ["get isOn", "set isOn=true", "reset isOn", "describe isOn", "monitor isOn"])
  func `A name of several settings is refused with their keys`(command: String) async {
    let store = InMemorySettingsStore()
    let run = await run(command.split(separator: " ").map(String.init), in: store)
    #expect(run.code == SettingsTool.ExitCode.usage.rawValue)
    #expect(run.errors.contains("'com.example.hall/isOn', 'com.example.porch/isOn'"), "\(run.errors)")
    #expect(store.value(forKey: Self.hall) == nil)
  }

  @Test func `A list names settings with the same name by their keys`() async {
    let store = InMemorySettingsStore([Self.porch: true])
    let list = """
      com.example.hall/isOn = false
      color = "white"
      com.example.porch/isOn = true
      level = 1

      """
    #expect(await run(["list"], in: store).output == list)
    let json = """
      {
        "com.example.hall/isOn": false,
        "com.example.porch/isOn": true
      }

      """
    #expect(await run(["list", "ison", "--json"], in: store).output == json)
    #expect(await run(["get", "night", "level"], in: store).output == "1\n1\n")
  }

  @Test(.timeLimit(.minutes(30))) func `Monitoring prints only the setting with the key`() async {
    let store = InMemorySettingsStore()
    let output = ToolRun.Output { text in
      guard text.hasPrefix("monitoring") else { return }
      store.set(true, forKey: Self.hall)
      store.set(true, forKey: Self.porch)
    }
    let run = await run(["monitor", "com.example.porch/isOn", "--count=1"], in: store, output: output)
    #expect(run.output == "com.example.porch/isOn = true\n")
  }

  @Test func `A difference names settings with the same name by their keys`() async {
    let store = InMemorySettingsStore([Self.hall: true, Self.porch: true])
    let export = await run(["export"], in: store)
    let input = export.output
    let diff = await ToolRun(["diff", "-", "--json"], in: store, input: input) { [HallLamp(), PorchLamp()] }
    #expect(diff.output.contains(#""name": "com.example.hall/isOn""#), "\(diff.output)")
    #expect(diff.output.contains(#""name": "com.example.porch/isOn""#))
    let lines = await ToolRun(["diff", "-"], in: store, input: input) { [HallLamp(), PorchLamp()] }
    #expect(lines.output == "com.example.hall/isOn: true, equal\ncom.example.porch/isOn: true, equal\n")
  }

  @Test(arguments: ["bash", "zsh"])
  func `A name with a meaning for a shell isn't completed`(shell: String) async {
    let run = await ToolRun(["completion", shell], in: InMemorySettingsStore()) { [ShellSettings()] }
    #expect(run.code == 0, "\(run.errors)")
    #expect(run.output.contains("com.example.shell/isOn"))
    #expect(!run.output.contains("$(date)"))
  }

  @Test func `An inspection names the setting as the other commands do`() async {
    let store = InMemorySettingsStore()
    let porch = await run(["inspect", "com.example.porch/isOn"], in: store)
    #expect(porch.output.hasPrefix("com.example.porch/isOn: false from the default; "), "\(porch.output)")
    let nested = await ToolRun(["inspect", "zones.count"], in: store)
    #expect(nested.output.hasPrefix("zones.count: 1 from the default; "), "\(nested.output)")
  }
}
