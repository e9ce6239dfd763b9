import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

struct LiveValueTableTests {
  /// Keys with few domains and few names, so that many share one or the other.
  private static let keys = ["", "a", "b", "com.example.tests"].flatMap { domain in
    (0..<50).map { SettingsKey(domain: domain, name: $0 == 0 ? "" : "Value\($0)") }
  }

  @Test func `every key has one live value, in whatever order the keys are looked up`() {
    var table = LiveValueTable(probe: nil)
    let first = Self.keys.map { table.value(forKey: $0) }
    var generator = SeededGenerator(seed: 1)
    for index in first.indices.shuffled(using: &generator) {
      #expect(table.value(forKey: Self.keys[index]) === first[index])
      #expect(table.existingValue(forKey: Self.keys[index]) === first[index])
    }
    #expect(first.map(\.key) == Self.keys)
    #expect(Set(table.values.map(\.key)) == Set(Self.keys))
    #expect(table.values.count == Self.keys.count)
  }

  @Test(arguments: 0...30) func `a key that was never added has no live value`(count: Int) {
    var table = LiveValueTable(probe: nil)
    for key in Self.keys.prefix(count) { _ = table.value(forKey: key) }
    for key in Self.keys.dropFirst(count) { #expect(table.existingValue(forKey: key) == nil) }
  }
}
