import Testing
import TypedSettings

@testable import TypedSettingsCore

@Suite struct FastHashTests {
  @Test(arguments: [("K", "\u{212A}"), ("a;b", "a\u{37E}b"), ("`", "\u{1FEF}"), ("Ké", "\u{212A}e\u{301}")])
  func `A name that is equal to an ASCII name is the same key`(name: String, other: String) {
    #expect(name == other && name.fastHashValue == other.fastHashValue)
    let store = InMemorySettingsStore()
    let (key, otherKey) = (SettingsKey(domain: "d", name: name), SettingsKey(domain: "d", name: other))
    store.set(1, forKey: key)
    #expect(store.value(forKey: otherKey) == 1)
    #expect(Set([key, otherKey]).count == 1)
  }

  @Test(arguments: [
    ("caf\u{e9}", "cafe\u{301}"), ("a long name with \u{1e69}", "a long name with s\u{323}\u{307}"),
    ("\u{ac00}", "\u{1100}\u{1161}"), ("Å", "\u{212b}"),
  ])
  func `strings that are equal with different bytes have equal hash values`(left: String, right: String) {
    #expect(left == right && Array(left.utf8) != Array(right.utf8))
    #expect(left.fastHashValue == right.fastHashValue)
  }

  @Test(arguments: 0...40)
  func `the hash value does not depend on how the string is stored`(length: Int) {
    let text = String(repeating: "TimerSettings", count: 4).prefix(length)
    let copy = String(decoding: Array(text.utf8), as: UTF8.self)
    let bridged = String(text.unicodeScalars.map(Character.init))
    #expect(String(text).fastHashValue == copy.fastHashValue)
    #expect(String(text).fastHashValue == bridged.fastHashValue)
  }

  @Test(arguments: 1...40)
  func `every byte affects the low bits of the hash value`(length: Int) {
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: length)
    var slots = Set([String(decoding: text, as: UTF8.self).fastHashValue & 0xFFFF])
    for index in text.indices {
      var changed = text
      changed[index] += 1
      slots.insert(String(decoding: changed, as: UTF8.self).fastHashValue & 0xFFFF)
    }
    // A few of at most 41 random numbers below 65,536 may be equal.
    #expect(slots.count >= length - 1)
  }

  @Test func `names with a common prefix are distributed like random numbers`() {
    let values = (0..<4096).map { "TimerSettingsSetting\($0)".fastHashValue & 4095 }
    // 63 % of the slots, or 2,589, are expected.
    #expect(Set(values).count > 2200)
  }
}
