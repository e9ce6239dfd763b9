import Testing
import TypedSettings

@testable import TypedSettingsPage

@Suite("Fields of forms") struct FormFieldsTests {
  @Test func `fields are decoded, and the first one of a name counts`() throws {
    let fields = try #require(FormFields(encoded: "a=1%2B1+%C3%A9&b=&c&a=2&setting=x&setting=y".utf8))
    #expect(fields.values == ["a": "1+1 é", "b": "", "c": ""])
    #expect(fields.settings == ["x", "y"])
  }

  @Test(arguments: ["a=%", "a=%4", "a=%zz", "%=1", "a=%FF", "a=%C3"]) func `malformed fields are refused`(text: String)
  {
    #expect(FormFields(encoded: text.utf8) == nil)
  }

  @Test func `the ends of lines become line feeds`() throws {
    let fields = try #require(FormFields(encoded: "a=x%0D%0Ay%0Dz%0A".utf8))
    #expect(fields["a"] == "x\ny\nz\n")
  }

  @Test func `encoding a component and decoding it returns the text`() throws {
    let text = "a&b=c+d %é\n😀/?#"
    let fields = try #require(FormFields(encoded: "q=\(text.percentEncoded)".utf8))
    #expect(fields["q"] == text)
  }

  @Test func `the fields of a script are read from JSON`() throws {
    let body = Array(#"{"fields": [["a", "1"], ["setting", "x"]]}"#.utf8)
    let fields = try #require(FormFields(json: body))
    #expect(fields["a"] == "1")
    #expect(fields.settings == ["x"])
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"fields": {}}"#, #"{"fields": [["a"]]}"#, #"{"fields": [["a", 1]]}"#, #"{"fields": [1]}"#,
    #"{"fields": [["a", "b"]"#, String(repeating: "[", count: 100_000),
  ]) func `malformed JSON is refused`(text: String) {
    #expect(FormFields(json: Array(text.utf8)) == nil)
  }

  @Test func `too many fields are refused`() {
    let text = (0...10_000).map { "a\($0)=1" }.joined(separator: "&")
    #expect(FormFields(encoded: text.utf8) == nil)
  }
}
