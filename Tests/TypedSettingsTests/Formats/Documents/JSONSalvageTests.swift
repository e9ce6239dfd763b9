import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFormats

struct JSONSalvageTests {
  private static let rows: [(text: String, value: SettingsValue?)] = [
    ("", nil),
    ("{", nil),
    (#"{"a": 1"#, nil),
    (#"{"a": 1,"#, ["a": 1]),
    (#"{"a": 1, "b": 2, "c": tru"#, ["a": 1, "b": 2]),
    (#"{"a": {"x": 1, "y": [1, 2, "#, ["a": ["x": 1]]),
    (#"{"a": {"x": 1, "y": [1, 2], "#, ["a": ["x": 1, "y": [1, 2]]]),
    (#"{"a": {"x": 1, "y": {"p": 1, "#, ["a": ["x": 1]]),
    (#"{"a": {"x": {"p": [1, {}]}} "#, ["a": ["x": ["p": [1, [:]]]]]),
    (#"{"a": [1, 2, "#, nil),
    (#"{"a": [{}], "#, ["a": [[:]]]),
    (#"[1, 2, 3"#, nil),
    (#"{"a": 1, "b": "}], {", "c": oops, "d": 4}"#, ["a": 1, "b": "}], {"]),
    (#"{"a": "\",", "b": 1]}"#, ["a": "\",", "b": 1]),
    (#"{"a": 1, "a": 2, "b": 3}"#, ["a": 1]),
    (#"{"a": 1} and more"#, ["a": 1]),
    (#"{"a": 1 "b": 2}"#, ["a": 1]),
    (#"{"a": 1"b": 2}"#, ["a": 1]),
    ("{\"a\": 1\n\"b\": 2}", ["a": 1]),
    (#"{"a": -1.5e3/* c */ "b": 2}"#, ["a": ["$number": "-1.5e3"]]),
    (#"{"a": true "b": 2}"#, ["a": true]),
    (#"{"a": "x" "b": 2}"#, ["a": "x"]),
    (#"{"a": "x" // y"#, ["a": "x"]),
    (#"{"a": "x""#, ["a": "x"]),
    (#"{"a": "x"#, nil),
    (#"{"a": "x\""#, nil),
    (#"{"a": "x", "b""#, ["a": "x"]),
    (#"{"a": [1 2]}"#, nil),
    (#"{"a": [1] "b": 2}"#, ["a": [1]]),
    (#"{"a": tru "b": 2}"#, nil),
    (#"{"d": {"a": null "b": 2}}"#, ["d": ["a": .null]]),
    (#"{"d": {"a": 1} "e": {"a": 2}}"#, ["d": ["a": 1]]),
    (#"{"d": {"a": 1, "b": {"c": 1 "e": 2}}}"#, ["d": ["a": 1]]),
    (#"{"a": 1 2, "b": 3}"#, ["a": 1]),
  ]

  @Test(arguments: rows.indices) func `the settings before the first mistake are read`(index: Int) {
    #expect(JSONSalvage.value(of: Array(Self.rows[index].text.utf8), levels: 2) == Self.rows[index].value)
  }

  @Test func `no partial setting is read at the first level`() {
    #expect(JSONSalvage.value(of: Array(#"{"a": 1, "b": {"x": 1, "#.utf8), levels: 1) == ["a": 1])
  }

  /// As many entries as a file may have, none of them a setting.
  @Test(
    arguments: [
      ("[", "[],", nil), ("[", "{},", nil), ("[", ",", nil), ("{", "{},", nil), ("{", ",", [:]), ("", "{", nil),
      ("{", "1 ", nil), ("{", "\"\" ", nil), ("{", ":1 ", nil),
    ]
      as [(String, String, SettingsValue?)])
  func `entries that cannot be settings are skipped cheaply`(beginning: String, part: String, value: SettingsValue?) {
    let bytes = Array((beginning + String(repeating: part, count: (4 << 20) / part.utf8.count)).utf8)
    let start = processorTime()
    #expect(JSONSalvage.value(of: bytes, levels: 2) == value)
    #expect(processorTime() - start < .seconds(isSanitized ? 100 : 20))
  }

  /// Errors, with the value of "a" that is read before them.
  ///
  /// The reader finds some errors behind their place.
  private static let errors: [(text: String, value: SettingsValue?)] = [
    (#""a": 1, "a": 2, "#, 1), (#""a": 01, "#, nil), (#""a": [1, 2}, "#, nil), (#""a": tru, "#, nil),
    (#""a": 1,, "#, 1), ("\"a\": \"\u{1}\", ", nil), (#""a": {"b": 1, "b": 2}, "#, ["b": 1]), ("/* ", nil),
    (#""a": 1 } "#, 1), (#""a": 1 "c": 2, "#, 1), (#""a": 1 2, "#, 1), (#""a" 1, "#, nil),
  ]

  @Test(arguments: errors.indices, [0, 1, 7, 500, 999, 1_000])
  func `an error is found anywhere in a long text`(index: Int, place: Int) {
    let (text, value) = Self.errors[index]
    var members = (0..<1_000).map { "\"k\($0)\": \($0), " }
    members.insert(text, at: place)
    var expected = Dictionary(uniqueKeysWithValues: (0..<place).map { ("k\($0)", SettingsValue.integer(Int64($0))) })
    expected["a"] = value
    let found = JSONSalvage.value(of: Array(("{" + members.joined()).utf8), levels: 2)
    #expect(found == (expected.isEmpty ? nil : .dictionary(expected)))
  }

  @Test func `a text that is cut off takes little more time than a complete one`() throws {
    let text = "{" + (0..<50_000).map { "\"k\($0)\": \($0)," }.joined()
    let whole = Array((text.dropLast() + "}").utf8)
    func time(_ operation: () throws -> Void) rethrows -> Duration {
      let start = processorTime()
      try operation()
      return processorTime() - start
    }
    // Each pair of attempts is made under the same load.
    let ratios = try (0..<5).map { _ in
      let reading = try time { _ = try JSONReader.value(of: whole) }
      let salvaging = try time {
        guard case .dictionary(let values)? = JSONSalvage.value(of: Array(text.utf8), levels: 2) else {
          throw SettingsError(.malformed, found: "nothing", advice: "")
        }
        #expect(values.count == 50_000)
      }
      return salvaging / reading
    }
    #expect(try #require(ratios.min()) < 5)
  }
}
