import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

@Suite struct NumberedTableTests {
  @Test func `elements have the order in which they were added, and a number isn't given twice`() {
    var table = NumberedTable<String>()
    let numbers = ["a", "b", "c"].map { table.add($0) }
    #expect(table.elements == ["a", "b", "c"])
    let removed = [table.remove(numbers[2]), table.remove(numbers[1])]
    #expect(removed == ["c", "b"])
    let next = table.add("d")
    #expect(!numbers.contains(next))
    #expect(table.elements == ["a", "d"])
    #expect(table[numbers[0]] == "a" && table[numbers[1]] == nil && table[next] == "d")
    #expect(table.count == 2 && !table.isEmpty)
  }

  @Test func `an element is removed once`() {
    var table = NumberedTable<String>()
    let number = table.add("a")
    let removed = [table.remove(number + 1), table.remove(number), table.remove(number)]
    #expect(removed == [nil, "a", nil])
    #expect(table.isEmpty)
  }

  @Test func `a removed element can't be replaced`() {
    var table = NumberedTable<String>()
    let (first, second) = (table.add("a"), table.add("b"))
    let isUpdated = table.update(first, to: "c")
    #expect(isUpdated)
    let removed = table.removeAll()
    #expect(removed == ["c", "b"])
    let isUpdatedLater = table.update(second, to: "d")
    #expect(!isUpdatedLater && table.isEmpty)
    let third = table.add("e")
    #expect(third > second)
  }

  @Test(arguments: 0..<20) func `elements with given numbers are sorted and found, like those of a dictionary`(
    _ seed: UInt64
  ) {
    var generator = SeededGenerator(seed: seed)
    var table = NumberedTable<Int>()
    var expected: [UInt64: Int] = [:]
    for _ in 0..<200 {
      let number = UInt64.random(in: 1...60, using: &generator)
      if let element = expected[number], Bool.random(using: &generator) {
        let removed = table.remove(number)
        #expect(removed == element)
        expected[number] = nil
      } else if expected[number] == nil {
        let element = Int.random(in: 0..<1_000, using: &generator)
        table.insert(element, number: number)
        expected[number] = element
      }
      #expect(table.entries.map(\.number) == expected.keys.sorted())
      #expect((0...61).allSatisfy { table[$0] == expected[$0] })
    }
    let next = table.add(0)
    #expect(next > expected.keys.max() ?? 0)
  }
}
