import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFormats

/// JSON with comments and trailing commas, and the extras of JSON5 that aren't read.
struct JSONCommentTests {
  private func value(of text: String) throws(SettingsError) -> SettingsValue {
    try DocumentFormat.json.value(of: Array(text.utf8))
  }

  @Test(
    arguments: [
      ("// a\n{}", [:]), ("/* a */ {} // b", [:]), ("{} //", [:]), ("{}/**/", [:]), ("{/* */}", [:]),
      ("{ // \"}\n}", [:]), ("[/* ] */]", []), ("[1,]", [1]), ("[1, /* a */ ]", [1]), ("[1 /* a */ , // b\n]", [1]),
      ("{\"a\":1,}", ["a": 1]), ("{\"a\" /* b */ : /* c */ 1 /* d */ , /* e */ }", ["a": 1]),
      ("{\"a\":// b\r1//c\r,\"b\":2}", ["a": 1, "b": 2]), ("[[1,],[2,],]", [[1], [2]]),
      ("\u{FEFF}// a\n{\"//\":\"/* a */\"}", ["//": "/* a */"]), ("/***/[/*/*/]", []), ("/* ü\u{0} */[]", []),
    ] as [(String, SettingsValue)]) func `comments and trailing commas are skipped`(text: String, value: SettingsValue)
    throws
  {
    #expect(try self.value(of: text) == value)
    #expect(outcome(of: try JSONReader.value(of: text)) == .error(.malformed))
  }

  @Test(arguments: [
    "[,]", "{,}", "[1,,]", "{\"a\":1,,}", "{} /", "{} /* a", "{} /*/", "/", "// a", "[1 / 2]", "{\"a\":/* b */}",
    "[/ /]", "{\"a\"//:1}", "# a\n{}", "[1,", "{\"a\":1,",
  ]) func `other text is still malformed`(text: String) {
    #expect(outcome(of: try value(of: text)) == .error(.malformed))
  }

  @Test(
    arguments: [
      ("[1,]", "a trailing comma, which isn't allowed here at line 1, column 4"),
      ("{\"a\":1,\n}", "a trailing comma, which isn't allowed here at line 2, column 1"),
      ("{ // secret\n}", "a comment, which isn't allowed here at line 1, column 3"),
    ])
  func `a strict reader names the comment and the trailing comma`(text: String, problem: String) throws {
    let error = try #require(throws: SettingsError.self) { try JSONReader.value(of: text) }
    #expect(error.found == "JSON with \(problem)")
  }

  @Test(
    arguments: [
      ("{'a': 1}", "a string in single quotation marks, which only JSON5 allows at line 1, column 2"),
      ("{a: 1}", "a name without quotation marks, which only JSON5 allows at line 1, column 2"),
      ("{\n  $größe_1 : 1}", "a name without quotation marks, which only JSON5 allows at line 2, column 3"),
      ("[+1]", "a plus sign, which only JSON5 allows at line 1, column 2"),
      ("[.5]", "a number with no digit before its point, which only JSON5 allows at line 1, column 2"),
      ("[5.]", "a number with no digit after its point, which only JSON5 allows at line 1, column 4"),
      ("[0x1F]", "a hexadecimal number, which only JSON5 allows at line 1, column 3"),
      ("[NaN]", "a number that isn't finite, which only JSON5 allows at line 1, column 2"),
      ("[-Infinity]", "a number that isn't finite, which only JSON5 allows at line 1, column 3"),
      ("[\u{A0}1]", "white space other than spaces, tabs and line breaks, which only JSON5 allows at line 1, column 2"),
      (#"["\x41"]"#, "an escape sequence that only JSON5 allows at line 1, column 4"),
      ("[\"a\\\nb\"]", "an escape sequence that only JSON5 allows at line 1, column 5"),
      ("{\"a\": 1 \"b\": 2}", "an unexpected character instead of the end of an object at line 1, column 9"),
      ("{\"a: 1,\n\"b\": 2}", "a string without a closing quotation mark at line 1, column 8"),
      ("{\"a\": \"b", "a string without a closing quotation mark at line 1, column 9"),
      ("{\"a\": 1, // b\n\"a\": 2}", "a duplicate name at line 2, column 1"),
      ("{\"a\": 01}", "a number with a leading zero at line 1, column 7"),
      ("{} /* a", "a comment without an end at line 1, column 4"),
    ])
  func `each mistake in a document has its own sentence and place`(text: String, problem: String) throws {
    let error = try #require(throws: SettingsError.self) { try value(of: text) }
    #expect(error.found == "JSON with \(problem)")
  }

  @Test func `names in several spellings are found between comments`() throws {
    let text = "{ // \"a\": {\n\"\u{E9}\": 1, /* \"b\", */ \"e\u{301}\": [2,], }"
    #expect(try value(of: text)["\u{E9}"] == ["$spellings": ["e\u{301}", [2], "\u{E9}", 1]])
  }

  @Test(
    arguments: [
      ("{\"a\": 1, // }\n \"b\": 2 /* , */, \"c\": oops", ["a": 1, "b": 2]),
      ("{\"a\": {\"b\": 1, /* c", ["a": ["b": 1]]),
      ("// {\n{\"a\": 1,, \"b\": 2}", ["a": 1]), ("{\"a\": 1, / \"b\": 2}", ["a": 1]),
    ] as [(String, SettingsValue)])
  func `the settings before the first mistake are read beside comments`(text: String, value: SettingsValue) {
    #expect(JSONSalvage.value(of: Array(text.utf8), levels: 2) == value)
  }

  @Test(arguments: ["json", "JSONC", "json5"]) func `the names of such files are those of JSON`(name: String) {
    #expect(DocumentFormat(fileExtension: name) == .json)
  }

  @Test(arguments: ["// a\n{}", " /* a */[]", "\u{FEFF}//"]) func `a document may begin with a comment`(text: String) {
    #expect(DocumentFormat.detect(Array(text.utf8)) == .json)
  }

  @Test func `a file of comments doesn't take long`() {
    let start = processorTime()
    let text = "{" + String(repeating: "/*", count: 2 << 20) + String(repeating: "// a\n", count: 1 << 20)
    #expect(outcome(of: try value(of: text)) == .error(.malformed))
    _ = JSONSalvage.value(of: Array(text.utf8), levels: 2)
    #expect(processorTime() - start < .seconds(isSanitized ? 40 : 8))
  }
}
