import Testing
import TypedSettings

@testable import TypedSettingsTools

struct PortablePatternTests {
  @Test(
    arguments: [
      ("[a-z-]+", "^(?:[a-z-]+)$"), ("#[0-9a-f]{6}", "^(?:#[0-9a-f]{6})$"), ("(?:a|b)*?c", "^(?:(?:a|b)*?c)$"),
      (#"v\d"#, nil), (#"\w+"#, nil), (#"\s"#, nil), (#"\bx"#, nil), (#"(a)\1"#, nil), (#"\p{L}"#, nil),
      ("[^/]+", nil), ("[a-z&&[b]]", nil), ("[a--b]", nil), ("[[:alpha:]]", nil), ("[]a]", nil), ("[a", nil),
      ("a++", nil), ("a{2}+", nil), ("(?=a)b", nil), ("(?i)a", nil), ("(?<name>a)", nil), ("(a", nil), ("a)", nil),
      ("é", nil), ("[à-ü]", nil), ("a\nb", nil), ("*a", nil), ("a{}", nil), ("a{x}", nil),
    ])
  func `An expression is kept only if it means the same elsewhere`(pattern: String, text: String?) {
    #expect(PortablePattern(pattern)?.text == text)
  }

  @Test(
    arguments: [
      (".*", "^(?:.*)$"), (".+@.+", "^(?:.+@.+)$"), (".{3,}", "^(?:.{3,})$"), (".", nil), (".{3}", nil),
      (".{1,3}", nil), ("a.b", nil), (".?", nil), ("(.)+", nil), ("a.", nil),
    ])
  func `A point is kept only without a maximum`(pattern: String, text: String?) {
    #expect(PortablePattern(pattern)?.text == text)
  }

  @Test(
    arguments: [
      (#"a\-b"#, "^(?:a-b)$"), (#"[a\-b]"#, #"^(?:[a\-b])$"#), (#"\@\."#, #"^(?:@\.)$"#), ("a}", #"^(?:a\})$"#),
      ("a]", #"^(?:a\])$"#), ("a{,3}", "^(?:a{0,3})$"), (#"\\"#, #"^(?:\\)$"#),
    ])
  func `An expression is written in the syntax of ECMA-262`(pattern: String, text: String) {
    #expect(PortablePattern(pattern)?.text == text)
  }
}
