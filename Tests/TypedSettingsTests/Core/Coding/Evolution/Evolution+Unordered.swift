import Foundation
import Testing
import TypedSettings

private struct Mark: Codable, Hashable {
  var id: Int
}

private struct Event: Codable, Hashable {
  var day: Date
}

private struct Board: Codable, Hashable {
  var name = "n"
  var marks: Set<Mark> = []
}

/// A key whose raw value isn't its stored form.
private enum Level: Int, Codable {
  case low = 1
  case high = 10

  private enum Name: String, Codable { case low, high }

  init(from decoder: any Decoder) throws {
    self = try decoder.singleValueContainer().decode(Name.self) == .low ? .low : .high
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(self == .low ? Name.low : .high)
  }
}

private struct Limits<Limit: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  var byLevel: [Level: Limit] = [:]
  var note = "n"
}

private func date(_ day: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(86_400 * day)) }

extension Evolution {
  /// The unknown fields of an element stay with it, although sets and dictionaries have no order but the stored one.
  static let unordered: [Evolution] = [
    Evolution(
      "unknown fields in a set that is stored in another order",
      stored: [["id": 2, "old": "b"], ["id": 1, "old": "a"]],
      default: Set<Mark>(), reads: [Mark(id: 1), Mark(id: 2)], change: { $0.insert(Mark(id: 3)) },
      leaves: [["id": 2, "old": "b"], ["id": 1, "old": "a"], ["id": 3]]),
    Evolution(
      "unknown fields in a set beside an element that is stored twice",
      stored: [["id": 1, "old": "a"], ["id": 1, "old": "b"], ["id": 2, "old": "c"]], default: Set<Mark>(),
      reads: [Mark(id: 1), Mark(id: 2)], change: { $0.insert(Mark(id: 3)) },
      leaves: [["id": 1, "old": "a"], ["id": 2, "old": "c"], ["id": 3]]),
    Evolution(
      "unknown fields in a set whose elements have an older form",
      stored: [["day": "2001-01-03T00:00:00Z", "old": "b"], ["day": "2001-01-02T00:00:00Z", "old": "a"]],
      default: Set<Event>(), reads: [Event(day: date(1)), Event(day: date(2))],
      change: { $0.insert(Event(day: date(3))) },
      leaves: [["day": .date(date(2)), "old": "b"], ["day": .date(date(1)), "old": "a"], ["day": .date(date(3))]]),
    Evolution(
      "unknown fields in a set of a set",
      stored: [
        ["name": "b", "marks": [["id": 4, "old": "d"], ["id": 3, "old": "c"]]],
        ["name": "a", "marks": [["id": 2, "old": "b"], ["id": 1, "old": "a"]]],
      ],
      default: Set<Board>(),
      reads: [
        Board(name: "a", marks: [Mark(id: 1), Mark(id: 2)]), Board(name: "b", marks: [Mark(id: 3), Mark(id: 4)]),
      ],
      change: { $0.insert(Board(name: "c")) },
      leaves: [
        ["name": "b", "marks": [["id": 4, "old": "d"], ["id": 3, "old": "c"]]],
        ["name": "a", "marks": [["id": 2, "old": "b"], ["id": 1, "old": "a"]]], ["name": "c", "marks": []],
      ]),
    Evolution(
      "unknown fields of equal values by key, beside a new key",
      stored: [["id": 1], ["id": 7, "old": "a"], ["id": 2], ["id": 7, "old": "b"]], default: [Mark: Mark](),
      reads: [Mark(id: 1): Mark(id: 7), Mark(id: 2): Mark(id: 7)], change: { $0[Mark(id: 0)] = Mark(id: 5) },
      leaves: [["id": 1], ["id": 7, "old": "a"], ["id": 2], ["id": 7, "old": "b"], ["id": 0], ["id": 5]]),
    Evolution(
      "unknown fields of values by key that are stored in another order",
      stored: [["id": 2], ["id": 7, "old": "b"], ["id": 1], ["id": 7, "old": "a"]], default: [Mark: Mark](),
      reads: [Mark(id: 1): Mark(id: 7), Mark(id: 2): Mark(id: 7)], change: { $0[Mark(id: 2)] = Mark(id: 8) },
      leaves: [["id": 2], ["id": 8, "old": "b"], ["id": 1], ["id": 7, "old": "a"]]),
  ]

  /// The keys of a dictionary can have raw values and be stored in a form of their own.
  static let ownKeys: [Evolution] = [
    Evolution(
      "a field added beside keys in a form of their own", stored: ["byLevel": ["low", 5]], default: Limits<Int>(),
      reads: Limits(byLevel: [.low: 5]), change: { $0.note = "o" }, leaves: ["byLevel": ["low", 5], "note": "o"]),
    Evolution(
      "keys in a form of their own that are all removed", stored: ["byLevel": ["low", 5], "note": "n"],
      default: Limits<Int>(), reads: Limits(byLevel: [.low: 5]), change: { $0.byLevel = [:] },
      leaves: ["byLevel": [:], "note": "n"]),
    Evolution(
      "keys in a form of their own beside values in an older form",
      stored: ["byLevel": ["high", "2001-01-02T00:00:00Z"], "note": "n"], default: Limits<Date>(),
      reads: Limits(byLevel: [.high: date(1)]), change: { $0.note = "o" },
      leaves: ["byLevel": ["high", .date(date(1))], "note": "o"]),
    Evolution(
      "unknown fields of values under keys in a form of their own",
      stored: ["byLevel": ["low", ["id": 1, "old": "a"], "high", ["id": 1, "old": "b"]], "note": "n"],
      default: Limits<Mark>(), reads: Limits(byLevel: [.low: Mark(id: 1), .high: Mark(id: 1)]),
      change: { $0.byLevel[.high] = Mark(id: 2) },
      leaves: ["byLevel": ["low", ["id": 1, "old": "a"], "high", ["id": 2, "old": "b"]], "note": "n"]),
  ]
}
