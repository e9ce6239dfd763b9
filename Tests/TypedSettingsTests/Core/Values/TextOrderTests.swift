import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

@Suite struct TextOrderTests {
  private static let parts = [
    "", "a", "b", "ab", "member ", "member 1", "\0", "é", "e\u{301}", "🦉", String(repeating: "long ", count: 9),
  ]

  private static func texts(_ generator: inout SeededGenerator) -> [String] {
    let common = parts.randomElement(using: &generator) ?? ""
    return (0..<Int.random(in: 0...20, using: &generator)).map { _ in
      common + (0..<3).map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
    }
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  @Test func `texts are ordered by their bytes, and equal ones by their places`() {
    var generator = SeededGenerator(seed: 81)
    for round in 0..<500 {
      let texts = Self.texts(&generator)
      let expected = texts.indices.sorted { left, right in
        Self.precedes(texts[left], texts[right]) || !Self.precedes(texts[right], texts[left]) && left < right
      }
      #expect(TextOrder(of: texts).indices == expected, "round \(round)")
    }
  }

  @Test func `texts keep the order of an earlier list, and new ones follow in order`() {
    var generator = SeededGenerator(seed: 82)
    for round in 0..<500 {
      let former = Self.texts(&generator)
      var new: [String] = []
      for text in (former.shuffled(using: &generator).dropLast(2) + Self.texts(&generator)).sorted(by: Self.precedes)
      where new.last.map({ Self.precedes($0, text) }) ?? true {
        new.append(text)
      }
      var rest = new
      var expected: [String] = []
      for text in former {
        guard let index = rest.firstIndex(where: { $0.utf8.elementsEqual(text.utf8) }) else { continue }
        expected.append(rest.remove(at: index))
      }
      let order = TextOrder.indices(of: TextOrder(of: new), like: TextOrder(of: former))
      #expect(order.map { Array(new[$0].utf8) } == (expected + rest).map { Array($0.utf8) }, "round \(round)")
    }
  }

  @Test func `only an array of texts has the order of texts`() {
    #expect(TextOrder(of: ["b", "a"] as [SettingsValue])?.indices == [1, 0])
    #expect(TextOrder(of: ["b", 1] as [SettingsValue]) == nil)
    #expect(TextOrder(of: [] as [SettingsValue])?.indices == [])
  }
}
