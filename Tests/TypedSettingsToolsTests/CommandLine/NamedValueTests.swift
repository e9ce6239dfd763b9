import Foundation
import Testing
import TypedSettings
import TypedSettingsForms

@testable import TypedSettingsTools

extension SettingsTrait {
  fileprivate static let portable = SettingsTrait(name: "portable")
}

@SettingsGroup(domain: "com.example.names", keys: .propertyName)
private final class NamedSettings: Sendable {
  /// The corner of the window.
  @Pref(traits: [.portable]) var corner = Corner.left
  @Pref(coding: .zeroToTwo) var snapping: Bool? = nil
}

/// The names of cases, of converted values and of traits, wherever people see them.
struct NamedValueTests {
  private func run(_ arguments: [String], in store: any SettingsStore = InMemorySettingsStore()) async -> ToolRun {
    await ToolRun(arguments, in: store) { [NamedSettings()] }
  }

  private var schema: SettingsSchema { SettingsSchema(of: NamedSettings.testSettings()) }

  @Test(arguments: [
    (["list"], ["corner = \"left\"", "snapping = null"]), (["range", "corner"], ["left", "right", "topLeft"]),
    (["range", "snapping"], ["null", "false", "true"]),
    (
      ["describe", "corner"],
      ["  default:    \"left\"", "  choices:    left, right, topLeft", "  traits:     portable"]
    ),
    (["completion", "bash"], [#"    corner) values=$'left\nright\ntopLeft' ;;"#]),
  ])
  func `The tool prints names`(arguments: [String], lines: [String]) async {
    let output = await run(arguments).output.split(separator: "\n").map(String.init)
    for line in lines { #expect(output.contains(line), "\(line) in \(output)") }
  }

  @Test func `A refusal lists the names`() async {
    let refused = await run(["set", "corner=middle"])
    #expect(refused.code == 3)
    #expect(refused.errors.contains("corner: middle is not a corner; expected one of left, right, topLeft;"))
  }

  @Test func `The help and the problems of the command line have names`() {
    let store = CommandLineSettingsStore(arguments: ["--corner=middle"])
    let settings = NamedSettings.make(alternateStore: store)
    let help = store.helpText(for: settings, width: 200)
    #expect(help.contains("(one of: left, right, topLeft; default: left)"))
    let problem = store.problems(for: settings).first
    #expect(problem?.advice == #"write '--corner=<choice>'; the value must be one of "left", "right", "topLeft""#)
  }

  @Test func `A schema has the names beside the stored forms`() throws {
    let schema = schema
    let entry = try #require(schema.entries.first { $0.name == "corner" })
    #expect(entry.choices == [1, 2, 7])
    #expect(entry.valueNames == ["left": 1, "right": 2, "topLeft": 7])
    #expect(entry.customTraits == ["portable"] && entry.traits.isEmpty)
    #expect(try SettingsSchema(json: schema.json()) == schema)
    #expect(schema.markdown().contains("One of `left`, `right`, `topLeft`."))
    let document = try String(decoding: schema.jsonSchema(), as: UTF8.self)
    #expect(document.contains("enumDescriptions"))
  }

  @Test func `A form shows choices with the titles of the names`() throws {
    let item = FormItem(NamedSettings.testSettings().$snapping)
    #expect(item.control == .choices([0, 2, 1]))
    #expect(item.titles == [0: "None", 2: "Off", 1: "On"])
    #expect(FormItem(NamedSettings.testSettings().$corner).titles[7] == "Top Left")
  }
}
