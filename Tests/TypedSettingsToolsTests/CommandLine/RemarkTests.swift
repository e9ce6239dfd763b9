import Testing
import TypedSettings

@testable import TypedSettingsTools

@SettingsGroup(domain: "com.example.remarks", keys: .propertyName)
private final class RemarkedSettings: Sendable {
  @Pref(validate: .range(0...10), policy: .clamp) var volume = 5
  @Pref(traits: .transient) var query = ""
  @Pref @PrefAttr(\.deprecation, "use 'volume' instead") var loudness = 1
  @Pref var title = ""
  @Pref var factor = 1.5
  @Pref var contact = Profile()
}

/// The warnings about changes with another effect than the user expects, and the help.
struct RemarkTests {
  @Test(
    arguments: [
      ("volume=7", ""), ("title=a", ""), ("factor=2", ""),
      (#"contact={"name": "Ada", "age": 3, "mode": "dark", "contacts": [{"mail": "a", "priority": null}]}"#, ""),
      ("volume=500", "warning: 'volume' is now 10, the nearest value that it can have\n"),
      ("query=a", "warning: 'query' isn't stored, so its value is lost when this command ends\n"),
      ("loudness=2", "warning: 'loudness' is deprecated: use 'volume' instead\n"),
    ])
  func `a change with another effect than expected has a warning`(_ argument: String, _ warning: String) async {
    for options in [[], ["--json"]] {
      if !options.isEmpty, argument.hasSuffix("=a") { continue }
      let run = await ToolRun(["set"] + options + [argument], in: InMemorySettingsStore()) { [RemarkedSettings()] }
      #expect(run.code == 0)
      #expect(run.errors == warning)
    }
  }

  @Test(arguments: [SettingsValue.string("loud"), .integer(9)])
  func `the layer of a lock is named, whether or not its value can be used`(_ value: SettingsValue) async {
    let key = SettingsKey(domain: "com.example.remarks", name: "title")
    let isUsable = value == .string("loud")
    let managed = InMemorySettingsStore([key: isUsable ? value : .array([value])])
    let store = LayeredSettingsStore([.layer("managed", managed), .writable("user", InMemorySettingsStore())])
    let doctor = await ToolRun(["doctor"], in: store) { [RemarkedSettings()] }
    let end = isUsable ? "" : ", whose value can't be used"
    #expect(doctor.output.contains("locked: title: decided by 'managed'\(end)\n"), "\(doctor.output)")
    let set = await ToolRun(["set", "title=a"], in: store) { [RemarkedSettings()] }
    #expect(set.code == SettingsTool.ExitCode.locked.rawValue)
    #expect(set.errors.contains("'managed'"), "\(set.errors)")
  }

  @Test(
    arguments: [
      (["target": "99"], "invalid: target: "), (["target": "hot"], "undecodable: target: "),
      (["from": "23"], "invalid: rule: heating must start before it ends"),
    ])
  func `a value in the environment that breaks a rule is found, with the name of the variable`(
    _ values: [String: String], _ problem: String
  ) async {
    let variables = EnvironmentSettingsStore(prefix: "HEAT_", environment: [:])
    let names = Dictionary(
      uniqueKeysWithValues: values.map {
        (variables.variable(forKey: SettingsKey(domain: "com.example.heat", name: $0.key)), $0.value)
      })
    let environment = EnvironmentSettingsStore(prefix: "HEAT_", environment: names)
    let store = LayeredSettingsStore([
      .layer("environment", environment), .writable("user", InMemorySettingsStore()),
    ])
    let run = await ToolRun(["doctor"], in: store)
    #expect(run.code == SettingsTool.ExitCode.refused.rawValue)
    #expect(run.output.contains(problem), "\(run.output)\(run.errors)")
    for name in names.keys { #expect(run.output.contains("'environment' (\(name))"), "\(run.output)") }
  }

  @Test func `the help of the tool and of each command fits into 80 columns, and has an example`() async {
    let help = await ToolRun(["help"], in: InMemorySettingsStore())
    for verb in ToolVerb.allCases {
      #expect(help.output.contains("  \(verb.rawValue) "))
      let run = await ToolRun(["help", verb.rawValue], in: InMemorySettingsStore())
      let other = await ToolRun([verb.rawValue, "--help"], in: InMemorySettingsStore())
      #expect(run.code == 0 && run.output == other.output)
      #expect(run.output.contains("Example: heat settings \(verb.rawValue) "))
      for line in (run.output + help.output).split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }
    let unknown = await ToolRun(["help", "sett"], in: InMemorySettingsStore())
    #expect(unknown.errors == "error: unknown command 'sett'; did you mean 'set'?\n")
  }
}
