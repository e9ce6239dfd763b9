import Testing

@testable import TypedSettings

struct JSONSalvageTests {
  private static let rows: [(text: String, value: SettingsValue?)] = [
    ("", nil),
    ("{", nil),
    (#"{"a": 1"#, nil),
    (#"{"a": 1,"#, ["a": 1]),
    (#"{"a": 1, "b": 2, "c": tru"#, ["a": 1, "b": 2]),
    (#"{"a": {"x": 1, "y": [1, 2, "#, ["a": ["x": 1, "y": [1, 2]]]),
    (#"{"a": 1, "b": "}], {", "c": oops, "d": 4}"#, ["a": 1, "b": "}], {"]),
    (#"{"a": "\",", "b": 1]}"#, ["a": "\","]),
    (#"{"a": 1, "a": 2, "b": 3}"#, ["a": 1]),
    (#"{"a": 1} and more"#, ["a": 1]),
  ]

  @Test(arguments: rows.indices) func `what comes before the first mistake is read`(index: Int) {
    #expect(JSONSalvage.value(of: Array(Self.rows[index].text.utf8)) == Self.rows[index].value)
  }
}
