import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

struct JSONReaderTests {
  @Test(
    arguments: [
      ("null", .null), ("true", true), ("false", false), ("0", 0), ("-1", -1), ("\"\"", ""), ("[]", []), ("{}", [:]),
      (" \t\r\n[ 1 , 2 ]\n", [1, 2]), ("{ \"a\" : { \"b\" : [ null ] } , \"\" : 1 }", ["a": ["b": [.null]], "": 1]),
      ("\u{FEFF}1", 1), ("[[],[[]],{}]", [[], [[]], [:]]),
    ] as [(String, SettingsValue)])
  func `a document decodes to its value`(text: String, value: SettingsValue) throws {
    #expect(try JSONReader.value(of: text) == value)
    #expect(try JSONReader.value(of: Data(text.utf8)) == value)
  }

  @Test(
    arguments: [
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .unsigned(1 << 63)), ("18446744073709551615", .unsigned(.max)),
      ("-0", .double(-0.0)), ("1.0", .double(1)),
      ("1e2", .double(100)), ("1E+2", .double(100)), ("1e-2", .double(0.01)), ("-0.0", .double(-0.0)),
      ("0.1", .double(0.1)), ("9007199254740993.0", .double(9_007_199_254_740_992)), ("1e-999", .double(0)),
      ("-1e-999", .double(-0.0)), ("5e-324", .double(.leastNonzeroMagnitude)),
      ("2.4703282292062328e-324", .double(.leastNonzeroMagnitude)),
      ("2.2250738585072011e-308", .double(.leastNormalMagnitude.nextDown)),
      ("1.7976931348623158e308", .double(0x1.fffffffffffffp1023)),
      ("0." + String(repeating: "0", count: 100_000) + "1e100001", .double(1)),
    ] as [(String, SettingsValue)])
  func `a number keeps its kind and is rounded once`(text: String, value: SettingsValue) throws {
    #expect(try JSONReader.value(of: text).withoutNotation == value)
  }

  @Test(arguments: [
    "18446744073709551616", "18446744073709551617", "-9223372036854775809", "-9223372036854777856",
    "1" + String(repeating: "0", count: 22), "1" + String(repeating: "0", count: 400),
    String(repeating: "9", count: 1_000_000), "1e999", "-1e999", "1e309", "1.797693134862315808e308", "-12.50E+0999",
    "18446744073709551616.0", "9007199254740993.0", "-0", "-0e0", "0.50", "1e2", "1E+02", "1e-999",
    "0.1000000000000000055",
    "99999999999999.99", "0.00001", "1e16", "100.00",
  ]) func `a number without a form of its own keeps its digits`(text: String) throws {
    let value = try JSONReader.value(of: text)
    #expect(value == ["$number": .string(text)])
    #expect(value.numberText == text)
    #expect(try JSONWriter.text(of: value) == text)
    #expect(try JSONWriter.text(of: ["a": [value]]) == "{\"a\":[\(text)]}")
  }

  @Test(arguments: [
    "", "-", "5", "-0.0", "1.5", "1e+16", "18446744073709551615", "-9223372036854775808", "018446744073709551616",
    "+18446744073709551616",
    "18446744073709551616 ", "1e400x", "1e400 ", "e400", "1.e400", "1e", "1e+", "0x1p9999",
    "NaN",
    "Infinity", "١٨٤٤٦٧٤٤٠٧٣٧٠٩٥٥١٦١٦",
  ]) func `a string that resembles a number without a form stays a string`(text: String) throws {
    let value: SettingsValue = ["$number": .string(text)]
    #expect(value.numberText == nil)
    #expect(try JSONReader.value(of: try JSONWriter.text(of: value)) == value)
  }

  @Test(
    arguments: [
      ("{\"\u{E9}\":1,\"e\u{301}\":2}", ["e\u{301}", 2, "\u{E9}", 1]),
      (#"{"e\u0301":2,"\u00e9":1}"#, ["e\u{301}", 2, "\u{E9}", 1]),
      (
        "{\"\u{1E69}\":1,\"s\u{323}\u{307}\":{\"a\":[\"{\"]},\"s\u{307}\u{323}\":3}",
        ["s\u{307}\u{323}", 3, "s\u{323}\u{307}", ["a": ["{"]], "\u{1E69}", 1]
      ),
    ] as [(String, SettingsValue)]) func `names in several spellings are one entry`(text: String, parts: SettingsValue)
    throws
  {
    let value = try JSONReader.value(of: text)
    #expect(value.dictionaryValue?.count == 1)
    #expect(value.dictionaryValue?.values.first == ["$spellings": parts])
    let written = try JSONWriter.text(of: value)
    #expect(try JSONReader.value(of: written) == value)
    #expect(!written.contains("$"))
    #expect(written.utf8.count == (try JSONWriter.text(of: JSONReader.value(of: text))).utf8.count)
    let nested = try JSONReader.value(of: "{\"b\":\"\\\"\",\"a\":[\(text),{\"x\":1e400}],\"c\":{}}")
    #expect(nested["a"] == [value, ["x": ["$number": "1e400"]]])
    #expect(nested["b"] == "\"")
  }

  @Test(
    arguments: [
      ["$spellings": []], ["$spellings": ["a", 1]], ["$spellings": ["a", 1, "b", 2]], ["$spellings": ["a", 1, "a", 2]],
      ["$spellings": ["\u{E9}", 1, "e\u{301}", 2]], ["$spellings": ["e\u{301}", 1, "\u{E9}"]],
      ["$spellings": ["e\u{301}", 1, "\u{E9}", 2], "a": 1], ["$spellings": [1, 2, 3, 4]], ["$spellings": 1],
      ["$some": ["e\u{301}", 1, "\u{E9}", 2]],
    ] as [SettingsValue]) func `a list that resembles members in several spellings stays a list`(value: SettingsValue)
    throws
  {
    let outer: SettingsValue = ["\u{E9}": value, "a": value]
    #expect(value.spellings == nil)
    #expect(try JSONReader.value(of: try JSONWriter.text(of: outer)) == outer)
  }

  @Test func `members in several spellings under another name stay a list`() throws {
    let value: SettingsValue = ["a": ["$spellings": ["e\u{301}", 1, "\u{E9}", 2]]]
    #expect(try JSONWriter.text(of: value).contains("$spellings"))
    #expect(try JSONReader.value(of: try JSONWriter.text(of: value)) == value)
  }

  @Test func `entries that no value can represent count towards the limits`() throws {
    func nested(_ text: String, _ levels: Int) -> String {
      String(repeating: "[", count: levels) + text + String(repeating: "]", count: levels)
    }
    let pair = "{\"\u{E9}\":[],\"e\u{301}\":2}"
    for (text, levels) in [("1e400", 1), (pair, 4)] {
      let deepest = nested(text, SettingsValue.maximumDepth - levels)
      #expect(throws: Never.self) { try JSONReader.value(of: deepest).checkLimits() }
      #expect(try JSONWriter.text(of: JSONReader.value(of: deepest)).utf8.count == deepest.utf8.count)
      #expect(outcome(of: try JSONReader.value(of: nested(deepest, 1))) == .error(.tooDeep))
    }
    let many = "[" + String(repeating: "1e400,", count: SettingsValue.maximumCount / 2) + "0]"
    #expect(outcome(of: try JSONReader.value(of: many)) == .error(.tooLarge))
    let longest = String(repeating: "9", count: SettingsValue.maximumLength)
    #expect(outcome(of: try JSONReader.value(of: longest + "9")) == .error(.tooLarge))
  }

  /// Each object with such names is processed again, and so would be the objects inside it.
  @Test func `nested objects with names in several spellings take no more time than others`() async {
    let space = String(repeating: " ", count: 1_000_000)
    let open = String(repeating: "{\"\u{E9}\":1,\"e\u{301}\":", count: 15)
    let text = open + space + "1" + String(repeating: "}", count: 15)
    @Sendable func timedOutcome() -> (Outcome, Duration) {
      let start = processorTime()
      let result = outcome(of: try JSONReader.value(of: text))
      return (result, processorTime() - start)
    }
    let (result, time) = await onSmallStack { timedOutcome() }
    #expect(time < .seconds(isSanitized ? 8 : 1))
    #expect(result == .error(.malformed))
  }

  @Test func `a decimal becomes the nearest double, however it is spelled`() throws {
    var generator = SeededGenerator(seed: 21)
    for _ in 0..<50_000 {
      let digits = String(generator.next() >> UInt64(generator.number(below: 64)))
      let fraction = String(repeating: "0", count: generator.number(below: 3)) + String(generator.number(below: 10_000))
      let exponent = generator.number(below: 60) - 30
      let text = (Bool.random(using: &generator) ? "-" : "") + "\(digits).\(fraction)e\(exponent)"
      let nearest = try #require(Double(text))
      #expect(try JSONReader.value(of: text).withoutNotation == .double(nearest), "\(text)")
    }
  }

  @Test(arguments: [
    "9007199254740991.0e22", "9007199254740992e22", "9007199254740993e0", "4503599627370497.5", "1e22", "1e23", "1e-22",
    "1e-23", "0e9223372036854775808", "0e-99999999999999999999", "0.000000000000000000000000000001e30", "-0e0",
    "123456789012345678901234567890e-10", "8.5e-22", "3.0e22",
  ]) func `a decimal at the limit of one rounding is the nearest double`(text: String) throws {
    let nearest = try #require(Double(text))
    #expect(try JSONReader.value(of: text).withoutNotation == .double(nearest))
  }

  @Test(arguments: 0..<20) func `a closing quote is found at any offset in a word`(length: Int) throws {
    let plain = String(repeating: "x", count: length)
    for rest in ["", "]", ", 1]      ", String(repeating: " ", count: 20) + "]"] {
      let text = "[\"\(plain)\"" + (rest.contains("]") ? rest : "]")
      let list = rest.contains("1") ? [.string(plain), 1] : [SettingsValue.string(plain)]
      #expect(try JSONReader.value(of: text) == .array(list))
    }
    for scalar in ["!", "#", "[", "]", "\u{7F}", "\u{80}", "\u{A2}", "\u{DC}", "é", "\u{2028}", "😀"] {
      let value = plain + scalar + plain
      #expect(try JSONReader.value(of: "\"\(value)\"") == .string(value))
    }
    #expect(try JSONReader.value(of: "\"\(plain)\\n\(plain)\\\\\"") == .string("\(plain)\n\(plain)\\"))
    for byte in (0..<0x20) as Range<UInt8> {
      let text = Data("\"\(plain)".utf8) + [byte] + Data("\(plain)\"".utf8)
      #expect(outcome(of: try JSONReader.value(of: text)) == .error(.malformed))
    }
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u00E9\u0000""#, "\u{E9}\u{E9}\0"),
    (#""\ud83d\ude00x""#, "\u{1F600}x"), (#""\uD834\uDD1E\uDBFF\uDFFF""#, "\u{1D11E}\u{10FFFF}"),
    ("\"\u{7F}é€😀\"", "\u{7F}é€😀"),
    (#""e\u0301""#, "e\u{301}"), (#""a\u002fb\\u0041""#, #"a/b\u0041"#), (#""\uFFFE\uffff""#, "\u{FFFE}\u{FFFF}"),
  ]) func `escapes of a string are decoded`(text: String, value: String) throws {
    #expect(try JSONReader.value(of: text) == .string(value))
  }

  @Test(arguments: [
    "", " ", "nul", "nulls", "True", "NaN", "Infinity", "-Infinity", "-", "+1", "01", "-01", "1.", ".5", "1.e1", "1e",
    "1e+",
    "0x10", "1_000", "1 2", "[1,]", "[,1]", "[1 2]", "[1", "[", "]", "[1}", "{", "{}{}", "{\"a\"}", "{\"a\":}",
    "{\"a\":1,}",
    "{,}", "{a:1}", "{1:1}", "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{'a':1}", "\"", "\"a", "\"\\\"", "\"\\", "\"\\u12\"",
    "\"\\u12g4\"", "\"\\x41\"", "\"\\u+123\"", "\"a\nb\"", "\"a\tb\"", "\"\0\"", "// x\n1", "/* x */1", "1 // x", "1\0",
    "\u{FEFF}", "\u{FEFF}\u{FEFF}1", "\u{A0}1", "\u{B}1", "[1]]", #""\ud800""#, #""\udc00""#, #""\ud800\ud800""#,
    #""\ud800x""#,
    #""\ud800\n""#, #""\ud800\u0041""#, #""\ude00\ud83d""#, #"{"a":1,"a":1}"#, #"{"a":1,"b":2,"\u0061":3}"#,
    "{\"\u{E9}\":1,\"e\u{301}\":2,\"\u{E9}\":3}", "{\"\u{E9}\":1,\"e\u{301}\":2,\"e\u{301}\":3}",
  ]) func `text that is not JSON is malformed`(text: String) {
    #expect(outcome(of: try JSONReader.value(of: text)) == .error(.malformed))
  }

  @Test(
    arguments: [
      [0xFF], [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF0, 0x80, 0x80, 0xAF],
      [0xF4, 0x90, 0x80, 0x80], [0xC3], [0xE2, 0x82], [0xF5, 0x80, 0x80, 0x80],
    ] as [[UInt8]]) func `a string that is not UTF-8 is malformed`(bytes: [UInt8])
  {
    for text in [Data([0x22] + bytes + [0x22]), Data([0x22, 0x5C, 0x6E] + bytes + [0x22])] {
      #expect(outcome(of: try JSONReader.value(of: text)) == .error(.malformed))
    }
  }

  @Test(arguments: 0..<20) func `an invalid UTF-8 byte is found at any offset in a word`(length: Int) {
    for rest in 0..<20 {
      let bytes = Data(repeating: 0x78, count: length) + [0xFF] + Data(repeating: 0x78, count: rest)
      for text in [Data("\"".utf8) + bytes + Data("\"".utf8), Data("{\"".utf8) + bytes + Data("\":1}".utf8)] {
        #expect(outcome(of: try JSONReader.value(of: text)) == .error(.malformed))
      }
    }
  }

  @Test(arguments: [String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32])
  func `an encoding other than UTF-8 is malformed`(encoding: String.Encoding) throws {
    let text = try #require("[1]".data(using: encoding))
    #expect(outcome(of: try JSONReader.value(of: text)) == .error(.malformed))
  }

  @Test func `the number of combining marks in a name is limited`() throws {
    let marks = String(repeating: "\u{301}", count: 30)
    #expect(try JSONReader.value(of: "{\"a\(marks)b\(marks)\":1}") == .dictionary(["a\(marks)b\(marks)": 1]))
    #expect(outcome(of: try JSONReader.value(of: "{\"a\(marks)\u{301}\":1}")) == .error(.malformed))
    #expect(try JSONReader.value(of: "\"a\(marks)\u{301}\"") == .string("a\(marks)\u{301}"))
  }

  @Test func `a slice of data is read from its own start`() throws {
    #expect(try JSONReader.value(of: Data("xx[1]yy".utf8)[2..<5]) == [1])
  }

  @Test(arguments: [
    (#"{"secret":"secret" "x"}"#, "line 1, column 20"), (#"{"secret":1,"secret":2}"#, "line 1, column 13"),
    (#"{"a":{"b":[1]},"secret":1,"c":{},"secret":2,"a":3,"a":4}"#, "line 1, column 34"),
    (#"{"a":0,"a":[{"c":[1,{}],"secret":2, "\u0073ecret":3}]}"#, "line 1, column 37"),
    ("{\n  \"secret\": 1,\n  \"other\": secret\n}\n", "line 3, column 12"),
    ("{\r\n  \"größe\": \"größe\",\r\n  \"größe\": 1\r\n}", "line 3, column 3"),
    ("\u{FEFF}{\"é€😀\" 1}", "line 1, column 8"), ("[\n  1,\n", "line 3, column 1"),
    ("[\n  \"secret\n", "line 2, column 10"), ("[0,\n 01]", "line 2, column 2"),
  ]) func `an error names the position and no value`(text: String, place: String) throws {
    let error = try #require(throws: SettingsError.self) { try JSONReader.value(of: text) }
    #expect(error.found.hasSuffix(" at \(place)"), "\(error)")
    #expect(!"\(error)".contains("secret"))
  }

  @Test func `nesting ends at the deepest level`() async throws {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + "0" + String(repeating: "]", count: levels)
    }
    let deepest = nested(SettingsValue.maximumDepth)
    let outcomeOfDeepest = await outcomeOnSmallStack(of: try JSONReader.value(of: deepest))
    #expect(outcomeOfDeepest == .value(.nested(SettingsValue.maximumDepth)))
    for text in [
      nested(SettingsValue.maximumDepth + 1), String(repeating: "[", count: 1_000_000),
      String(repeating: "{\"a\":", count: 100_000),
    ] {
      #expect(outcome(of: try JSONReader.value(of: text)) == .error(.tooDeep))
    }
  }

  @Test func `the number of values is limited`() throws {
    let most = "[" + String(repeating: "0,", count: SettingsValue.maximumCount - 2) + "0]"
    #expect(throws: Never.self) { try JSONReader.value(of: most) }
    let tooMany = "[" + String(repeating: "0,", count: SettingsValue.maximumCount - 1) + "0]"
    #expect(outcome(of: try JSONReader.value(of: tooMany)) == .error(.tooLarge))
  }

  @Test(arguments: ["x", "\\u0078"]) func `the length of a string is limited`(first: String) throws {
    let longest = first + String(repeating: "x", count: SettingsValue.maximumLength - 1)
    #expect(throws: Never.self) { try JSONReader.value(of: "\"\(longest)\"") }
    for text in ["\"\(longest)x\"", "{\"x\(longest)\":1}"] {
      #expect(outcome(of: try JSONReader.value(of: text)) == .error(.tooLarge))
    }
  }

  @Test func `names are read alike however many there are, and in however many tasks`() async throws {
    let documents = (0..<20).map { part in (0..<300).map { "ANameThatTakesAnAllocation\(300 * part + $0)" } }
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for names in documents + documents.reversed() + documents {
        group.addTask {
          let text = "{" + names.map { "\"\($0)\":\"\($0)\"" }.joined(separator: ",") + "}"
          let value: SettingsValue = .dictionary(Dictionary(uniqueKeysWithValues: names.map { ($0, .string($0)) }))
          return try JSONReader.value(of: text) == value
        }
      }
      for try await isAlike in group { #expect(isAlike) }
    }
  }
}
