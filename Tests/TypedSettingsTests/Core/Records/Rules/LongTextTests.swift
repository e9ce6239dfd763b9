import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

/// Texts that are too long to be stored.
struct LongTextTests {
  private static let rules: [(name: String, rule: SettingValidation<String>)] = [
    ("a maximum count", .count(...80)), ("a count in a range", .count(1...80)), ("a minimum count", .count(3...)),
    ("any count", .count(0...Int.max)), ("a pattern", .matches(/[^x]*/)),
    ("choices", .oneOf(["a", "b"])),
    ("several rules", .count(1...50) && .matches(/[a-z]+/)), ("alternatives", .count(...5) || .matches(/[a-z]+/)),
  ]

  /// 64 MB of text: letters, characters outside ASCII, and one character with many combining marks.
  private static let texts = [
    String(repeating: "a", count: 64 << 20), String(repeating: "\u{E9}", count: 32 << 20),
    "e" + String(repeating: "\u{301}", count: 32 << 20),
  ]

  @Test(arguments: rules.indices) func `a text that can't be stored is refused at once`(index: Int) throws {
    let (_, rule) = Self.rules[index]
    let record = makeSettings(in: InMemorySettingsStore()) {
      SettingRecord(name: "value", key: testKey, default: "a", coding: .automatic.validated(by: rule, policy: .reject))
    }
    for text in Self.texts {
      let start = processorTime()
      #expect(throws: SettingsError.self) { try record.set(text) }
      #expect(processorTime() - start < .seconds(1))
    }
    #expect(record.value == "a")
  }

  @Test func `a count is compared with bounds of any size`() {
    for text in ["", "a", "ab", "e\u{301}a"] {
      for bound in [Int.min, -1, 0, 1, 2, 3, Int.max] {
        #expect(SettingValidation<String>.count(bound...).allows(text) == (text.count >= bound))
        #expect(SettingValidation<String>.count(...bound).allows(text) == (text.count <= bound))
      }
    }
    #expect(SettingValidation<[Int]>.count(1...2).allows([1, 2]))
    #expect(!SettingValidation<[Int]>.count(1...2).allows([1, 2, 3]))
  }
}
