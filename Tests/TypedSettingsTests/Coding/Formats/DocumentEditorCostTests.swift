import Testing

@testable import TypedSettings

/// Edits whose time grows only in proportion to the size of the document.
struct DocumentEditorCostTests {
  private static let limit = Duration.seconds(isSanitized ? 40 : 8)

  /// Returns the value of an edited document, and the processor time of the edit.
  private func edited(
    _ text: String, _ changes: [String: SettingsValue?]
  ) throws -> (value: SettingsValue, time: Duration) {
    let (old, changes) = (Array(text.utf8), changes.mapValues { DocumentChange.value($0) })
    let start = processorTime()
    let edited = DocumentFormat.json.edited(old, applying: changes)
    let time = processorTime() - start
    return (try DocumentFormat.json.value(of: try #require(edited)), time)
  }

  @Test(
    arguments: [
      (["a": nil], ["c": 2]), (["b": 3], ["a": 1, "b": 3, "c": 2]), (["c": nil], ["a": 1]),
    ] as [([String: SettingsValue?], SettingsValue)])
  func `an edit beside many comments takes linear time`(changes: [String: SettingsValue?], value: SettingsValue) throws
  {
    let text = "{\"a\": 1,\n" + String(repeating: "//\n", count: 200_000) + "\"c\": 2}"
    let result = try edited(text, changes)
    #expect(result.value == value)
    #expect(result.time < Self.limit)
  }

  @Test func `changing many elements on one line takes linear time`() throws {
    let numbers = (0..<50_000).map { "\($0)" }.joined(separator: ", ")
    let new = SettingsValue.array((1...50_000).map { .integer($0) })
    let result = try edited("{\"samples\": [\(numbers)]}", ["samples": new])
    #expect(result.value == ["samples": new])
    #expect(result.time < Self.limit)
  }

  @Test func `adding to many containers on one line takes linear time`() throws {
    let new = SettingsValue.array(Array(repeating: [1, 2, [3]], count: 20_000))
    let old = Array(repeating: "[1, 2]", count: 20_000).joined(separator: ", ")
    let result = try edited("{\"samples\": [\(old)]}", ["samples": new])
    #expect(result.value == ["samples": new])
    #expect(result.time < Self.limit)
  }
}
