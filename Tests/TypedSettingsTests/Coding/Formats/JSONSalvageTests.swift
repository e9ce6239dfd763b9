import Testing

@testable import TypedSettings

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
    (#"{"a": "\",", "b": 1]}"#, ["a": "\","]),
    (#"{"a": 1, "a": 2, "b": 3}"#, ["a": 1]),
    (#"{"a": 1} and more"#, ["a": 1]),
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
    ]
      as [(String, String, SettingsValue?)])
  func `entries that cannot be settings are skipped cheaply`(beginning: String, part: String, value: SettingsValue?) {
    let bytes = Array((beginning + String(repeating: part, count: (4 << 20) / part.utf8.count)).utf8)
    let start = processorTime()
    #expect(JSONSalvage.value(of: bytes, levels: 2) == value)
    #expect(processorTime() - start < .seconds(isSanitized ? 40 : 8))
  }
}
