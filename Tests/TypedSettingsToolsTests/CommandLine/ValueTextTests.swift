import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsTools

@SettingsGroup(domain: "com.example.texts", keys: .propertyName)
private final class TextSettings: Sendable {
  @Pref var start = Date(timeIntervalSinceReferenceDate: 0)
  @Pref var icon = Data([1, 2, 3])
  @Pref var limit = Double.infinity
  @Pref(validate: .oneOf([Date(timeIntervalSinceReferenceDate: 0)])) var end = Date(timeIntervalSinceReferenceDate: 0)
}

/// The texts of values on the command line.
struct ValueTextTests {
  private static let label = SettingsKey(domain: "com.example.heat", name: "label")

  private func run(_ arguments: [String], in store: any SettingsStore) async -> ToolRun {
    await ToolRun(arguments, in: store) { [TextSettings()] }
  }

  @Test(arguments: [("start", "2001-01-01T00:00:00Z"), ("icon", "AQID"), ("limit", "Infinity")])
  func `A printed value can be set`(name: String, text: String) async {
    let store = InMemorySettingsStore()
    #expect(await run(["get", name], in: store).output == "\(text)\n")
    let set = await run(["set", "\(name)=\(text)"], in: store)
    #expect(set.code == 0, "\(set.errors)")
    #expect(await run(["get", "--stored", name], in: store).output == "\(text)\n")
  }

  @Test(arguments: [("range", "2001-01-01T00:00:00Z"), ("describe", "  choices:    2001-01-01T00:00:00Z")])
  func `A choice is printed as it's set`(verb: String, line: String) async {
    let run = await run([verb, "end"], in: InMemorySettingsStore())
    #expect(run.output.split(separator: "\n").contains { $0 == line }, "\(run.output)")
  }

  @Test(arguments: ["\u{301}x", "\u{FE0F}", "=\u{301}=", "", "a=b", "--json", " "])
  func `A value begins behind the equals sign`(text: String) async {
    let store = InMemorySettingsStore()
    let run = await ToolRun(["set", "label=\(text)"], in: store)
    #expect(run.code == 0, "\(run.errors)")
    #expect(store.value(forKey: Self.label) == .string(text))
  }

  @Test(
    arguments: [
      ("kitchen", "kitchen"), ("kitchen\n", "kitchen"), ("kitchen\r\n", "kitchen"), ("kitchen\n\n", "kitchen\n"),
      ("kitchen\r\n\r\n", "kitchen\r\n"), ("\r\n", ""), ("", ""),
    ])
  func `The line break at the end of the input isn't part of the value`(input: String, text: String) async {
    let store = InMemorySettingsStore()
    #expect(await ToolRun(["set", "label"], in: store, input: input).code == 0)
    #expect(store.value(forKey: Self.label) == .string(text))
  }
}
