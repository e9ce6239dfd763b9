import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFormats

/// Edits whose time grows only in proportion to the size of the document.
struct DocumentEditorCostTests {
  private static let limit = Duration.seconds(isSanitized ? 100 : 20)

  /// Returns the value of an edited document, and the processor time of the edit.
  private func edited(
    _ text: String, _ changes: [String: SettingsValue?]
  ) throws -> (value: SettingsValue, time: Duration) {
    let (old, changes) = (Array(text.utf8), changes.mapValues { DocumentChange.value($0) })
    let start = processorTime()
    let edited = DocumentFormat.json.edited(old, applying: changes)
    let time = processorTime() - start
    return (try DocumentFormat.json.value(of: try #require(edited)), time)
  }

  @Test(
    arguments: [
      (["a": nil], ["c": 2]), (["b": 3], ["a": 1, "b": 3, "c": 2]), (["c": nil], ["a": 1]),
    ] as [([String: SettingsValue?], SettingsValue)])
  func `an edit beside many comments takes linear time`(changes: [String: SettingsValue?], value: SettingsValue) throws
  {
    let text = "{\"a\": 1,\n" + String(repeating: "//\n", count: 200_000) + "\"c\": 2}"
    let result = try edited(text, changes)
    #expect(result.value == value)
    #expect(result.time < Self.limit)
  }

  @Test(arguments: [0, 20_000]) func `changing many elements on one line takes linear time`(width: Int) throws {
    let indentation = String(repeating: " ", count: width)
    let numbers = (0..<50_000).map { "\($0)" }.joined(separator: ", ")
    let new = SettingsValue.array((1...50_000).map { .integer($0) })
    let result = try edited("\(indentation){\"samples\": [\(numbers)]}", ["samples": new])
    #expect(result.value == ["samples": new])
    #expect(result.time < Self.limit)
  }

  @Test func `adding to many containers on one line takes linear time`() throws {
    let new = SettingsValue.array(Array(repeating: [1, 2, [3]], count: 20_000))
    let old = Array(repeating: "[1, 2]", count: 20_000).joined(separator: ", ")
    let result = try edited("{\"samples\": [\(old)]}", ["samples": new])
    #expect(result.value == ["samples": new])
    #expect(result.time < Self.limit)
  }

  @Test func `adding many names to an object without order takes linear time`() throws {
    let count = 10_000
    let old = (0..<count).reversed().map { "\"setting\($0).width\": \($0)" }.joined(separator: ",\n")
    let new = Dictionary(uniqueKeysWithValues: (0..<count).map { ("setting\($0).height", SettingsValue.integer(0)) })
    let result = try edited("{\n\(old)\n}", new.mapValues { Optional($0) })
    let widths = (0..<count).map { ("setting\($0).width", SettingsValue.integer(Int64($0))) }
    #expect(result.value == .dictionary(new.merging(widths) { _, width in width }))
    #expect(result.time < Self.limit)
  }

  /// A tilde stands for many spaces.
  @Test(
    arguments: [
      (.json, "{\n~\"a\": 1\n}"), (.json, "{\"a\": 1,~\"b\": 1}"), (.json, "{\"a\":~1}"), (.json, "{\n~// c\n}"),
      (.json, "{\"a\": 1\n~, \"b\": 1}"),
      (.xmlPropertyList, "<plist><dict>\n~<key>a</key>\n~<true/>\n</dict></plist>"),
      (.xmlPropertyList, "<plist><dict><key>a</key>~<true/></dict></plist>"),
      (.xmlPropertyList, "<plist><dict><key>a</key><true/>~<key>b</key><true/></dict></plist>"),
    ] as [(DocumentFormat, String)])
  func `long white space is not repeated for each new value`(format: DocumentFormat, text: String) throws {
    let spaces = [UInt8](repeating: 0x20, count: 20_000)
    let document = text.utf8.flatMap { $0 == UInt8(ascii: "~") ? spaces : [$0] }
    let members = Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("n\($0)", SettingsValue.integer(1)) })
    var changes = members.mapValues { DocumentChange.value($0) }
    changes["a"] = .value(.dictionary(members))
    var expected = try format.value(of: document)
    for (name, value) in members { expected[name] = value }
    expected["a"] = .dictionary(members)
    let edited = try #require(format.edited(document, applying: changes))
    #expect(try format.value(of: edited) == expected)
    #expect(edited.count < 2_000_000)
  }

  /// Twenty names are enough to be found in the sorted names, and one is not.
  @Test(arguments: 0..<20) func `a name has the same place among many new ones as alone`(number: Int) throws {
    let names = ["window.width", "a", "window.x", "theme.light", "ab", "theme", "window.zoom", "wind", "b.abc"]
    let members = names.map { "\"\($0)\": 1" }.joined(separator: ",\n")
    let old = Array("{\n\(members)\n}".utf8)
    let added = ["window.height", "theme.dark", "wine", "b.abd", "c", "windows", "ab.c", "", "theme.lights", "window."]
    let all = added + (0..<10).map { "window.w\($0)" }
    let name = all[number]
    let alone = try #require(DocumentFormat.json.edited(old, applying: [name: .value(2)]))
    let changes = Dictionary(uniqueKeysWithValues: all.map { ($0, DocumentChange.value(2)) })
    let together = try #require(DocumentFormat.json.edited(old, applying: changes))
    #expect(Self.oldName(before: name, in: together) == Self.oldName(before: name, in: alone))
  }

  /// Returns the last name that was in the document, before another name of it.
  private static func oldName(before name: String, in document: [UInt8]) -> Substring? {
    let lines = String(decoding: document, as: UTF8.self).split(separator: "\n")
    return lines.prefix { !$0.hasPrefix("\"\(name)\":") }.last { $0.contains(": 1") }?.prefix { $0 != ":" }
  }
}
