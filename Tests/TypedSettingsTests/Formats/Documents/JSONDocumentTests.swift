import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

/// The human-readable layout of JSON documents.
struct JSONDocumentTests {
  private func document(of value: SettingsValue) throws -> String {
    try #require(String(validating: JSONWriter.document(of: value), as: UTF8.self))
  }

  @Test(
    arguments: [
      (1, "1\n"), ("", "\"\"\n"), ([], "[]\n"), ([:], "{}\n"), ([1], "[\n  1\n]\n"), (["a": 1], "{\n  \"a\": 1\n}\n"),
      ([[], [:]], "[\n  [],\n  {}\n]\n"),
    ] as [(SettingsValue, String)])
  func `a document ends with a line break, and an empty container takes one line`(value: SettingsValue, text: String)
    throws
  {
    #expect(try document(of: value) == text)
  }

  @Test func `each item has a line, indented by two spaces for each level`() throws {
    let value: SettingsValue = [
      "com.example.app": [
        "WindowFrame": ["width": 640.5, "tabs": ["one", "two"]], "Enabled": true, "Theme": .null, "Häufig": -3,
        "Path": "/usr/share",
      ],
      "com.example.other": [:],
    ]
    #expect(
      try document(of: value) == """
        {
          "com.example.app": {
            "Enabled": true,
            "Häufig": -3,
            "Path": "/usr/share",
            "Theme": null,
            "WindowFrame": {
              "tabs": [
                "one",
                "two"
              ],
              "width": 640.5
            }
          },
          "com.example.other": {}
        }

        """)
  }

  @Test func `a changed setting changes one line`() throws {
    var generator = SeededGenerator(seed: 11)
    var settings: [String: SettingsValue] = [:]
    for number in 0..<200 { settings["Setting\(number)"] = generator.plainValue() }
    settings["Setting100"] = 1
    let before = try document(of: ["app": .dictionary(settings)]).split(separator: "\n")
    settings["Setting100"] = "other"
    let after = try document(of: ["app": .dictionary(settings)]).split(separator: "\n")
    #expect(before.count == after.count)
    #expect(zip(before, after).count { $0 != $1 } == 1)
  }

  @Test func `a document has the names and scalars of the compact text`() throws {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<2_000 {
      let value = generator.plainValue()
      #expect(try document(of: value).utf8.elementsEqual((laidOut(value, indentation: "") + "\n").utf8))
    }
  }

  /// A second implementation of the layout, as simple as possible.
  private func laidOut(_ value: SettingsValue, indentation: String) throws -> String {
    let inner = indentation + "  "
    switch value {
    case .array(let values) where !values.isEmpty:
      let lines = try values.map { try inner + laidOut($0, indentation: inner) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(indentation)]"
    case .dictionary(let values) where !values.isEmpty:
      let lines = try values.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { key, value in
        try "\(inner)\(JSONWriter.text(of: .string(key))): \(laidOut(value, indentation: inner))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indentation)}"
    default: return try JSONWriter.text(of: value)
    }
  }

  @Test func `a document round-trips`() throws {
    var generator = SeededGenerator(seed: 13)
    for _ in 0..<5_000 {
      let value = generator.plainValue()
      #expect(try JSONReader.value(of: Data(JSONWriter.document(of: value))) == value)
    }
  }

  @Test func `the deepest value is written on a small stack, and a deeper one is refused`() async throws {
    let depth = SettingsValue.maximumDepth
    let result = await outcomeOnSmallStack(
      of: try JSONReader.value(of: Data(JSONWriter.document(of: .nested(depth)))))
    #expect(result == .value(.nested(depth)))
    #expect(outcome(of: .data(Data(try JSONWriter.document(of: .nested(depth + 1))))) == .error(.tooDeep))
  }
}
