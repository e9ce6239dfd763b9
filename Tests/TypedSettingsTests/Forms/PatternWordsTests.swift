import Testing

@testable import TypedSettingsForms

/// Regular expressions in the words of a form.
struct PatternWordsTests {
  @Test(
    arguments: [
      ("[a-z]+", "Must be lowercase letters"), ("^[a-z]+$", "Must be lowercase letters"),
      ("[A-Z]{2}", "Must be 2 capital letters"), ("[0-9]{4,8}", "Must be 4 to 8 digits"), ("\\d+", "Must be digits"),
      ("[A-Za-z0-9]{0,8}", "Must be at most 8 letters and digits"),
      ("[a-z0-9-]+", "Must be lowercase letters, digits and “-”"),
      ("\\w*", "Must be empty, or letters, digits and “_”"),
      ("[a-z ]{3,}", "Must be at least 3 lowercase letters and spaces"), ("[+-]", "Must be one of: “+” and “-”"),
      ("[a-z\\.]+", "Must be lowercase letters and “.”"),
    ])
  func `One set of characters and its number are in words`(pattern: String, sentence: String) {
    #expect(PatternWords.sentence(for: pattern) == sentence)
  }

  @Test(
    arguments: [
      "", "a|b", "[a-z]+-[0-9]+", "[^a-z]+", "(a)+", "[a-f]+", "[a-z&&[aeiou]]+", "[\\p{L}]+", ".*", "[a-z]+?", "[a",
      "[a-z]{}", "[a-z]{x}", "[a-z]{1,2,3}", "[]+",
    ])
  func `Another expression has no words`(pattern: String) {
    #expect(PatternWords.sentence(for: pattern) == nil)
  }
}
