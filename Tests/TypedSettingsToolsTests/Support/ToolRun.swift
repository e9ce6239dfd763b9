import TypedSettings
import TypedSettingsObjectiveC

@testable import TypedSettingsTools

@SettingsGroup(domain: "com.example.heat.zones", keys: .propertyName)
final class ZoneSettings: Sendable {
  @Pref(validate: .range(0...3)) var count = 1
}

/// The settings of the command-line tests.
@SettingsGroup(domain: "com.example.heat", keys: .propertyName)
final class HeatSettings: Sendable {
  /// The temperature to reach.
  @Pref(validate: .range(5...30)) @PrefAttr(\.title, "Target") var target = 20.0
  @Pref(aliases: ["oldMode"]) var mode = Mode.automatic
  @Pref var isOn = false
  @Pref var label: String? = nil
  @Pref(validate: .range(0...23)) var from = 6
  @Pref(validate: .range(0...23)) var until = 22
  @Pref(traits: .secret) var token = ""

  let zones = ZoneSettings()

  static var rules: [SettingsRule<HeatSettings>] {
    [SettingsRule("heating must start before it ends") { $0.from < $0.until }]
  }
}

/// A place with a choice that has spaces.
struct Room: Codable, Sendable {
  enum Kind: String, Codable, CaseIterable, Sendable {
    case bath
    case living = "living room"
    case childs = "child's room"
  }

  var kind = Kind.bath
  var floor = 0
}

/// Settings whose values have parts.
@SettingsGroup(domain: "com.example.rooms", keys: .propertyName)
final class RoomSettings: Sendable {
  @Pref var room = Room()
  @Pref var other = Room.Kind.bath
}

/// A run of a tool, and what it wrote.
struct ToolRun {
  final class Output: Sendable {
    let text = LockedState("")
    let errors = LockedState("")
    let onError: @Sendable (String) -> Void

    init(onError: @escaping @Sendable (String) -> Void = { _ in }) { self.onError = onError }
  }

  let code: Int32
  let output: String
  let errors: String

  init(
    _ arguments: [String], in store: any SettingsStore, input: String = "", isTerminal: Bool = false,
    output: Output = Output(), groups: @escaping @Sendable () -> [any SettingsGroup] = { [HeatSettings()] }
  ) async {
    let console = SettingsConsole(
      write: { text in output.text.withLock { $0 += text } },
      writeError: { text in
        output.errors.withLock { $0 += text }
        output.onError(text)
      },
      readInput: { input }, isTerminal: isTerminal)
    code = await PreferenceContext.$store.withValue(store) {
      await SettingsTool(command: "heat settings", console: console, groups: groups).run(arguments)
    }
    self.output = output.text.withLock { $0 }
    errors = output.errors.withLock { $0 }
  }
}
