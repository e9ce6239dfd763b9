import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsTools

@SettingsGroup(domain: "com.example.heat", keys: .propertyName, version: 2)
private final class LaterHeat: Sendable {
  @Pref(aliases: ["oldMode"]) var mode = "light"
  @Pref var target = 20.0

  static var migrations: [SettingsMigration] {
    [
      SettingsMigration(to: 2) { values in
        if case .double(let degrees)? = values["target"] { values["target"] = .double(degrees + 1) }
      }
    ]
  }
}

/// The command that opens the settings in an editor.
struct EditTests {
  private static let heat = "com.example.heat"

  /// Runs the command with an editor that changes the text.
  private func run(
    in store: any SettingsStore, answers: [String] = [],
    groups: @escaping @Sendable () -> [any SettingsGroup] = { [HeatSettings()] },
    editor: @escaping @Sendable (String) throws -> String
  ) async -> (code: Int32, errors: String, texts: [String], kept: String?) {
    let errors = LockedState("")
    let texts = LockedState<[String]>([])
    let answers = LockedState(answers)
    var console = SettingsConsole(write: { _ in }, writeError: { text in errors.withLock { $0 += text } })
    console.edit = { path, _ throws(ToolFailure) in
      do {
        let text = try String(contentsOfFile: path, encoding: .utf8)
        texts.withLock { $0.append(text) }
        try Data(try editor(text).utf8).write(to: URL(filePath: path))
      } catch {
        throw ToolFailure(.unavailable, "\(error)")
      }
    }
    if !answers.withLock({ $0.isEmpty }) {
      console.answer { _ in answers.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    }
    let code = await PreferenceContext.$store.withValue(store) {
      await SettingsTool(command: "heat settings", console: console, groups: groups).run(["edit"])
    }
    // The tool keeps a text that isn't applied.
    var kept: String?
    if let path = errors.withLock({ $0 }).firstMatch(of: /your text is kept in '([^']*)'/).map({ String($0.1) }) {
      kept = try? String(contentsOfFile: path, encoding: .utf8)
      try? FileManager.default.removeItem(at: URL(filePath: path).deletingLastPathComponent())
    }
    return (code, errors.withLock { $0 }, texts.withLock { $0 }, kept)
  }

  private func store() -> InMemorySettingsStore {
    InMemorySettingsStore([
      SettingsKey(domain: Self.heat, name: "target"): 21.5, SettingsKey(domain: Self.heat, name: "mode"): "dark",
    ])
  }

  private func value(_ name: String, in store: any SettingsStore) -> SettingsValue? {
    store.value(forKey: SettingsKey(domain: Self.heat, name: name))
  }

  @Test func `A value of an older version and name is shown as it's read now, and is stored so`() async {
    let store = InMemorySettingsStore([
      SettingsKey(domain: Self.heat, name: "$version"): 1, SettingsKey(domain: Self.heat, name: "target"): 21.5,
      SettingsKey(domain: Self.heat, name: "oldMode"): "dark",
    ])
    let run = await run(in: store, groups: { [LaterHeat()] }) { $0.replacing(#""dark""#, with: #""dim""#) }
    #expect(run.code == 0, "\(run)")
    #expect(run.texts.first?.contains(#""mode": "dark""#) == true, "\(run.texts)")
    #expect(run.texts.first?.contains(#""target": 22.5"#) == true, "\(run.texts)")
    #expect(value("mode", in: store) == "dim" && value("oldMode", in: store) == nil)
    #expect(value("target", in: store) == 22.5 && value("$version", in: store) == 2)
  }

  @Test func `The text has the settings with their documentation, and defaults as comments`() async throws {
    let run = await run(in: store()) { $0 }
    let expected = """
      {
        // Target
        // The temperature to reach.
        // Must be from 5.0 to 30.0.
        "target": 21.5,

        // One of: automatic, light, dark.
        "mode": "dark",

        // "isOn": false,

        // "label": null,

        // Must be from 0 to 23.
        // "from": 6,

        // Must be from 0 to 23.
        // "until": 22,

        // Must be from 0 to 3.
        // "zones.count": 1,
      }

      """
    #expect(run.texts.first?.hasSuffix(expected) == true, "\(run.texts)")
    #expect(run.errors == "nothing was changed\n")
    #expect(run.code == 0)
  }

  @Test func `Changed, added and deleted lines are one change`() async {
    let store = store()
    let run = await run(in: store) { text in
      text.replacingOccurrences(of: "21.5", with: "22").replacingOccurrences(of: "  \"mode\": \"dark\",\n", with: "")
        .replacingOccurrences(of: "// \"isOn\": false", with: "\"isOn\": true")
        .replacingOccurrences(of: "// \"zones.count\": 1", with: "\"zones.count\": 2")
    }
    #expect(run.code == 0, "\(run)")
    #expect(run.errors == "4 settings changed\n")
    #expect(value("target", in: store) == 22.0 && value("isOn", in: store) == true)
    #expect(value("mode", in: store) == nil)
    #expect(store.value(forKey: SettingsKey(domain: "com.example.heat.zones", name: "count")) == 2)
  }

  @Test(
    arguments: [
      ("21.5", "99", "8:13: target: 99 is out of range; expected a number from 5.0 to 30.0"),
      ("\"dark\"", "\"drak\"", "11:11: mode: \"drak\" is not a mode; expected one of automatic, light, dark"),
      ("\"target\"", "\"targte\"", "8:3: no setting has this name (did you mean \"target\"?)"),
      ("21.5,", "21.5", "11:3: expected"), ("// \"from\": 6", "\"from\": 23", "inconsistent settings"),
    ])
  func `A mistake is shown with its place, and nothing is changed`(old: String, new: String, message: String) async {
    let store = store()
    let run = await run(in: store) { text in
      text.replacingOccurrences(of: old, with: new).replacingOccurrences(
        of: "// \"isOn\": false", with: "\"isOn\": true")
    }
    #expect(run.code == SettingsTool.ExitCode.refused.rawValue, "\(run)")
    #expect(run.errors.contains(message), "\(run.errors)")
    #expect(value("isOn", in: store) == nil)
  }

  @Test func `The user can correct a mistake in the same text`() async {
    let store = store()
    let run = await run(in: store, answers: ["y"]) { text in
      text.contains("99")
        ? text.replacingOccurrences(of: "99", with: "23") : text.replacingOccurrences(of: "21.5", with: "99")
    }
    #expect(run.code == 0, "\(run)")
    #expect(run.texts.count == 2)
    #expect(value("target", in: store) == 23.0)
  }

  @Test func `The user can leave without changes, and keeps the text`() async {
    let store = store()
    let run = await run(in: store, answers: ["n"]) { $0.replacingOccurrences(of: "21.5", with: "99") }
    #expect(run.code == SettingsTool.ExitCode.refused.rawValue)
    #expect(value("target", in: store) == 21.5)
    #expect(run.kept?.contains("99") == true)
  }

  @Test func `A value that another process has changed meanwhile isn't overwritten`() async {
    let store = store()
    let run = await run(in: store) { text in
      store.set(19, forKey: SettingsKey(domain: Self.heat, name: "target"))
      return text.replacingOccurrences(of: "21.5", with: "22").replacingOccurrences(of: "\"dark\"", with: "\"light\"")
    }
    #expect(run.errors.contains("'target' was changed to 19 at the same time"), "\(run)")
    #expect(value("target", in: store) == 19 && value("mode", in: store) == "dark")
  }

  @Test func `The user can overwrite a value that another process has changed meanwhile`() async {
    let store = store()
    let key = SettingsKey(domain: Self.heat, name: "target")
    let run = await run(in: store, answers: ["y"]) { text in
      if text.contains("21.5") { store.set(19, forKey: key) }
      return text.replacingOccurrences(of: "21.5", with: "22")
    }
    #expect(run.code == 0, "\(run)")
    #expect(run.texts.count == 2)
    #expect(store.value(forKey: key) == 22.0)
  }

  @Test func `Changes of other settings by other processes stay`() async {
    let store = store()
    let run = await run(in: store) { text in
      store.set(19, forKey: SettingsKey(domain: Self.heat, name: "target"))
      return text.replacingOccurrences(of: "\"dark\"", with: "\"light\"")
    }
    #expect(run.code == 0, "\(run)")
    #expect(value("target", in: store) == 19 && value("mode", in: store) == "light")
  }

  @Test func `Locked and secret settings aren't in the text`() async {
    let managed = InMemorySettingsStore([SettingsKey(domain: Self.heat, name: "target"): 18])
    let layered = LayeredSettingsStore([.layer("managed", managed), .writable("user", store())])
    let run = await run(in: layered) { $0 }
    #expect(run.texts.first?.contains("target") == false && run.texts.first?.contains("token") == false)
  }

  @Test(arguments: [("sed -i 's/21.5/22/'", 0, 22.0), ("false", 5, 21.5), ("/nonexistent/editor", 5, 21.5)])
  func `The editor is a command of the user`(command: String, code: Int32, target: Double) async throws {
    // The variable of this process can't be set while other tests read the environment.
    let result = try await withScript(command) { script in
      let store = store()
      let errors = LockedState("")
      var console = SettingsConsole(write: { _ in }, writeError: { text in errors.withLock { $0 += text } })
      console.edit = { path, environment throws(ToolFailure) in
        try TextEditor.edit(path, with: script, environment)
      }
      let code = await PreferenceContext.$store.withValue(store) {
        await SettingsTool(command: "heat settings", console: console) { [HeatSettings()] }.run(["edit"])
      }
      return (code, value("target", in: store), errors.withLock { $0 })
    }
    #expect(result.0 == code, "\(result)")
    #expect(result.1 == .double(target))
  }

  /// Calls a closure with the command of a script in a folder whose name has a space.
  private func withScript<Result>(_ command: String, _ body: (String) async throws -> Result) async throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "an editor \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = folder.appending(path: "edit.sh")
    try Data("\(command) \"$1\"\n".utf8).write(to: script)
    return try await body("sh '\(script.path)'")
  }

  @Test(
    arguments: [
      (["VISUAL": "emacs", "EDITOR": "nano"], "emacs"), (["VISUAL": "", "EDITOR": "nano -w"], "nano -w"), ([:], "vi"),
    ] as [([String: String], String)])
  func `The editor is the one that other tools use`(environment: [String: String], command: String) {
    #expect(TextEditor.command(in: environment) == command)
  }
}
