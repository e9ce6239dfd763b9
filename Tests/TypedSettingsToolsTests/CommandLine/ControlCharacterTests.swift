import Testing
import TypedSettings

@testable import TypedSettingsTools

/// Names and values with characters that control a terminal, such as those that erase the line above.
struct ControlCharacterTests {
  private static let name = "x\u{1B}[1A\u{1B}[2K\r\n\u{9B}1A\u{7F}\u{2028}y"
  private static let key = SettingsKey(domain: "com.example.heat", name: name)
  private static let label = SettingsKey(domain: "com.example.heat", name: "label")

  /// Returns the lines of a text, which must contain no control characters except line feeds.
  private func plainLines(_ text: String) throws -> [Substring] {
    let controls = text.unicodeScalars.filter { $0.properties.generalCategory == .control && $0 != "\n" }
    try #require(controls.isEmpty, "\(text.debugDescription)")
    return text.split(separator: "\n")
  }

  @Test(arguments: ["diff", "import"])
  func `A name in a document can't erase the line above`(verb: String) async throws {
    let document: SettingsValue = [
      "$typedSettingsExport": 1, "com.example.heat": .dictionary([Self.name: 1, "label": "kitchen"]),
    ]
    let run = await ToolRun(
      [verb, "-"], in: InMemorySettingsStore(), input: try JSONWriter.text(of: document), isTerminal: true)
    #expect(run.code == 0, "\(run.errors)")
    let lines = try plainLines(run.output)
    #expect(lines.count == 2, "\(lines)")
    #expect(lines.filter { $0.hasPrefix("com.example.heat/x") && $0.hasSuffix("y: not declared") }.count == 1)
  }

  @Test(arguments: [true, false]) func `The doctor lists one problem on a line`(isTerminal: Bool) async throws {
    let run = await ToolRun(["doctor"], in: InMemorySettingsStore([Self.key: 1]), isTerminal: isTerminal)
    #expect(try plainLines(run.output).count == 1)
    #expect(run.output.contains(#"\r\n"#))
  }

  @Test func `An error can't control a terminal`() async throws {
    let run = await ToolRun(["get", Self.name], in: InMemorySettingsStore())
    #expect(run.code == SettingsTool.ExitCode.usage.rawValue)
    #expect(try plainLines(run.errors).first?.hasPrefix("error: no setting 'x") == true)
  }

  @Test(arguments: [
    ["get", "label"], ["get", "--stored", "label"], ["list", "label"], ["inspect", "label"],
    ["get", "--json", "label"], ["list", "--json", "label"], ["inspect", "--json", "label"], ["export"],
  ])
  func `A value can't control a terminal`(arguments: [String]) async throws {
    let store = InMemorySettingsStore([Self.label: .string(Self.name)])
    let run = await ToolRun(arguments, in: store, isTerminal: true)
    #expect(try !plainLines(run.output).isEmpty)
  }

  @Test func `Another program gets a value as it is`() async {
    let store = InMemorySettingsStore([Self.label: .string(Self.name)])
    #expect(await ToolRun(["get", "label"], in: store).output == "\(Self.name)\n")
    let document = await ToolRun(["export"], in: store)
    let copy = InMemorySettingsStore()
    #expect(await ToolRun(["import", "-"], in: copy, input: document.output).code == 0)
    #expect(copy.value(forKey: Self.label) == .string(Self.name))
  }
}
