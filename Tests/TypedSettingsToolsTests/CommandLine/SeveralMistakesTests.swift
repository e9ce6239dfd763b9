import Testing
import TypedSettings

@testable import TypedSettingsTools

/// Commands with more than one mistake.
struct SeveralMistakesTests {
  @Test(
    arguments: [
      ("get targte mdoe", ["did you mean 'target'?", "did you mean 'mode'?"]),
      ("reset targte mode mdoe", ["did you mean 'target'?", "did you mean 'mode'?"]),
      ("monitor targte mdoe", ["did you mean 'target'?", "did you mean 'mode'?"]),
      ("set targte=1 mdoe=dark isOn=true", ["did you mean 'target'?", "did you mean 'mode'?"]),
      ("set targte=1 mode=sepia", ["did you mean 'target'?", "mode: sepia is not a mode"]),
      (
        "set target=99 mdoe=dark from=99",
        ["did you mean 'mode'?", "target: 99 is out of range", "from: 99 is out of range"]
      ),
      ("set token=hunter3 mdoe=dark", ["the secret 'token'", "did you mean 'mode'?"]),
      ("set --json mode=dark label=kitchen", ["the value of 'mode'", "the value of 'label'"]),
      ("get --stord --suorce mode", ["did you mean '--stored'?", "did you mean '--source'?"]),
    ])
  func `All mistakes in the arguments are listed, and nothing is changed`(
    command: String, messages: [String]
  ) async {
    let store = SettingsToolTests.store()
    let run = await ToolRun(command.split(separator: " ").map(String.init), in: store)
    #expect(run.code == SettingsTool.ExitCode.usage.rawValue)
    #expect(run.output == "")
    for message in messages { #expect(run.errors.contains(message), "\(run.errors)") }
    // With `--json`, the messages are in one object.
    #expect(
      run.errors.split(separator: "\n").count == (command.contains("--json") ? 1 : messages.count), "\(run.errors)")
    #expect(!run.errors.contains("hunter3"))
    #expect(store.keys(inDomain: "com.example.heat")?.count == 2)
    #expect(store.value(forKey: SettingsKey(domain: "com.example.heat", name: "mode")) == "dark")
  }

  @Test(arguments: [["targte=1", "label"], ["label", "targte=1"]])
  func `A command with a mistake doesn't wait for the input`(arguments: [String]) async {
    let console = SettingsConsole(
      write: { _ in }, writeError: { _ in },
      readInput: {
        Issue.record("the input was read")
        return ""
      })
    let code = await PreferenceContext.$store.withValue(InMemorySettingsStore()) {
      await SettingsTool(console: console) { [HeatSettings()] }.run(["set"] + arguments)
    }
    #expect(code == SettingsTool.ExitCode.usage.rawValue)
  }

  @Test(
    arguments: [
      ("get --stored=yes mode", "the option '--stored' doesn't take a value"),
      ("list --json=true", "the option '--json' doesn't take a value"),
      ("monitor --count mode", "the option needs a value: '--count=…'"),
    ])
  func `A known option with a wrong form isn't called unknown`(command: String, message: String) async {
    let run = await ToolRun(command.split(separator: " ").map(String.init), in: SettingsToolTests.store())
    #expect(run.code == SettingsTool.ExitCode.usage.rawValue)
    #expect(run.errors == "error: \(message)\n")
  }
}
