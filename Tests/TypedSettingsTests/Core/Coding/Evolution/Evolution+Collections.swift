import Testing
import TypedSettings

private enum Word: String, Codable { case one, two }

private struct Numbers: Codable, Equatable {
  var list = [7]
  var byName = ["d": 7]
  var note = "n"
}

private struct Words: Codable, Equatable {
  var list = [Word.one]
  var set: Set<Word> = [.two]
  var byWord: [Word: Int] = [.one: 1]
  var rows = [[9]]
  var note = "n"
}

private let words: [String: SettingsValue] = [
  "list": ["one"], "set": ["two"], "byWord": ["one": 1], "rows": [[9]], "note": "n",
]

private func words(_ fields: [String: SettingsValue]) -> SettingsValue {
  .dictionary(words.merging(fields) { _, new in new })
}

extension Evolution {
  /// An element that doesn't decode makes its whole collection fall back, and the stored bytes survive.
  static let undecodableElements: [Evolution] = [
    Evolution(
      "an element of another type", stored: ["list": [1, [2], 3], "byName": ["a": 1], "note": "n"], default: Numbers(),
      reads: Numbers(byName: ["a": 1]), reports: [["list", "1"]], change: { $0.note = "o" },
      leaves: ["list": [1, [2], 3], "byName": ["a": 1], "note": "o"]),
    Evolution(
      "an element of another type in a list that the user changes",
      stored: ["list": [1, [2], 3], "byName": ["a": 1], "note": "n"], default: Numbers(),
      reads: Numbers(byName: ["a": 1]), reports: [["list", "1"]], change: { $0.list.append(8) },
      leaves: ["list": [7, 8], "byName": ["a": 1], "note": "n"]),
    Evolution(
      "a value by name of another type", stored: ["list": [], "byName": ["a": 1, "b": []], "note": "n"],
      default: Numbers(), reads: Numbers(list: []), reports: [["byName", "*"]], change: { $0.note = "o" },
      leaves: ["list": [], "byName": ["a": 1, "b": []], "note": "o"]),
    Evolution(
      "a value by name of another type in a dictionary that the user changes",
      stored: ["list": [], "byName": ["a": 1, "b": []], "note": "n"], default: Numbers(), reads: Numbers(list: []),
      reports: [["byName", "*"]], change: { $0.byName["e"] = 2 },
      leaves: ["list": [], "byName": ["d": 7, "e": 2], "note": "n"]),
    Evolution(
      "an unknown raw value in an array", stored: words(["list": ["two", "three"]]), default: Words(),
      reports: [["list", "1"]], change: { $0.note = "o" }, leaves: words(["list": ["two", "three"], "note": "o"])),
    Evolution(
      "an unknown raw value in a set", stored: words(["set": ["three"]]), default: Words(), reports: [["set", "0"]],
      change: { $0.note = "o" }, leaves: words(["set": ["three"], "note": "o"])),
    Evolution(
      "an unknown raw value as a key", stored: words(["byWord": ["three", 3]]), default: Words(),
      reports: [["byWord", "…"]], change: { $0.note = "o" }, leaves: words(["byWord": ["three", 3], "note": "o"])),
    Evolution(
      "an unknown raw value as a name", stored: words(["byWord": ["three": 3]]), default: Words(),
      reports: [["byWord", "*"]], change: { $0.note = "o" }, leaves: words(["byWord": ["three": 3], "note": "o"])),
    Evolution(
      "keys and values in an array", stored: words(["byWord": ["two", 2]]), default: Words(),
      reads: Words(byWord: [.two: 2]), change: { $0.note = "o" }, leaves: words(["byWord": ["two": 2], "note": "o"])),
    Evolution(
      "an element of an element", stored: words(["rows": [[1], [2, []]]]), default: Words(),
      reports: [["rows", "1", "1"]], change: { $0.note = "o" },
      leaves: words(["rows": [[1], [2, []]], "note": "o"])),
    Evolution(
      "a collection of another type", stored: words(["list": true]), default: Words(), reports: [["list", "…"]],
      change: { $0.note = "o" }, leaves: words(["list": true, "note": "o"])),
    Evolution(
      "null in an array", stored: ["list": [1, .null], "byName": [:], "note": "n"], default: Numbers(),
      reads: Numbers(byName: [:]), reports: [["list", "1"]], change: { $0.note = "o" },
      leaves: ["list": [1, .null], "byName": [:], "note": "o"]),
  ]

  /// Elements that don't decode are dropped if the coding allows it.
  static let droppedElements: [Evolution] = [
    Evolution(
      "elements dropped from an array", stored: ["list": [1, [2], 3, [4]], "byName": [:], "note": "n"],
      default: Numbers(), coding: .codable(undecodableElements: .drop), reads: Numbers(list: [1, 3], byName: [:]),
      reports: [["list", "1"], ["list", "3"]], change: { $0.list.append(5) },
      leaves: ["list": [1, 3, 5], "byName": [:], "note": "n"]),
    Evolution(
      "values dropped from a dictionary", stored: ["list": [], "byName": ["a": 1, "b": []], "note": "n"],
      default: Numbers(), coding: .codable(undecodableElements: .drop), reads: Numbers(list: [], byName: ["a": 1]),
      reports: [["byName", "*"]], change: { $0.byName["c"] = 3 },
      leaves: ["list": [], "byName": ["a": 1, "c": 3], "note": "n"]),
    Evolution(
      "every element dropped", stored: ["list": [[2]], "byName": ["a": 1], "note": "n"], default: Numbers(),
      coding: .codable(undecodableElements: .drop), reads: Numbers(list: [], byName: ["a": 1]),
      reports: [["list", "0"]],
      change: { $0.list = [4] }, leaves: ["list": [4], "byName": ["a": 1], "note": "n"]),
    // The surrounding element is unchanged, so its dropped part survives.
    Evolution(
      "an element dropped from an element", stored: words(["rows": [[1, []], [2]]]), default: Words(),
      coding: .codable(undecodableElements: .drop), reads: Words(rows: [[1], [2]]), reports: [["rows", "0", "1"]],
      change: { $0.rows.append([3]) }, leaves: words(["rows": [[1, []], [2], [3]]])),
    Evolution(
      "an element dropped from a set", stored: words(["set": ["one", "three"]]), default: Words(),
      coding: .codable(undecodableElements: .drop), reads: Words(set: [.one]), reports: [["set", "1"]],
      change: { $0.set = [.two] }, leaves: words(["set": ["two"]])),
    Evolution(
      "an unknown raw value dropped from names", stored: words(["byWord": ["three": 3, "two": 2]]), default: Words(),
      coding: .codable(undecodableElements: .drop), reads: Words(byWord: [.two: 2]), reports: [["byWord", "*"]],
      change: { $0.byWord[.one] = 1 }, leaves: words(["byWord": ["one": 1, "two": 2]])),
    Evolution(
      "an element dropped at the root", stored: [1, [], 3], default: [7], coding: .codable(undecodableElements: .drop),
      reads: [1, 3], reports: [["1"]], change: { $0.append(4) }, leaves: [1, 3, 4]),
    Evolution(
      "a field beside dropped elements is none", stored: ["list": [1], "byName": [:], "note": []], default: Numbers(),
      coding: .codable(undecodableElements: .drop), reads: Numbers(list: [1], byName: [:]), reports: [["note"]],
      change: { $0.list = [2] }, leaves: ["list": [2], "byName": [:], "note": []]),
  ]

  /// The entries of a dictionary are data: none is filled in from the default, and a removed entry stays removed.
  static let dictionaries: [Evolution] = [
    Evolution(
      "a dictionary is not merged with the default", stored: ["a": 1], default: ["d": 7], reads: ["a": 1],
      change: { $0["b"] = 2 }, leaves: ["a": 1, "b": 2]),
    Evolution(
      "a dictionary below is not merged with the default", stored: ["list": [], "byName": ["a": 1], "note": "n"],
      default: Numbers(), reads: Numbers(list: [], byName: ["a": 1]), change: { $0.note = "o" },
      leaves: ["list": [], "byName": ["a": 1], "note": "o"]),
    Evolution(
      "an empty dictionary stays empty", stored: ["list": [], "byName": [:], "note": "n"], default: Numbers(),
      reads: Numbers(list: [], byName: [:]), change: { $0.note = "o" },
      leaves: ["list": [], "byName": [:], "note": "o"]),
    Evolution(
      "an entry removed is gone", stored: ["a": 1, "b": 2], default: ["d": 7], reads: ["a": 1, "b": 2],
      change: { $0["a"] = nil }, leaves: ["b": 2]),
    Evolution(
      "an entry by number removed is gone", stored: ["1": "a", "2": "b"], default: [7: "d"], reads: [1: "a", 2: "b"],
      change: { $0[1] = nil }, leaves: ["2": "b"]),
    Evolution(
      "an array is not merged with the default", stored: ["list": [1], "byName": [:], "note": "n"],
      default: Numbers(list: [7, 8, 9]), reads: Numbers(list: [1], byName: [:]), change: { $0.list = [] },
      leaves: ["list": [], "byName": [:], "note": "n"]),
  ]

  /// A root that doesn't decode falls back to the default.
  static let roots: [Evolution] = [
    Evolution(
      "a root of another type", stored: "text", default: Numbers(), reports: [[]], change: { $0.note = "o" },
      leaves: ["list": [7], "byName": ["d": 7], "note": "o"]),
    Evolution(
      "null at a root that is not optional", stored: .null as SettingsValue, default: Numbers(), reports: [[]],
      change: { $0.note = "o" }, leaves: ["list": [7], "byName": ["d": 7], "note": "o"]),
    Evolution(
      "null at an optional root", stored: .null as SettingsValue, default: Numbers?.some(Numbers()),
      reads: Numbers??.some(nil), change: { $0 = Numbers(note: "o") },
      leaves: ["list": [7], "byName": ["d": 7], "note": "o"]),
    Evolution(
      "an optional root of another type", stored: 5, default: Numbers?.none, reports: [[]],
      change: { $0 = Numbers() }, leaves: ["list": [7], "byName": ["d": 7], "note": "n"]),
    Evolution(
      "an element of a root of another type", stored: [1, []], default: [7], reports: [["1"]],
      change: { $0.append(8) }, leaves: [7, 8]),
    Evolution(
      "an unknown raw value at the root", stored: "three", default: Word.one, coding: .automatic, reports: [[]],
      change: { $0 = .two }, leaves: "two"),
    Evolution(
      "a scalar of another type", stored: [], default: 7, coding: .automatic, reports: [[]], change: { $0 = 8 },
      leaves: 8),
  ]
}
