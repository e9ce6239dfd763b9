import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsTools

private struct Door: Codable, Sendable {
  var name = "front"
  var width = 1
}

@SettingsGroup(domain: "com.example.doors", keys: .propertyName)
private final class Doors: Sendable {
  @Pref(aliases: ["oldDoor"]) var door = Door()
}

/// Parts of values that have older names, or that several layers hold.
struct ValuePlaceStoreTests {
  private static let key = SettingsKey(domain: "com.example.doors", name: "door")
  private static let former = SettingsKey(domain: "com.example.doors", name: "oldDoor")

  private func run(_ command: String, in store: any SettingsStore) async -> ToolRun {
    await ToolRun(command.split(separator: " ").map(String.init), in: store) { [Doors()] }
  }

  @Test func `A part of a value under an older name is changed and the others stay`() async {
    let store = InMemorySettingsStore([Self.former: ["name": "back", "width": 2]])
    let run = await run("set door.width=3", in: store)
    #expect(run.code == 0, "\(run)")
    #expect(store.value(forKey: Self.key) == ["name": "back", "width": 3])
    #expect(store.value(forKey: Self.former) == nil)
  }

  @Test func `A part of a locked value isn't changed`() async {
    let user = InMemorySettingsStore([Self.key: ["name": "back", "width": 2]])
    let managed = InMemorySettingsStore([Self.key: ["name": "side", "width": 4]])
    let run = await run(
      "set door.width=3", in: LayeredSettingsStore([.layer("managed", managed), .writable("user", user)]))
    #expect(run.code == SettingsTool.ExitCode.locked.rawValue, "\(run)")
    #expect(user.value(forKey: Self.key) == ["name": "back", "width": 2])
  }

  @Test func `A part is changed in the value that a lower layer decides`() async {
    let user = InMemorySettingsStore()
    let site = InMemorySettingsStore([Self.key: ["name": "side", "width": 4]])
    let run = await run(
      "set door.width=3", in: LayeredSettingsStore([.writable("user", user), .layer("site", site)]))
    #expect(user.value(forKey: Self.key) == ["name": "side", "width": 3], "\(run)")
  }
}
