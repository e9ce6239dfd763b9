import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsTools

/// The solutions that the doctor carries out.
struct FixTests {
  private static let heat = "com.example.heat"

  private func store(_ values: [String: SettingsValue]) -> InMemorySettingsStore {
    InMemorySettingsStore(
      Dictionary(uniqueKeysWithValues: values.map { (SettingsKey(domain: Self.heat, name: $0.key), $0.value) }))
  }

  private func values(in store: any SettingsStore) -> [String: SettingsValue] {
    let keys = store.keys(inDomain: Self.heat) ?? []
    return Dictionary(uniqueKeysWithValues: keys.compactMap { key in store.value(forKey: key).map { (key.name, $0) } })
  }

  @Test(
    arguments: [
      (["targte": 20.5], ["target": 20.5], "misspelled: target: targte is renamed to target\n"),
      (
        ["oldMode": "dark"], ["mode": "dark"],
        "outdated: mode: the value is stored in its present form and under its name\n"
      ),
      (["target": 20.5], ["target": 20.5], ""),
      // Nothing with two solutions is touched.
      (["targte": 20.5, "target": 21.5], ["targte": 20.5, "target": 21.5], ""),
      (["targte": "warm"], ["targte": "warm"], ""), (["xyzzy": 1], ["xyzzy": 1], ""),
      (["tokn": "x"], ["tokn": "x"], ""),
    ] as [([String: SettingsValue], [String: SettingsValue], String)])
  func `Problems with one solution are fixed, and others are left`(
    before: [String: SettingsValue], after: [String: SettingsValue], output: String
  ) async {
    let store = store(before)
    let preview = await ToolRun(["doctor", "--preview"], in: store)
    #expect(preview.output == output, "\(preview)")
    #expect(values(in: store) == before)
    let run = await ToolRun(["doctor", "--fix"], in: store)
    #expect(run.output.hasPrefix(output), "\(run)")
    #expect(values(in: store) == after)
    let again = await ToolRun(["doctor", "--preview"], in: store)
    #expect(again.output == "" && again.errors.contains("nothing to fix"))
  }

  @Test func `What can't be fixed is listed and decides the exit code`() async {
    let run = await ToolRun(["doctor", "--fix"], in: store(["targte": 20.5, "from": 99]))
    #expect(run.output.contains("misspelled: target: targte is renamed to target\ninvalid: from: "), "\(run)")
    #expect(run.code == SettingsTool.ExitCode.refused.rawValue)
  }

  @Test func `The fixes are JSON if asked`() async {
    let run = await ToolRun(["doctor", "--preview", "--json"], in: store(["targte": 20.5]))
    #expect(run.output.contains(#""fix": "targte is renamed to target""#), "\(run)")
  }

  @Test func `What can't be fixed is listed in JSON too and decides the exit code`() async throws {
    let run = await ToolRun(["doctor", "--fix", "--json"], in: store(["targte": 20.5, "from": 99]))
    let list = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [[String: String]])
    #expect(list.map(\.["kind"]) == ["misspelled", "invalid"])
    #expect(list.map(\.["name"]) == ["target", "from"])
    #expect(list[0]["fix"] == "targte is renamed to target" && list[1]["problem"] != nil)
    #expect(run.code == SettingsTool.ExitCode.refused.rawValue)
  }

  @Test func `A locked setting isn't fixed`() async {
    let managed = store(["mode": "light"])
    let user = store(["oldMode": "dark"])
    let layered = LayeredSettingsStore([.layer("managed", managed), .writable("user", user)])
    let run = await ToolRun(["doctor", "--fix"], in: layered)
    #expect(values(in: user) == ["oldMode": "dark"], "\(run)")
  }
}
