import Foundation
import Testing
import TypedSettings

private struct Point: Codable {
  var x = 0
  var y = 0.5
}

private struct Line: Codable {
  var from = Point()
  var to = [Point()]
  var names: [String: Bool] = [:]
  var at: Date?
}

private enum Mode: String, Codable { case light, dark }

private let text = #"{"x": 5, "y": 1.5}"#
private let point: SettingsValue = ["x": 5, "y": 1.5]

private let xml = """
  <?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
  <plist version="1.0"><dict><key>x</key><integer>5</integer><key>y</key><real>1.5</real></dict></plist>
  """

/// A binary property list of `{"x": 5, "y": 1.5}`, written by hand from Apple's description of the format.
private let binary = Data(
  Array("bplist00".utf8) + [0xd2, 1, 2, 3, 4, 0x51, 0x78, 0x51, 0x79, 0x10, 5, 0x23, 0x3f, 0xf8, 0, 0, 0, 0, 0, 0]
    + [8, 13, 15, 17, 19] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 5] + [0, 0, 0, 0, 0, 0, 0, 0]
    + [0, 0, 0, 0, 0, 0, 0, 28])

private func json(_ text: String) -> SettingsValue { .data(Data(text.utf8)) }

extension LegacyForm {
  /// Documents in place of containers.
  static let documents: [LegacyForm] = [
    LegacyForm("a struct from JSON in a text", .string(text), today: point, default: Point()),
    LegacyForm("a struct from JSON in data", json(text), today: point, default: Point()),
    LegacyForm("a struct from an XML property list", json(xml), today: point, default: Point()),
    LegacyForm("a struct from a binary property list", .data(binary), today: point, default: Point()),
    LegacyForm("an optional struct from JSON", json(text), today: point, default: Point?.none),
    LegacyForm("a struct from JSON with white space", .string(" \n\(text)\n"), today: point, default: Point()),
    LegacyForm("an array from JSON in a text", "[1, 2]", today: [1, 2], default: [Int]()),
    LegacyForm("an array from JSON in data", json("[\(text)]"), today: [point], default: [Point]()),
    LegacyForm("a dictionary from JSON", json(#"{"a": 1}"#), today: ["a": 1], default: [String: Int]()),
    LegacyForm("a dictionary by Int from JSON", json(#"{"1": true}"#), today: ["1": true], default: [Int: Bool]()),
    LegacyForm(
      "structs in structs from JSON",
      .string(#"{"from": {"x": 1, "y": 2}, "to": [], "names": {"a": true}, "at": null}"#),
      today: ["from": ["x": 1, "y": 2.0], "to": [], "names": ["a": true], "at": .null], default: Line()),
    LegacyForm(
      "older forms in JSON",
      .string(#"{"from": {"x": "1", "y": 2}, "to": {"x": 1, "y": 1}, "names": {"a": 1}, "at": 60}"#),
      today: [
        "from": ["x": 1, "y": 2.0], "to": [["x": 1, "y": 1.0]], "names": ["a": true],
        "at": .date(Date(timeIntervalSinceReferenceDate: 60)),
      ], default: Line()),
    LegacyForm("a number from JSON in data", json("5"), today: 5, default: 0),
    LegacyForm("a number from JSON in data, natively", json("5"), today: 5, default: 0, coding: .automatic),
    LegacyForm("a flag from JSON in data", json("true"), today: true, default: false),
    LegacyForm("a text from JSON in data", json(#""a""#), today: "a", default: ""),
    LegacyForm("a raw value from JSON in data", json(#""dark""#), today: "dark", default: Mode.light),
    LegacyForm(
      "a number from a property list in data", json("<plist version=\"1.0\"><integer>5</integer></plist>"), today: 5,
      default: 0),
  ]

  /// Older forms inside a value.
  static let fields: [LegacyForm] = [
    LegacyForm(
      "a struct from JSON in a field", ["content": .string(text)], today: ["content": point],
      default: Boxed(content: Point())),
    LegacyForm(
      "a number from data in a field", ["content": json("5")], today: ["content": 5], default: Boxed(content: 0)),
    LegacyForm(
      "a struct from data in a field", ["content": json(text)], today: ["content": point],
      default: Boxed(content: Point())),
    LegacyForm(
      "a struct from a property list in an element", [.data(binary), point], today: [point, point], default: [Point]()),
    LegacyForm("a number from text in a field", ["x": "5", "y": "1.5"], today: point, default: Point()),
    LegacyForm(
      "a flag from a number in a value by name", ["a": 1, "b": 0], today: ["a": true, "b": false],
      default: [String: Bool]()),
    LegacyForm(
      "many forms at once",
      ["from": .string(text), "to": json(text), "names": .string(#"{"a": "YES"}"#), "at": "2001-01-01T00:00:00Z"],
      today: [
        "from": point, "to": [point], "names": ["a": true], "at": .date(Date(timeIntervalSinceReferenceDate: 0)),
      ], default: Line()),
  ]

  /// A single value in place of an array.
  static let collections: [LegacyForm] = [
    LegacyForm("an array from one text", "a", today: ["a"], default: [String]()),
    LegacyForm("an array from one number", 5, today: [5], default: [Int]()),
    LegacyForm("an array from one struct", point, today: [point], default: [Point]()),
    LegacyForm("a set from one value", "a", today: ["a"], default: Set<String>()),
    LegacyForm(
      "an array in a field from one value", ["content": 5], today: ["content": [5]], default: Boxed(content: [Int]())),
  ]
}
