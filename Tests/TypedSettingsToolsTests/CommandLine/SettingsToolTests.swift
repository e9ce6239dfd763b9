import Foundation
import Testing
import TypedSettings
import TypedSettingsObjectiveC

@testable import TypedSettingsTools

/// A command with its expected output.
struct Golden: CustomTestStringConvertible, Sendable {
  let command: String
  var input = ""
  let output: String
  var code: SettingsTool.ExitCode = .success

  var testDescription: String { command }

  static let export = #"""
    {
      "$typedSettingsExport": 1,
      "com.example.heat": {
        "mode": "dark",
        "target": 21.5
      }
    }

    """#

  static let zones = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "additionalProperties": false,
      "properties": {
        "$schema": {
          "type": "string"
        },
        "$version": {
          "description": "The version of the values, which the program maintains.",
          "minimum": 0,
          "type": "integer"
        },
        "count": {
          "default": 1,
          "maximum": 3,
          "minimum": 0,
          "type": "integer"
        }
      },
      "title": "heat settings",
      "type": "object"
    }

    """#

  static let text: [Golden] = [
    Golden(
      command: "list",
      output: """
        target = 21.5
        mode = "dark"
        isOn = false
        label = null
        from = 6
        until = 22
        token = "(secret)"
        zones.count = 1

        """),
    Golden(
      command: "list o", output: "mode = \"dark\"\nisOn = false\nfrom = 6\ntoken = \"(secret)\"\nzones.count = 1\n"),
    Golden(command: "get mode target zones.count", output: "dark\n21.5\n1\n"),
    Golden(command: "get --stored mode", output: "dark\n"),
    Golden(command: "get --stored isOn mode", output: "dark\n", code: .unset),
    Golden(command: "get --source mode isOn", output: "store\ndefault\n"),
    Golden(command: "get token", output: "(secret)\n"),
    Golden(command: "get com.example.heat.zones/count", output: "1\n"),
    Golden(command: "set target=22 mode=light isOn=true", output: ""),
    Golden(command: "set token", input: "hunter2\n", output: ""),
    Golden(command: "reset mode", output: ""),
    Golden(command: "reset --all", output: ""),
    Golden(
      command: "describe target",
      output: """
        target - Target
          The temperature to reach.
          key:        com.example.heat/target
          type:       number
          default:    20.0
          rule:       must be from 5.0 to 30.0

        """),
    Golden(command: "range mode", output: "automatic\nlight\ndark\n"),
    Golden(command: "range zones.count", output: "integer; must be from 0 to 3\n"),
    Golden(command: "writable mode", output: "true\n"),
    Golden(
      command: "inspect mode",
      output: "mode: \"dark\" from store; store: \"dark\"\n  default: \"automatic\", declared as 'mode'\n"),
    Golden(command: "export", output: export),
    Golden(
      command: "import -", input: #"{"$typedSettingsExport": 1, "com.example.heat": {"isOn": true}}"#,
      output: "isOn: not set -> true\n"),
    Golden(command: "diff -", input: export, output: "target: 21.5, equal\nmode: \"dark\", equal\n"),
    Golden(command: "doctor", output: ""),
    Golden(command: "schema --format=json-schema --domain=com.example.heat.zones", output: zones),
    Golden(
      command: "set --help",
      output: """
        Usage: heat settings set NAME=VALUE ... | NAME+=VALUE ... | NAME [VALUE]
               [--json]

        Changes settings in one step. NAME alone takes its value from a prompt or the
        input.

        Example: heat settings set volume=0.5 theme=dark

        """),
  ]

  static let json: [Golden] = [
    Golden(
      command: "list z --json",
      output: "{\n  \"zones.count\": 1\n}\n"),
    Golden(command: "get mode token --json", output: "{\n  \"mode\": \"dark\",\n  \"token\": \"(secret)\"\n}\n"),
    Golden(command: "get --source mode --json", output: "{\n  \"mode\": \"store\"\n}\n"),
    Golden(command: "set --json label=null", output: ""),
    Golden(command: "reset mode --json", output: ""),
    Golden(
      command: "describe zones.count --json",
      output: """
        {
          "constraint": {
            "range": {
              "maximum": 3,
              "minimum": 0
            }
          },
          "default": 1,
          "form": "integer",
          "name": "zones.count"
        }

        """),
    Golden(
      command: "range isOn --json", output: "{\n  \"form\": \"boolean\"\n}\n"),
    Golden(command: "writable mode --json", output: "true\n"),
    Golden(
      command: "inspect token --json",
      output: """
        {
          "issues": [],
          "key": "com.example.heat/token",
          "layers": [
            {
              "layer": "store",
              "skipped": false,
              "writable": true
            }
          ],
          "locked": false,
          "name": "token",
          "source": "default",
          "value": "(secret)"
        }

        """),
    Golden(command: "export --json", output: export),
    Golden(
      command: "diff - --json",
      input: #"{"$typedSettingsExport": 1, "com.example.heat": {"mode": "light", "token": "x", "other": 1}}"#,
      output: """
        [
          {
            "name": "mode",
            "newValue": "light",
            "oldValue": "dark",
            "outcome": "change"
          },
          {
            "name": "token",
            "newValue": "(secret)",
            "outcome": "change"
          },
          {
            "name": "other",
            "outcome": "notDeclared"
          }
        ]

        """),
    Golden(
      command: "import - --json", input: #"{"$typedSettingsExport": 1, "com.example.heat": {"isOn": true}}"#,
      output: """
        [
          {
            "name": "isOn",
            "newValue": true,
            "outcome": "change"
          }
        ]

        """),
    Golden(command: "schema --json --format=json-schema --domain=com.example.heat.zones", output: zones),
    Golden(command: "doctor --json", output: "[]\n"),
  ]
}

struct SettingsToolTests {
  static let store: @Sendable () -> InMemorySettingsStore = {
    InMemorySettingsStore([
      SettingsKey(domain: "com.example.heat", name: "target"): 21.5,
      SettingsKey(domain: "com.example.heat", name: "mode"): "dark",
    ])
  }

  @Test(arguments: Golden.text + Golden.json)
  func `A command writes values to the output and has an exit code`(golden: Golden) async {
    let run = await ToolRun(
      golden.command.split(separator: " ").map(String.init), in: Self.store(), input: golden.input)
    #expect(run.output == golden.output, "\(run.errors)")
    #expect(run.code == golden.code.rawValue, "\(run.errors)")
    #expect(!run.output.contains("hunter2") && !run.errors.contains("hunter2"))
  }

  // `MonitorTests` and `EditTests` have the output of `monitor` and `edit`, and `.ci/tools` tries that of `completion`
  // in shells.
  @Test(arguments: [Golden.text, Golden.json])
  func `Every command has an expected output, as text and as JSON`(goldens: [Golden]) {
    let verbs = Set(goldens.compactMap { $0.command.split(separator: " ").first.map(String.init) })
    #expect(Set(ToolVerb.allCases.map(\.rawValue)).subtracting(verbs) == ["monitor", "completion", "edit"])
  }

  @Test(
    arguments: [
      "import -", "set from=23", "set from=10 until=10 mode=light", "import - --json", "diff - --json",
    ])
  func `A rule about several settings holds on every way in`(command: String) async {
    let input = #"{"$typedSettingsExport": 1, "com.example.heat": {"from": 12, "until": 11, "isOn": true}}"#
    let store = Self.store()
    let run = await ToolRun(command.split(separator: " ").map(String.init), in: store, input: input)
    let isPreview = command.hasPrefix("diff")
    #expect(run.code == (isPreview ? SettingsTool.ExitCode.success : .refused).rawValue)
    #expect((run.errors + run.output).contains("heating must start before it ends"), "\(run.errors)")
    #expect(store.keys(inDomain: "com.example.heat")?.count == 2)
  }

  @Test func `An import that skips refused settings leaves out those of a broken rule`() async {
    let input = #"{"$typedSettingsExport": 1, "com.example.heat": {"from": 12, "until": 11, "isOn": true}}"#
    let store = Self.store()
    let run = await ToolRun(["import", "--skip-refused", "-"], in: store, input: input)
    #expect(run.errors == "1 changed, 0 equal, 2 refused\n")
    #expect(store.value(forKey: SettingsKey(domain: "com.example.heat", name: "isOn")) == true)
    #expect(store.value(forKey: SettingsKey(domain: "com.example.heat", name: "from")) == nil)
  }

  @Test(
    arguments: [
      ("", "Usage: heat settings COMMAND"), ("lst", "unknown command 'lst'; did you mean 'list'?"),
      ("get", "usage: heat settings get [--stored | --source] NAME ..."),
      ("get targte", "no setting 'targte'; did you mean 'target'?"), ("get cuont", "did you mean 'zones.count'?"),
      ("get xyzzy", "no setting 'xyzzy'\n"), ("get oldMode", "its name is now 'mode'"),
      ("--version", "unknown option '--version'"), ("get --stord mode", "did you mean '--stored'?"),
      ("get --stored --source mode", "use either"), ("set token=hunter3", "the secret 'token' isn't taken"),
      ("set --json mode=dark", "isn't JSON"), ("set mode label isOn", "only one value"), ("reset", "usage:"),
      ("reset --all mode", "usage:"), ("completion tcsh", "'bash', 'zsh' or 'fish'"),
      ("export --format=toml", "'--format'"),
      ("import /nonexistent/file", "can't read the file"), ("monitor --count=0", "needs a positive number"),
    ])
  func `Arguments that aren't valid are refused with advice`(command: String, message: String) async {
    let run = await ToolRun(command.split(separator: " ").map(String.init), in: Self.store(), input: "x")
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(!run.errors.contains("hunter3"))
    #expect(run.output == "")
    #expect(run.code == SettingsTool.ExitCode.usage.rawValue)
  }

  @Test(
    arguments: [
      ["set", "target=99", "mode=light"], ["set", "mode=sepia"], ["set", "isOn=perhaps", "target=99"],
      ["set", "from=23"], ["set", "from=10", "until=10", "mode=light"],
    ])
  func `A refused value or a broken rule changes nothing`(arguments: [String]) async {
    let store = Self.store()
    let before = store.keys(inDomain: "com.example.heat").map(Set.init)
    let run = await ToolRun(arguments, in: store)
    #expect(run.code == SettingsTool.ExitCode.refused.rawValue)
    #expect(run.errors.hasPrefix("error: "))
    #expect(store.value(forKey: SettingsKey(domain: "com.example.heat", name: "mode")) == "dark")
    #expect(store.keys(inDomain: "com.example.heat").map(Set.init) == before)
  }

  @Test func `All refusals of a command are listed`() async {
    let run = await ToolRun(["set", "target=99", "mode=sepia", "isOn=true"], in: Self.store())
    #expect(run.errors.split(separator: "\n").count == 2)
    #expect(run.errors.contains("target") && run.errors.contains("mode"))
  }

  @Test func `A value that belongs to a rule with another one is set together with it`() async {
    let store = Self.store()
    #expect(await ToolRun(["set", "from=22", "until=23"], in: store).code == 0)
    #expect(store.value(forKey: SettingsKey(domain: "com.example.heat", name: "from")) == 22)
  }

  @Test func `A locked setting has its exit code, and nothing is changed`() async {
    let managed = InMemorySettingsStore([SettingsKey(domain: "com.example.heat", name: "target"): 18])
    let user = InMemorySettingsStore()
    let store = LayeredSettingsStore([.layer("managed", managed), .writable("user", user)])
    for command in [["set", "isOn=true", "target=21"], ["reset", "target", "isOn"], ["writable", "target"]] {
      let run = await ToolRun(command, in: store)
      #expect(run.code == SettingsTool.ExitCode.locked.rawValue, "\(run.errors)")
      #expect(run.output == (command[0] == "writable" ? "false\n" : ""))
    }
    #expect(user.keys(inDomain: "com.example.heat") == [])
    #expect(await ToolRun(["get", "target", "--source"], in: store).output == "managed\n")
    let doctor = await ToolRun(["doctor"], in: store)
    #expect(doctor.output == "locked: target: decided by 'managed'\n")
    #expect(doctor.code == 0)
  }

  @Test func `A store that can't be written or read has its exit code`() async throws {
    let store = FileSettingsStore(file: try #require(URL(string: "https://example.com/settings.json")))
    let run = await ToolRun(["set", "isOn=true"], in: store)
    #expect(run.code == SettingsTool.ExitCode.unavailable.rawValue, "\(run.errors)")
  }

  @Test func `The doctor finds each kind of problem`() async {
    let store = InMemorySettingsStore([
      SettingsKey(domain: "com.example.heat", name: "target"): 99,
      SettingsKey(domain: "com.example.heat", name: "isOn"): [1],
      SettingsKey(domain: "com.example.heat", name: "from"): 23,
      SettingsKey(domain: "com.example.heat", name: "unknown"): 1,
    ])
    let run = await ToolRun(["doctor"], in: store)
    #expect(run.code == SettingsTool.ExitCode.refused.rawValue)
    let kinds = run.output.split(separator: "\n").map { $0.split(separator: ":").prefix(2).joined(separator: ":") }
    #expect(
      kinds == [
        "invalid: target", "undecodable: isOn", "undeclared: com.example.heat/unknown", "invalid: rule",
      ])
    #expect(store.value(forKey: SettingsKey(domain: "com.example.heat", name: "target")) == 99)
  }

  @Test func `Colors are for terminals only`() async {
    #expect(await ToolRun(["list"], in: Self.store(), isTerminal: true).output.contains("\u{1B}["))
    #expect(await !ToolRun(["list"], in: Self.store()).output.contains("\u{1B}["))
  }
}
