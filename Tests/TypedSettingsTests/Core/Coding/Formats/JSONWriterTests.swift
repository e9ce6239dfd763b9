import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

struct JSONWriterTests {
  @Test(
    arguments: [
      (.null, "null"), (true, "true"), (false, "false"), (0, "0"), (.integer(.min), "-9223372036854775808"),
      (.unsigned(.max), "18446744073709551615"), ("", "\"\""), ([], "[]"), ([:], "{}"), ([[], [:]], "[[],{}]"),
      (["a": 1, "b": [true, .null]], #"{"a":1,"b":[true,null]}"#), (.data(Data()), "\"\""),
      (.data(Data([0xFB, 0xFF, 0])), #""+/8A""#),
      (.date(Date(timeIntervalSinceReferenceDate: 0.5)), #""2001-01-01T00:00:00.5Z""#),
      (.date(Date(timeIntervalSinceReferenceDate: 1e300)), "1e+300"),
      (.date(Date(timeIntervalSinceReferenceDate: -0.0)), "-0.0"),
      (.date(Date(timeIntervalSinceReferenceDate: .nan)), #""NaN""#),
    ] as [(SettingsValue, String)])
  func `a value is written as compact text`(value: SettingsValue, text: String) throws {
    #expect(try JSONWriter.text(of: value) == text)
    #expect(try JSONWriter.data(of: value) == Data(text.utf8))
  }

  @Test(
    arguments: [
      (1, "1.0"), (-0.0, "-0.0"), (0.1, "0.1"), (1e15, "1000000000000000.0"), (1e16, "1e+16"), (1e-7, "1e-07"),
      (.leastNonzeroMagnitude, "5e-324"), (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (.nan, "\"NaN\""),
      (.infinity, "\"Infinity\""), (-.infinity, "\"-Infinity\""),
    ] as [(Double, String)])
  func `a floating-point number has the fewest digits that read back as one`(value: Double, text: String) throws {
    #expect(try JSONWriter.text(of: .double(value)) == text)
  }

  @Test(arguments: [
    ("\"\\/", #""\"\\/""#), ("\u{8}\u{C}\n\r\t", #""\b\f\n\r\t""#), ("\0\u{1}\u{1F} ", #""\u0000\u0001\u001f ""#),
    ("\u{7F}é€😀\u{2028}", "\"\u{7F}é€😀\u{2028}\""), ("a\nb\n", #""a\nb\n""#),
  ]) func `only the required characters are escaped`(value: String, text: String) throws {
    let written = try JSONWriter.text(of: .string(value))
    #expect(written.utf8.elementsEqual(text.utf8))
  }

  @Test func `names are sorted by their UTF-8`() throws {
    let names = ["", "B", "a", "aa", "b", "e\u{301}", "z", "\u{7F}", "\u{E8}", "\u{EA}", "\u{FFFD}", "\u{1F600}"]
    let value = SettingsValue.dictionary(Dictionary(uniqueKeysWithValues: names.shuffled().map { ($0, 0) }))
    let sorted = "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
    #expect(try JSONWriter.text(of: value).utf8.elementsEqual(sorted.utf8))
  }

  @Test(arguments: [11, 12, 13, 127, 128, 1_000])
  func `names are sorted at every size, and nested ones too`(count: Int) throws {
    let ends = ["", "\"", "\n", "e\u{301}", "é", "z"]
    let names = (0..<count).map { "Settings\($0 % 7)Name\(ends[$0 % 6])\($0 * 7_919 % count)" }
    let inner = SettingsValue.dictionary(Dictionary(names.map { ($0, [$0: 1, "a\"": [], "": 0]) }) { $1 })
    let text = try JSONWriter.text(of: ["b": inner, "a": inner, "a\"": inner])
    #expect(try JSONReader.value(of: text) == ["b": inner, "a": inner, "a\"": inner])
    let sorted = Set(names).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let members = try sorted.map { name in
      let key = try JSONWriter.text(of: .string(name))
      return key + ":" + (name < "a" ? #"{"":0,\#(key):1,"a\"":[]}"# : #"{"":0,"a\"":[],\#(key):1}"#)
    }
    let object = "{" + members.joined(separator: ",") + "}"
    #expect(text.utf8.elementsEqual(#"{"a":\#(object),"a\"":\#(object),"b":\#(object)}"#.utf8))
  }

  @Test(arguments: ["", "Group", "TimerSettingsSession", "é"])
  func `names with a common prefix are sorted by the rest`(start: String) throws {
    let ends = [
      "", "\0", "\0\0", "0", "01234567", "01234567\0", "012345678", "1", "1234567", "12345678", "A", "a", "ä", "€",
    ]
    let names = ends.map { start + $0 }
    for count in 2...names.count {
      let some = names.shuffled().prefix(count)
      let value = SettingsValue.dictionary(Dictionary(uniqueKeysWithValues: some.map { ($0, 0) }))
      let sorted = some.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      let members = try sorted.map { try JSONWriter.text(of: .string($0)) + ":0" }
      #expect(try JSONWriter.text(of: value) == "{\(members.joined(separator: ","))}")
    }
  }

  @Test func `many names with the same first bytes are sorted by the rest`() throws {
    let starts = ["", "01234567", "0123456789abcdef", "0123456789abcdefghijklmn"]
    let ends = ["", "\0", "\0\0\0\0\0\0\0\0", "\0\0\0\0\0\0\0\0z", "0", "01234567", "012345678", "A", "ä", "€"]
    let names = starts.flatMap { start in ends.map { start + $0 } }
    let unique = Set(names + names.flatMap { name in (0..<10).map { "\(name)\($0 * 37)" } })
    #expect(unique.count > 400)
    let value = SettingsValue.dictionary(Dictionary(uniqueKeysWithValues: unique.map { ($0, 0) }))
    let sorted = unique.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let members = try sorted.map { try JSONWriter.text(of: .string($0)) + ":0" }
    #expect(try JSONWriter.text(of: value) == "{\(members.joined(separator: ","))}")
  }

  @Test(arguments: [
    0, 1, 9, 10, 11, 99, 100, 101, 12_345, 999_999_999_999, 1_000_000_000_000, Int64.max, .min, -1, -10,
  ])
  func `an integer is written with all its digits`(number: Int64) throws {
    #expect(try JSONWriter.text(of: .integer(number)) == "\(number)")
  }

  @Test(arguments: 0..<20) func `a character is escaped at any offset in a word`(length: Int) throws {
    let plain = String(repeating: "x", count: length)
    #expect(try JSONWriter.text(of: .string("\(plain)\"\(plain)\\\(plain)")) == #""\#(plain)\"\#(plain)\\\#(plain)""#)
    #expect(try JSONWriter.text(of: .string("\(plain)\n\(plain)é\u{7F}")) == "\"\(plain)\\n\(plain)é\u{7F}\"")
  }

  @Test func `a key that can't be read back is an error`() {
    let key = "a" + String(repeating: "\u{301}", count: 31)
    #expect(outcome(of: .data(try JSONWriter.data(of: .dictionary([key: 1])))) == .error(.unencodable))
  }

  @Test func `a written value round-trips`() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      let value = generator.plainValue()
      let text = try JSONWriter.data(of: value)
      #expect(try JSONReader.value(of: text) == value)
    }
  }

  @Test func `numbers with any bits round-trip`() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<1_000 {
      let value = SettingsValue.array((0..<100).map { _ in .double(generator.double()) })
      #expect(try JSONReader.value(of: JSONWriter.text(of: value)) == value)
    }
  }

  @Test func `nesting ends at the deepest level`() async throws {
    let depth = SettingsValue.maximumDepth
    let text = String(repeating: "[", count: depth) + "0" + String(repeating: "]", count: depth)
    let deepest = await outcomeOnSmallStack(of: .string(try JSONWriter.text(of: .nested(depth))))
    #expect(deepest == .value(.string(text)))
    for levels in [depth + 1, 1_000] {
      let value = SettingsValue.nested(levels)
      #expect(outcome(of: .data(try JSONWriter.data(of: value))) == .error(.tooDeep))
    }
  }

  @Test func `the number of values is limited`() {
    let most = SettingsValue.array(Array(repeating: 0, count: SettingsValue.maximumCount - 1))
    #expect(throws: Never.self) { try JSONWriter.data(of: most) }
    let tooMany = SettingsValue.array(Array(repeating: 0, count: SettingsValue.maximumCount))
    #expect(outcome(of: .data(try JSONWriter.data(of: tooMany))) == .error(.tooLarge))
  }

  @Test func `the length of a string is limited, including the text form of data`() {
    let longest = String(repeating: "x", count: SettingsValue.maximumLength)
    #expect(throws: Never.self) { try JSONWriter.data(of: .string(longest)) }
    #expect(throws: Never.self) { try JSONWriter.data(of: .data(Data(count: SettingsValue.maximumLength / 4 * 3))) }
    let values: [SettingsValue] = [
      .string(longest + "x"), .dictionary([longest + "x": 0]),
      .data(Data(count: SettingsValue.maximumLength / 4 * 3 + 1)),
      .data(Data(count: SettingsValue.maximumLength + 1)),
    ]
    for value in values {
      #expect(outcome(of: .data(try JSONWriter.data(of: value))) == .error(.tooLarge))
    }
  }
}
