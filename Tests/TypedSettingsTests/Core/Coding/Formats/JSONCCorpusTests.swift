import Testing
import TypedSettings

@testable import TypedSettingsCore

/// The documents of the tests of Microsoft's node-jsonc-parser (MIT License), with the values that it expects.
///
/// It goes on after an error, where a settings document is malformed.
struct JSONCCorpusTests {
  @Test(
    arguments: [
      ("true", true), ("false", false), ("null", .null), (#""foo""#, "foo"),
      (#""\"-\\-\/-\b-\f-\n-\r-\t""#, "\"-\\-/-\u{8}-\u{C}-\n-\r-\t"), (#""\u00DC""#, "Ü"), ("9", 9), ("-9", -9),
      ("0.129", 0.129), ("23e3", 23e3), ("1.2E+3", 1.2E+3), ("1.2E-3", 1.2E-3), ("1.2E-3 // comment", 1.2E-3),
      ("90E+123", 90E+123), ("90e-123", 90e-123), ("90E123", 90E123), ("-1.93e-19", -1.93e-19), ("{}", [:]),
      (#"{ "foo": true }"#, ["foo": true]), (#"{ "bar": 8, "xoo": "foo" }"#, ["bar": 8, "xoo": "foo"]),
      (#"{ "hello": [], "world": {} }"#, ["hello": [], "world": [:]]),
      (#"{ "a": false, "b": true, "c": [ 7.4 ] }"#, ["a": false, "b": true, "c": [7.4]]),
      (
        #"{ "lineComment": "//", "blockComment": ["/*", "*/"], "brackets": [ ["{", "}"], ["[", "]"], ["(", ")"] ] }"#,
        ["lineComment": "//", "blockComment": ["/*", "*/"], "brackets": [["{", "}"], ["[", "]"], ["(", ")"]]]
      ),
      (
        #"{ "hello": { "again": { "inside": 5 }, "world": 1 }}"#,
        ["hello": ["again": ["inside": 5], "world": 1]]
      ),
      (#"{ "foo": /*hello*/true }"#, ["foo": true]), (#"{ "": true }"#, ["": true]), ("[]", []),
      ("[ [],  [ [] ]]", [[], [[]]]), ("[ 1, 2, 3 ]", [1, 2, 3]), (#"[ { "a": null } ]"#, [["a": .null]]),
      (#"{ "hello": [], }"#, ["hello": []]), (#"{ "hello": [], "world": {}, }"#, ["hello": [], "world": [:]]),
      ("[ 1, 2, ]", [1, 2]), ("[ 1, 2 ]", [1, 2]), ("/* this is a \r\ncomment*/ 1", 1), ("false//hello", false),
      (#"{"id": "$", "v": [ null, null] }"#, ["id": "$", "v": [.null, .null]]),
      (#"{  "id": { "foo": { } } , }"#, ["id": ["foo": [:]]]), ("\"\u{88ff}\"", "\u{88ff}"),
      ("\"\u{200B}\u{2028}\"", "\u{200B}\u{2028}"),
      ("{ // a\n /* b\n */ \"foo\": \"bar\" }", ["foo": "bar"]),
      ("/* multi\nline */ {\n\"foo\": \"bar\"\n}", ["foo": "bar"]),
    ] as [(String, SettingsValue)]) func `a valid document has the expected value`(text: String, value: SettingsValue)
    throws
  {
    #expect(try JSONReader.value(of: Array(text.utf8), dialect: .commented).withoutNotation == value)
    expectIndexAgreement(Array(text.utf8))
    expectIndexAgreement(Array(#"{"d": {"n": \#(text)\n}}"#.utf8))
  }

  @Test(arguments: [
    "{,}", #"{ "bar": 8 "xoo": "foo" }"#, #"{ ,"bar": 8 }"#, #"{ ,"bar": 8, "foo" }"#, #"{ "bar": 8, "foo": }"#,
    #"{ 8, "foo": 9 }"#, "[,]", "[ 1 2, 3 ]", "[ ,1, 2, 3 ]", "[ ,1, 2, 3, ]", "", "1,1", "/* this is a",
    "/* this is a \ncomment", "/ ttt", #""\v""#, #""test"#, "\"test\n\"", "\"\t\"", "\"\t \"", "\"\0 \"", "01", "-01",
    "-",
    ".0", "nulllll", "True", "foo-bar", "foo bar", "true false null", #"{ "dep": {"bar": 1, "car": "#,
    #"{ "dep": {"bar": 1,, "car": "#, #"["foo", null,, ]"#, "// this is a comment", " ",
  ]) func `an invalid document is malformed`(text: String) {
    #expect(outcome(of: try JSONReader.value(of: Array(text.utf8), dialect: .commented)) == .error(.malformed))
  }

  @Test func `a strict reader refuses comments`() throws {
    #expect(outcome(of: try JSONReader.value(of: #"{ "foo": /*comment*/ true }"#)) == .error(.malformed))
    #expect(try JSONReader.value(of: #"[ 1, 2, null, "foo" ]"#) == [1, 2, .null, "foo"])
  }
}
