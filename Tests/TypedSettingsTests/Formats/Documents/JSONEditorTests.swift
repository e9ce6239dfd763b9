import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore
@testable import TypedSettingsFiles
@testable import TypedSettingsFormats
@testable import TypedSettingsUserDefaults

/// Changes of single values in documents that a person has written.
struct JSONEditorTests {
  typealias Row = EditedDocument

  private func edited(_ row: Row) throws -> String {
    let changes = row.changes.mapValues { JSONEditor.Change.value($0) }
    let bytes = try #require(JSONEditor.document(Array(row.old.utf8), applying: changes))
    return String(decoding: bytes, as: UTF8.self)
  }

  static let values: [Row] = [
    Row("{}", [:], "{}"),
    Row(#"{"a":1,"b":1e3}"#, ["a": 2, "b": 1000.0], #"{"a":2,"b":1e3}"#),
    Row(
      #"{"b": 1, "a" :/* x */ true /* y */, "c": 3,}"#, ["a": false], #"{"b": 1, "a" :/* x */ false /* y */, "c": 3,}"#),
    Row("\u{FEFF}{\r\n\t\"a\": 1 // x\r\n}\r\n", ["a": 2], "\u{FEFF}{\r\n\t\"a\": 2 // x\r\n}\r\n"),
    Row(#"{"a": {"x": 1, "y": [1, 2, 3]}}"#, ["a": ["x": 1, "y": [1, 5, 3]]], #"{"a": {"x": 1, "y": [1, 5, 3]}}"#),
    Row(#"{"\u0061": 1}"#, ["a": 2], #"{"\u0061": 2}"#),
    Row(#"{"é": 1, "e": 2}"#, ["é": 2], #"{"é": 2, "e": 2}"#),
    Row(
      "{\n  \"\u{E9}\": 1, // one\n  \"e\u{301}\": 2, // two\n  \"b\": 3 // three\n}", ["\u{E9}": 5],
      "{\n  \"\u{E9}\": 5, // one\n  \"b\": 3 // three\n}"),
    Row(#"{"a": [1, 2, 3]}"#, ["a": [1, 3]], #"{"a": [1, 3]}"#),
    Row(#"{"a": [1, 2]}"#, ["a": [1, 5, 6, 2]], #"{"a": [1, 5, 6, 2]}"#),
    Row(#"{"a": []}"#, ["a": [1]], #"{"a": [1]}"#),
    Row(
      "{\n    \"a\": 1\n}", ["a": ["x": [1, [:]]]],
      "{\n    \"a\": {\n        \"x\": [\n            1,\n            {}\n        ]\n    }\n}"),
    Row("{\n  \"a\": { \"x\": 1 }\n}", ["a": ["x": 1, "y": 2]], "{\n  \"a\": { \"x\": 1, \"y\": 2 }\n}"),
    Row(#"{"a": 1}"#, ["a": ["x": 1, "y": "z,:{"]], #"{"a": {"x": 1, "y": "z,:{"}}"#),
  ]

  @Test(arguments: values) func `a value changes in place`(row: Row) throws { #expect(try edited(row) == row.new) }

  static let lists: [Row] = [
    Row(
      "{\"a\": [\n  \"x\", // x\n  // y\n  \"y\",\n  \"z\" // z\n]}", ["a": ["w", "x", "z", "y"]],
      "{\"a\": [\n  \"w\",\n  \"x\", // x\n  \"z\", // z\n  // y\n  \"y\"\n]}"),
    Row(
      "{\"a\": [\n  1, // one\n  2, // two\n  3 // three\n]}", ["a": [4, 1, 2]],
      "{\"a\": [\n  4,\n  1, // one\n  2 // two\n]}"),
    Row(
      "{\"a\": [\n  1, // one\n  2, // two\n  3 // three\n]}", ["a": [3, 2, 1]],
      "{\"a\": [\n  3, // three\n  2, // two\n  1 // one\n]}"),
    Row("{\"a\": [1.50, 2e0, 3]}", ["a": [3, 1.5, 2.0]], "{\"a\": [3, 1.50, 2e0]}"),
    Row("{\"a\": [1, 2, 3]}", ["a": [1, 5, 3]], "{\"a\": [1, 5, 3]}"),
    Row("{\"a\": [\"x\"]}", ["a": ["y", "z"]], "{\"a\": [\"y\", \"z\"]}"),
    Row(
      "{\"a\": [ /* one */ 1, 2 /* two */, 3 ]}", ["a": [2, 3, 1]],
      "{\"a\": [ 2 /* two */, 3,\n/* one */ 1\n ]}"),
    Row(
      "{\"a\": [\n  { \"id\": 1, \"on\": true }, // one\n  { \"id\": 2, \"on\": true } // two\n]}",
      ["a": [["id": 0, "on": true], ["id": 2, "on": false]]],
      "{\"a\": [\n  { \"id\": 0, \"on\": true }, // one\n  { \"id\": 2, \"on\": false } // two\n]}"),
    Row(
      "{\"a\": [\n  { \"id\": 1, \"on\": true }, // one\n  { \"id\": 2, \"on\": true } // two\n]}",
      ["a": [["id": 2, "on": false]]], "{\"a\": [\n  { \"id\": 2, \"on\": false } // two\n]}"),
    Row(
      "{\"a\": [\n  [1, 2], // one\n  [3] // two\n]}", ["a": [[3], [1, 2]]],
      "{\"a\": [\n  [3], // two\n  [1, 2] // one\n]}"),
    Row(
      "{ \"a\": [\n  1 // one\n  , 2 // two\n  , 3 // three\n]}", ["a": [1, 3, 2]],
      "{ \"a\": [\n  1 // one\n  , 3 // three\n  , 2 // two\n]}"),
  ]

  @Test(arguments: lists) func `an element of a list takes its text and its comments along`(row: Row) throws {
    #expect(try edited(row) == row.new)
  }

  static let removals: [Row] = [
    Row(#"{"a": 1}"#, ["a": nil], "{}"),
    Row(#"{ "a": 1 }"#, ["a": nil, "b": nil], "{}"),
    Row("{\n  \"a\": 1\n}\n", ["a": nil], "{}\n"),
    Row(#"{"a": 1, "b": 2, "c": 3}"#, ["a": nil], #"{"b": 2, "c": 3}"#),
    Row(#"{"a": 1, "b": 2, "c": 3}"#, ["b": nil], #"{"a": 1, "c": 3}"#),
    Row(#"{"a": 1, "b": 2, "c": 3}"#, ["b": nil, "c": nil], #"{"a": 1}"#),
    Row(#"{ "a": 1, "b": 2 }"#, ["b": nil], #"{ "a": 1 }"#),
    Row("{\n  \"a\": 1, // one\n  \"b\": 2 // two\n}", ["a": nil], "{\n  \"b\": 2 // two\n}"),
    Row("{\n  \"a\": 1, // one\n  \"b\": 2 // two\n}", ["b": nil], "{\n  \"a\": 1 // one\n}"),
    Row("{\n  \"a\": 1,\n  \"b\": 2,\n}", ["b": nil], "{\n  \"a\": 1,\n}"),
    Row(
      "{\n  // head\n\n  // one\n  /* more */\n  \"a\": 1,\n\n  // two\n  \"b\": 2\n}", ["a": nil],
      "{\n  // head\n\n\n  // two\n  \"b\": 2\n}"),
    Row("{\n  // head\n\n  // one\n  \"a\": 1\n\n  // foot\n}", ["a": nil], "{\n  // head\n\n\n  // foot\n}"),
    Row("{ // head\r\n\t\"a\": [\r\n\t],\r\n\t\"b\": 2\r\n}", ["a": nil], "{ // head\r\n\t\"b\": 2\r\n}"),
    Row(#"{"a": 1, /* b */ "b": 2, "c": 3}"#, ["a": nil], #"{/* b */ "b": 2, "c": 3}"#),
    Row(#"{"a": 1, /* b */ "b": 2 /* b */, "c": 3}"#, ["b": nil], #"{"a": 1, "c": 3}"#),
    Row("{ \"a\": 1\n, \"b\": 2\n, \"c\": 3\n}", ["b": nil], "{ \"a\": 1\n, \"c\": 3\n}"),
    Row("{ \"a\": 1\n, \"b\": 2\n}", ["b": nil], "{ \"a\": 1\n}"),
    Row(
      "{\n  \"\u{E9}\": 1, // one\n  \"b\": 2, // two\n  \"e\u{301}\": 3\n}", ["\u{E9}": nil],
      "{\n  \"b\": 2 // two\n}"),
    Row("{ \"a\": 1\n, \"b\": 2,\n}", ["a": nil, "b": nil], "{}"),
    Row("{ // head\n  \"a\": 1\n  , \"b\": 2, // two\n}", ["a": nil, "b": nil], "{ // head\n}"),
  ]

  @Test(arguments: removals) func `a removed key takes its line and its comments along`(row: Row) throws {
    #expect(try edited(row) == row.new)
  }

  static let insertions: [Row] = [
    Row("{}", ["b": 1, "a": [:]], "{\n  \"a\": {},\n  \"b\": 1\n}"),
    Row("{}\n", ["a": 1], "{\n  \"a\": 1\n}\n"),
    Row(#"{"a":1,"c":3}"#, ["b": 2], #"{"a":1,"b":2,"c":3}"#),
    Row(#"{"a": 1, "c": 3}"#, ["d": 4, "0": 0], #"{"0": 0, "a": 1, "c": 3, "d": 4}"#),
    Row(#"{"a": 1 /* x */}"#, ["d": 4], #"{"a": 1 /* x */, "d": 4}"#),
    Row("{\n\t\"a\": 1 // one\n}", ["b": [2]], "{\n\t\"a\": 1, // one\n\t\"b\": [\n\t\t2\n\t]\n}"),
    Row(
      "{\n  \"b\": 1, // one\n\n  // two\n  \"d\": 2,\n}", ["c": 3],
      "{\n  \"b\": 1, // one\n  \"c\": 3,\n\n  // two\n  \"d\": 2,\n}"),
    Row("{\n  // two\n  \"d\": 2,\n}", ["c": 3, "e": 5], "{\n  \"c\": 3,\n  // two\n  \"d\": 2,\n  \"e\": 5,\n}"),
    Row(
      "{\r\n  \"z\" : 1,\r\n  \"editorSize\" : 2,\r\n  \"a\" : 3\r\n}", ["editorFont": "x", "m": 1],
      "{\r\n  \"z\" : 1,\r\n  \"editorSize\" : 2,\r\n  \"editorFont\" : \"x\",\r\n  \"a\" : 3,\r\n  \"m\" : 1\r\n}"),
    Row("{\n    // none\n}", ["a": 1], "{\n    // none\n\n    \"a\": 1\n}"),
    Row("{ /* none */ }", ["a": 1], "{ /* none */\n  \"a\": 1\n}"),
    Row("{ // none\n}", ["a": 1, "b": 2], "{ // none\n  \"a\": 1,\n  \"b\": 2\n}"),
    Row("{ /* none\n */\n /* x */ }", ["a": 1], "{ /* none\n */\n /* x */\n\n \"a\": 1\n}"),
    Row("{ \"a\": 1\n, \"b\": 2\n}", ["c": 3], "{ \"a\": 1\n, \"b\": 2\n, \"c\": 3\n}"),
    Row("{ \"a\": 1\n, \"b\": 2,\n}", ["c": 3], "{ \"a\": 1\n, \"b\": 2\n, \"c\": 3,\n}"),
    Row("{ \"a\": 1\n, \"b\": 2, // two\n}", ["c": 3], "{ \"a\": 1\n, \"b\": 2, // two\n\"c\": 3,\n}"),
    Row("{/* a\n*/ \"b\": 2}", ["a": 1], "{\"a\": 1, /* a\n*/ \"b\": 2}"),
    Row("{\n    \"b\": 2\n}", ["b": nil, "c": [1]], "{\n    \"c\": [\n        1\n    ]\n}"),
    Row("{\n  \"b\": 2 // two\n}", ["b": nil, "c": 3], "{\n  \"c\": 3\n}"),
  ]

  @Test(arguments: insertions) func `a new key adopts the layout around it`(row: Row) throws {
    #expect(try edited(row) == row.new)
  }

  @Test(arguments: [
    "", "1", "[]", "{", "{\"a\": 1} x", "{\"a\": 1, \"\\u0061\": 2}", "{\"a\" 1}", "{a: 1}", "{\"a\": /*",
  ])
  func `a document that can't be edited is left to be written anew`(text: String) {
    #expect(JSONEditor.document(Array(text.utf8), applying: ["a": .value(3)]) == nil)
  }

  /// Our own documents keep their layout, whatever changes.
  @Test func `an edited document of the writer is the one that the writer makes`() throws {
    var generator = SeededGenerator(seed: 41)
    var old: [String: SettingsValue] = [:]
    var document = Array("{}\n".utf8)
    for round in 0..<1_500 {
      var changes: [String: JSONEditor.Change] = [:]
      for _ in 0...generator.number(below: 4) {
        let name = "\(generator.text())\(generator.number(below: 5))"
        let value = generator.number(below: 3) == 0 ? nil : generator.plainValue()
        let chosen = generator.number(below: 2) == 0 ? old.keys.sorted().first ?? name : name
        old[chosen] = value
        changes[chosen] = .value(value)
      }
      document = try #require(JSONEditor.document(document, applying: changes))
      #expect(document == (try JSONWriter.document(of: .dictionary(old))), "round \(round)")
      if old.count > 12 { (old, document) = ([:], Array("{}\n".utf8)) }
    }
  }
}
