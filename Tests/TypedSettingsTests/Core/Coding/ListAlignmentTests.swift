import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsCore

struct ListAlignmentTests {
  /// Returns the length of the longest common subsequence, by the plain algorithm.
  private func commonLength(_ left: [Int], _ right: [Int]) -> Int {
    var row = [Int](repeating: 0, count: right.count + 1)
    for element in left {
      var diagonal = 0
      for (index, other) in right.enumerated() {
        let above = row[index + 1]
        row[index + 1] = element == other ? diagonal + 1 : max(above, row[index])
        diagonal = above
      }
    }
    return row[right.count]
  }

  private func values(_ numbers: [Int]) -> [SettingsValue] { numbers.map { .integer(Int64($0)) } }

  @Test(arguments: [3, 10, 1_000]) func `as many elements as possible stay in order`(kinds: Int) {
    var generator = SeededGenerator(seed: UInt64(kinds))
    for _ in 0..<500 {
      func list() -> [Int] { (0..<generator.number(below: 12)).map { _ in generator.number(below: kinds) } }
      let old = list()
      let new = generator.chance(2) ? list() : (old + list()).shuffled(using: &generator)
      let alignment = ListAlignment(from: values(old), to: values(new))
      let kept = alignment.kept.compactMap { $0 }
      #expect(zip(kept, kept.dropFirst()).allSatisfy { $0 < $1 }, "\(old) \(new)")
      let equal = new.indices.count { index in alignment.kept[index].map { old[$0] == new[index] } ?? false }
      #expect(equal == commonLength(old, new), "\(old) \(new)")
      let origins = alignment.origins.compactMap { $0 }
      #expect(Set(origins).count == origins.count, "\(old) \(new)")
      // As many elements as possible keep their text.
      let moved = alignment.moved.count
      let common = Set(old).reduce(0) { sum, kind in
        sum + min(old.count { $0 == kind }, new.count { $0 == kind })
      }
      #expect(equal + moved == common, "\(old) \(new)")
      for (index, origin) in alignment.moved { #expect(old[origin] == new[index]) }
    }
  }

  /// Lists of any length, as they change in programs, and as they are worst.
  private static let shapes: [(name: String, old: @Sendable (Int) -> [Int], new: @Sendable (Int) -> [Int])] = [
    ("an insertion in front", { Array(0..<$0) }, { Array(-1..<$0) }),
    ("each second one is removed", { Array(0..<$0) }, { Array(stride(from: 0, to: $0, by: 2)) }),
    ("reversed", { Array(0..<$0) }, { (0..<$0).reversed() }),
    ("rotated", { Array(0..<$0) }, { count in (0..<count).map { ($0 + count / 2) % count } }),
    ("nothing in common", { Array(0..<$0) }, { (0..<$0).map { -1 - $0 } }),
    ("two values in turn", { count in (0..<count).map { $0 % 2 } }, { count in (0..<count).map { ($0 + 1) % 3 % 2 } }),
    ("few values", { count in (0..<count).map { $0 * $0 % 7 } }, { count in (0..<count).map { $0 * 3 % 7 } }),
  ]

  @Test(arguments: shapes.indices) func `the number of comparisons grows with the length`(index: Int) {
    let shape = Self.shapes[index]
    let steps = [2_000, 16_000].map { count in
      ListAlignment(from: values(shape.old(count)), to: values(shape.new(count))).steps
    }
    #expect(steps[1] <= 8 * 16_000 * 2 * 16, "\(shape.name)")
    // Eight times as many elements, each of which takes a few more steps.
    #expect(steps[1] <= 12 * steps[0] + 100, "\(shape.name): \(steps)")
  }

  @Test func `a changed dictionary is recognized by a member of its own`() {
    let old: [SettingsValue] = [["id": 1, "on": true], ["id": 2, "on": true], ["id": 3, "on": false]]
    let new: [SettingsValue] = [["id": 9, "on": true], ["id": 2, "on": false], ["id": 3, "on": true]]
    let alignment = ListAlignment(from: old, to: [["id": 0]] + new)
    #expect(alignment.kept == [0, nil, 1, 2])
    #expect(ListAlignment(from: old, to: [["id": 3, "on": true], ["id": 4]]).kept == [2, nil])
  }

  @Test func `scalars that differ continue each other only in a list of the same length`() {
    #expect(ListAlignment(from: [1, 2, 3], to: [1, 5, 3]).kept == [0, 1, 2])
    #expect(ListAlignment(from: [1, 2, 3], to: [1, 5, 6, 3]).kept == [0, nil, nil, 2])
    #expect(ListAlignment(from: [1, 2], to: [3]).kept == [0])
  }
}
