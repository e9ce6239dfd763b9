import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsTools

private struct Horn: Codable, Equatable, Sendable {
  var tone = "deep"
  var length = 1
}

/// A group of version 2, in which each setting has a trait, a structure, or both.
@SettingsGroup(domain: "com.example.car", keys: .propertyName, version: 2)
private final class Car: Sendable {
  @Pref var speed = 10
  @Pref(aliases: ["oldHorn"]) var horn = Horn()
  @Pref(traits: .secret) var code = ""
  @Pref(traits: .transient) var gear = 1
  @Pref(traits: .transient) var signal = Horn()

  static var migrations: [SettingsMigration] {
    [
      SettingsMigration(to: 2) { values in
        if case .integer(let speed)? = values["speed"] { values["speed"] = .integer(speed * 2) }
        if case .string(let code)? = values["code"] { values["code"] = .string(code + "!") }
        if case .dictionary(var horn)? = values.removeValue(forKey: "oldHorn") {
          horn["length"] = 7
          values["horn"] = .dictionary(horn)
        }
      }
    ]
  }
}

/// Previews of migrations, and parts of values, together with routes, secrets, transient values and drafts.
struct PreviewPairTests {
  private static func key(_ name: String) -> SettingsKey { SettingsKey(domain: "com.example.car", name: name) }

  private static let older: [SettingsKey: SettingsValue] = [
    key("$version"): 1, key("speed"): 50, key("oldHorn"): ["tone": "high", "length": 2],
  ]

  private func run(_ command: String, in store: any SettingsStore) async -> ToolRun {
    await ToolRun(command.split(separator: " ").map(String.init), in: store) { [Car()] }
  }

  @Test func `A preview reads a routed secret with its migration, and changes neither store`() async {
    let plain = InMemorySettingsStore(Self.older)
    let secrets = InMemorySettingsStore([Self.key("$version"): 1, Self.key("code"): "1234"])
    let store = RoutingSettingsStore([.traits(.secret, to: secrets)], default: plain)
    let speed = await run("get speed", in: store)
    #expect(speed.output == "100\n", "\(speed)")
    let preview = MigrationPreview.$current.withValue(MigrationPreview()) { Car.make(alternateStore: store) }
    #expect(preview.code == "1234!")
    #expect(throws: SettingsError.self) { try preview.$code.set("5") }
    #expect(plain.value(forKey: Self.key("speed")) == 50 && plain.value(forKey: Self.key("$version")) == 1)
    #expect(secrets.value(forKey: Self.key("code")) == "1234" && secrets.value(forKey: Self.key("$version")) == 1)
  }

  @Test func `A secret isn't shown by a preview`() async {
    let store = InMemorySettingsStore([Self.key("$version"): 1, Self.key("code"): "1234"])
    for command in ["list", "get code", "inspect code", "export", "doctor", "list --origin"] {
      let run = await run(command, in: store)
      #expect(!run.output.contains("1234") && !run.errors.contains("1234"), "\(run)")
    }
  }

  @Test func `A transient value keeps its default in a preview, and can be changed`() async {
    let store = InMemorySettingsStore(Self.older)
    let preview = MigrationPreview.$current.withValue(MigrationPreview()) { Car.make(alternateStore: store) }
    preview.gear = 3
    #expect(preview.gear == 3)
    let run = await run("get gear", in: store)
    #expect(run.output == "1\n" || run.output == "3\n", "\(run)")
    #expect(store.value(forKey: Self.key("gear")) == nil && store.value(forKey: Self.key("$version")) == 1)
  }

  @Test func `A draft of a previewed group shows migrated values, and its changes are refused`() {
    let store = InMemorySettingsStore(Self.older)
    let preview = MigrationPreview.$current.withValue(MigrationPreview()) { Car.make(alternateStore: store) }
    let draft = SettingsDiagnostics.withHandler({ _ in }) {
      MigrationPreview.$current.withValue(nil) { preview.draft() }
    }
    #expect(draft.speed == 100)
    SettingsDiagnostics.withHandler({ _ in }) { draft.speed = 5 }
    #expect(throws: SettingsError.self) { try draft.apply() }
    #expect(store.value(forKey: Self.key("speed")) == 50)
    #expect(preview.speed == 100)
  }

  @Test func `A part is read from the migrated value under an older name`() async {
    let store = InMemorySettingsStore(Self.older)
    let run = await run("get horn.tone horn.length", in: store)
    #expect(run.output == "high\n7\n", "\(run)")
    #expect(store.value(forKey: Self.key("oldHorn")) == ["tone": "high", "length": 2])
  }

  @Test func `A change of a part migrates the other parts`() async {
    let store = InMemorySettingsStore(Self.older)
    let run = await run("set horn.tone=low speed+=1", in: store)
    #expect(run.code == 0, "\(run)")
    #expect(store.value(forKey: Self.key("horn")) == ["tone": "low", "length": 7])
    #expect(store.value(forKey: Self.key("oldHorn")) == nil)
    #expect(store.value(forKey: Self.key("speed")) == 101 && store.value(forKey: Self.key("$version")) == 2)
  }

  @Test func `A part of a transient value is changed in memory only`() async {
    let store = InMemorySettingsStore()
    let run = await run("set signal.tone=low", in: store)
    #expect(run.errors.contains("signal"), "\(run)")
    #expect(store.value(forKey: Self.key("signal")) == nil)
  }
}
