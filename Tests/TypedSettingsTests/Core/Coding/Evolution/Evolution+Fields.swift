import Foundation
import Testing
import TypedSettings

private let place: SettingsValue = ["city": "C", "zip": .null]
private let home: SettingsValue = ["street": "S", "number": 1, "place": place]

/// Returns the stored form of the default with other fields laid over it.
private func profile(_ fields: [String: SettingsValue] = [:]) -> SettingsValue {
  let whole: [String: SettingsValue] = [
    "name": "N", "age": 30, "theme": "light", "nick": "nick", "home": home, "work": .null, "tags": ["t"],
  ]
  return .dictionary(whole.merging(fields) { _, new in new })
}

/// Returns the stored form of the default without some fields.
private func profile(without names: String...) -> SettingsValue {
  guard case .dictionary(let whole) = profile() else { return .null }
  return .dictionary(whole.filter { !names.contains($0.key) })
}

private struct Item: Codable, Equatable {
  var id: Int
  var title = "T"
}

private struct List: Codable, Equatable {
  var items = [Item(id: 9)]
  var byName: [String: Item] = [:]
  var note = "n"
}

extension Evolution {
  /// Missing fields fall back to the default's values.
  static let additions: [Evolution] = [
    Evolution("nothing stored", stored: nil, default: Profile(), change: { $0.age = 31 }, leaves: profile(["age": 31])),
    Evolution(
      "a field added", stored: profile(without: "age"), default: Profile(), change: { $0.name = "M" },
      leaves: profile(["name": "M"])),
    Evolution(
      "several fields added", stored: profile(without: "age", "theme", "tags"), default: Profile(),
      change: { $0.theme = .dark }, leaves: profile(["theme": "dark"])),
    Evolution(
      "an optional field added", stored: profile(without: "nick"), default: Profile(), change: { $0.age = 31 },
      leaves: profile(["age": 31])),
    Evolution(
      "an optional field that is nil", stored: profile(["nick": .null]), default: Profile(),
      reads: Profile(nick: nil), change: { $0.age = 31 }, leaves: profile(["nick": .null, "age": 31])),
    Evolution(
      "a field added below", stored: profile(["home": ["street": "R", "place": place]]), default: Profile(),
      reads: Profile(home: Profile.Address(street: "R")), change: { $0.home.number = 2 },
      leaves: profile(["home": ["street": "R", "number": 2, "place": place]])),
    Evolution(
      "a field added two levels below", stored: profile(["home": ["street": "R", "number": 3, "place": ["zip": "1"]]]),
      default: Profile(),
      reads: Profile(home: Profile.Address(street: "R", number: 3, place: Profile.Place(zip: "1"))),
      change: { $0.home.place.city = "D" },
      leaves: profile(["home": ["street": "R", "number": 3, "place": ["city": "D", "zip": "1"]]])),
    Evolution(
      "a struct added", stored: profile(without: "home"), default: Profile(), change: { $0.age = 31 },
      leaves: profile(["age": 31])),
    Evolution(
      "a field added below an optional", stored: profile(["work": ["street": "W", "place": place]]),
      default: Profile(work: Profile.Address(number: 7)), reads: Profile(work: Profile.Address(street: "W", number: 7)),
      change: { $0.age = 31 }, leaves: profile(["age": 31, "work": ["street": "W", "number": 7, "place": place]])),
    Evolution(
      "a field added that the default does not have either",
      stored: profile(["work": ["street": "W", "place": place], "age": 5]), default: Profile(), reads: Profile(age: 5),
      reports: [["work", "…"]], change: { $0.age = 31 },
      leaves: profile(["age": 31, "work": ["street": "W", "place": place]])),
    Evolution(
      "an empty dictionary", stored: [:], default: Profile(), change: { $0.age = 31 }, leaves: profile(["age": 31])),
    Evolution(
      "a field added in the elements of an array", stored: ["items": [["id": 1]], "byName": [:], "note": "m"],
      default: List(), reads: List(note: "m"), reports: [["items", "0", "…"]], change: { $0.note = "o" },
      leaves: ["items": [["id": 1]], "byName": [:], "note": "o"]),
    Evolution(
      "a field added in the values of a dictionary", stored: ["items": [], "byName": ["a": ["id": 1]], "note": "m"],
      default: List(), reads: List(items: [], note: "m"), reports: [["byName", "*", "…"]], change: { $0.note = "o" },
      leaves: ["items": [], "byName": ["a": ["id": 1]], "note": "o"]),
  ]

  /// Fields that the type no longer has survive.
  static let removals: [Evolution] = [
    Evolution(
      "an unknown field", stored: profile(["old": ["x": [1, .null]]]), default: Profile(), change: { $0.age = 31 },
      leaves: profile(["age": 31, "old": ["x": [1, .null]]])),
    Evolution(
      "unknown fields of every kind",
      stored: profile([
        "null": .null, "data": .data(Data([1])), "date": .date(Date(timeIntervalSinceReferenceDate: 0.1)),
        "unsigned": .unsigned(.max), "": 1.5,
      ]), default: Profile(), change: { $0.age = 31 },
      leaves: profile([
        "null": .null, "data": .data(Data([1])), "date": .date(Date(timeIntervalSinceReferenceDate: 0.1)),
        "unsigned": .unsigned(.max), "": 1.5, "age": 31,
      ])),
    Evolution(
      "an unknown field below",
      stored: profile([
        "home": ["street": "S", "number": 1, "place": ["city": "C", "zip": .null, "old": 1], "older": 2]
      ]),
      default: Profile(), change: { $0.home.street = "R" },
      leaves: profile([
        "home": ["street": "R", "number": 1, "place": ["city": "C", "zip": .null, "old": 1], "older": 2]
      ])),
    Evolution(
      "an unknown field beside a change back to the default", stored: profile(["age": 5, "old": 1]),
      default: Profile(), reads: Profile(age: 5), change: { $0.age = 30 }, leaves: profile(["old": 1])),
    Evolution(
      "an unknown field of a struct that is taken away",
      stored: profile(["work": ["street": "S", "number": 1, "place": place, "old": 1]]), default: Profile(),
      reads: Profile(work: Profile.Address()), change: { $0.work = nil }, leaves: profile()),
    Evolution(
      "unknown fields of elements",
      stored: [
        "items": [["id": 1, "title": "a", "old": 1], ["id": 2, "title": "b", "old": 2]], "byName": [:], "note": "n",
      ],
      default: List(), reads: List(items: [Item(id: 1, title: "a"), Item(id: 2, title: "b")]),
      change: { $0.note = "o" },
      leaves: [
        "items": [["id": 1, "title": "a", "old": 1], ["id": 2, "title": "b", "old": 2]], "byName": [:], "note": "o",
      ]),
    Evolution(
      "unknown fields of elements that move",
      stored: [
        "items": [["id": 1, "title": "a", "old": 1], ["id": 2, "title": "b", "old": 2]], "byName": [:], "note": "n",
      ],
      default: List(), reads: List(items: [Item(id: 1, title: "a"), Item(id: 2, title: "b")]),
      change: { $0.items.reverse() },
      leaves: [
        "items": [["id": 2, "title": "b", "old": 2], ["id": 1, "title": "a", "old": 1]], "byName": [:], "note": "n",
      ]),
    Evolution(
      "unknown fields of elements around a removed one",
      stored: [
        "items": [["id": 1, "title": "a", "old": 1], ["id": 2, "title": "b"], ["id": 3, "title": "c", "old": 3]],
        "byName": [:], "note": "n",
      ], default: List(),
      reads: List(items: [Item(id: 1, title: "a"), Item(id: 2, title: "b"), Item(id: 3, title: "c")]),
      change: { $0.items.remove(at: 0) },
      leaves: ["items": [["id": 2, "title": "b"], ["id": 3, "title": "c", "old": 3]], "byName": [:], "note": "n"]),
    Evolution(
      "unknown fields of elements beside a new one",
      stored: ["items": [["id": 1, "title": "a", "old": 1]], "byName": [:], "note": "n"], default: List(),
      reads: List(items: [Item(id: 1, title: "a")]), change: { $0.items.insert(Item(id: 5), at: 0) },
      leaves: [
        "items": [["id": 5, "title": "T"], ["id": 1, "title": "a", "old": 1]], "byName": [:], "note": "n",
      ]),
    Evolution(
      "unknown fields of values by name",
      stored: ["items": [], "byName": ["a": ["id": 1, "title": "a", "old": 1]], "note": "n"], default: List(),
      reads: List(items: [], byName: ["a": Item(id: 1, title: "a")]), change: { $0.byName["a"]?.title = "b" },
      leaves: ["items": [], "byName": ["a": ["id": 1, "title": "b", "old": 1]], "note": "n"]),
    Evolution(
      "unknown fields where a value by name goes",
      stored: ["items": [], "byName": ["a": ["id": 1, "title": "a", "old": 1]], "note": "n"], default: List(),
      reads: List(items: [], byName: ["a": Item(id: 1, title: "a")]), change: { $0.byName["a"] = nil },
      leaves: ["items": [], "byName": [:], "note": "n"]),
    Evolution(
      "unknown fields that are discarded",
      stored: profile(["old": 1, "home": ["street": "S", "number": 1, "place": place, "older": 2]]), default: Profile(),
      coding: .codable(unknownProperties: .discard), change: { $0.age = 31 }, leaves: profile(["age": 31])),
    Evolution(
      "unknown fields of the default form", stored: ["old": 1], default: Profile(), change: { $0.age = 31 },
      leaves: profile(["old": 1, "age": 31])),
  ]

  /// A field that doesn't decode falls back to the default's value, and its bytes survive until the user changes it.
  static let undecodableFields: [Evolution] = [
    Evolution(
      "an unknown raw value", stored: profile(["theme": "sepia", "age": 5]), default: Profile(), reads: Profile(age: 5),
      reports: [["theme"]], change: { $0.age = 31 }, leaves: profile(["theme": "sepia", "age": 31])),
    Evolution(
      "an unknown raw value that the user changes", stored: profile(["theme": "sepia"]), default: Profile(),
      reports: [["theme"]], change: { $0.theme = .dark }, leaves: profile(["theme": "dark"])),
    Evolution(
      "a field of another type", stored: profile(["age": ["years": 5]]), default: Profile(), reports: [["age"]],
      change: { $0.name = "M" }, leaves: profile(["age": ["years": 5], "name": "M"])),
    Evolution(
      "a number that does not fit", stored: profile(["home": ["street": "R", "number": 300, "place": place]]),
      default: Profile(), reads: Profile(home: Profile.Address(street: "R")), reports: [["home", "number"]],
      change: { $0.home.street = "Q" }, leaves: profile(["home": ["street": "Q", "number": 300, "place": place]])),
    Evolution(
      "null in a field that is not optional", stored: profile(["age": .null]), default: Profile(), reports: [["age"]],
      change: { $0.name = "M" }, leaves: profile(["age": .null, "name": "M"])),
    Evolution(
      "an optional field of another type", stored: profile(["nick": [1, 2]]), default: Profile(), reports: [["nick"]],
      change: { $0.name = "M" }, leaves: profile(["nick": [1, 2], "name": "M"])),
    Evolution(
      "an optional field of another type that becomes nil", stored: profile(["nick": [1, 2]]), default: Profile(),
      reports: [["nick"]], change: { $0.nick = nil }, leaves: profile(["nick": .null])),
    Evolution(
      "a struct of another type", stored: profile(["home": "street 1"]), default: Profile(), reports: [["home"]],
      change: { $0.name = "M" }, leaves: profile(["home": "street 1", "name": "M"])),
    Evolution(
      "a struct of another type that the user changes", stored: profile(["home": 5]), default: Profile(),
      reports: [["home"]], change: { $0.home.street = "R" },
      leaves: profile(["home": ["street": "R", "number": 1, "place": place]])),
    Evolution(
      "several fields",
      stored: profile(["theme": "sepia", "age": [], "home": ["street": [], "number": 1, "place": 5]]),
      default: Profile(), reports: [["age"], ["theme"], ["home", "street"], ["home", "place"]],
      change: { $0.home.number = 2 },
      leaves: profile(["theme": "sepia", "age": [], "home": ["street": [], "number": 2, "place": 5]])),
    Evolution(
      "several fields, of which the user changes one", stored: profile(["theme": "sepia", "age": []]),
      default: Profile(), reports: [["age"], ["theme"]], change: { $0.age = 31 },
      leaves: profile(["theme": "sepia", "age": 31])),
    Evolution(
      "a field beside unknown and missing ones", stored: ["theme": "sepia", "old": 1], default: Profile(),
      reports: [["theme"]], change: { $0.age = 31 }, leaves: profile(["theme": "sepia", "old": 1, "age": 31])),
    Evolution(
      "a text that is no date", stored: ["content": "tomorrow"],
      default: Boxed(content: Date(timeIntervalSinceReferenceDate: 5)), reports: [["content"]],
      change: { $0.content = Date(timeIntervalSinceReferenceDate: 6) },
      leaves: ["content": .date(Date(timeIntervalSinceReferenceDate: 6))]),
  ]
}
