import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsCore

private struct Mark: Codable, Hashable {
  var id: Int
  var tags: Set<String> = []
}

private enum Color: String { case red, green, blue }

private struct Palette: Codable, Equatable, Sendable {
  var name = "n"
  var marks: [Mark] = []
  var byDay: [Date: Int] = [:]
}

private func date(_ day: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(86_400 * day)) }

/// A set in a store has an order, which is that of the user who wrote it.
struct SetOrderTests {
  private func record<Value>(
    _ defaultValue: Value, _ coding: SettingCoding<Value>, _ store: any SettingsStore
  ) -> SettingRecord<Value> {
    makeSettings(in: store) { SettingRecord(name: "value", key: testKey, default: defaultValue, coding: coding) }
  }

  /// Changes a stored value, and returns what is stored then.
  private func stored<Value>(
    _ stored: SettingsValue, _ defaultValue: Value, _ coding: SettingCoding<Value>, _ change: (inout Value) -> Void
  ) throws -> SettingsValue? {
    var results: [SettingsValue?] = []
    // With the value in the cache, and without.
    for isRead in [false, true] {
      let store = InMemorySettingsStore([testKey: stored])
      let record = record(defaultValue, coding, store)
      if isRead { _ = record.value }
      var value = record.value
      change(&value)
      try record.set(value)
      results.append(store.value(forKey: testKey))
      let other = InMemorySettingsStore([testKey: stored])
      let edited = self.record(defaultValue, coding, other)
      if isRead { _ = edited.value }
      change(&edited.value)
      results.append(other.value(forKey: testKey))
      let third = InMemorySettingsStore([testKey: stored])
      try self.record(defaultValue, coding, third).update { change(&$0) }
      results.append(third.value(forKey: testKey))
    }
    #expect(Set(results).count == 1)
    return results[0]
  }

  @Test func `an element is added at the end, and others are removed in place`() throws {
    #expect(
      try stored(["z", "b", "a"], Set<String>(), .automatic) { $0.formUnion(["y", "c"]) } == ["z", "b", "a", "c", "y"])
    #expect(try stored(["z", "b", "a"], Set<String>(), .automatic) { $0.remove("b") } == ["z", "a"])
    #expect(try stored([3, 1, 2], Set<Int>(), .automatic) { $0 = [1, 2, 9] } == [1, 2, 9])
    #expect(try stored(["red", "blue"], Set<Color>(), .automatic) { $0.insert(.green) } == ["red", "blue", "green"])
  }

  @Test func `an equal set is no change`() throws {
    let store = InMemorySettingsStore([testKey: ["z", "b", "a"]])
    let record = record(Set<String>(), .automatic, store)
    let log = Log<SettingsChange>()
    let token = store.observe(testKey) { log.append($0) }
    try record.set(["a", "b", "z"])
    record.value.insert("z")
    #expect(log.elements.isEmpty)
    #expect(store.value(forKey: testKey) == ["z", "b", "a"])
    store.removeObserver(token)
  }

  @Test func `a new set is sorted`() throws {
    let store = InMemorySettingsStore()
    try record(Set<String>(), .automatic, store).set(["c", "a", "b"])
    #expect(store.value(forKey: testKey) == ["a", "b", "c"])
  }

  @Test func `a set in an element of a list follows the element`() throws {
    let old: SettingsValue = [
      "name": "n", "marks": [["id": 1, "tags": ["z", "b"]], ["id": 2, "tags": ["y", "a"]]], "byDay": [],
    ]
    let new = try stored(old, Palette(), .automatic) {
      $0.marks.insert(Mark(id: 0, tags: ["q", "p"]), at: 0)
      $0.marks[2].tags.insert("c")
    }
    #expect(
      new?["marks"] == [
        ["id": 0, "tags": ["p", "q"]], ["id": 1, "tags": ["z", "b"]], ["id": 2, "tags": ["y", "a", "c"]],
      ])
  }

  @Test func `a set of sets keeps the order of each`() throws {
    let old: SettingsValue = [["c", "a"], ["b"], ["z", "y"]]
    let new = try stored(old, Set<Set<String>>(), .automatic) { $0.insert(["m", "k"]) }
    #expect(new == [["c", "a"], ["b"], ["z", "y"], ["k", "m"]])
  }

  @Test func `entries of a dictionary that is stored as a list keep their order`() throws {
    let old: SettingsValue = [
      "name": "n", "marks": [], "byDay": [.date(date(3)), 3, .date(date(1)), 1, .date(date(2)), 2],
    ]
    let new = try stored(old, Palette(), .automatic) {
      $0.byDay[date(0)] = 0
      $0.byDay[date(1)] = 10
      $0.byDay[date(2)] = nil
    }
    #expect(new?["byDay"] == [.date(date(3)), 3, .date(date(1)), 10, .date(date(0)), 0])
  }

  @Test func `elements in an older form, or in the form of a file, keep their order`() throws {
    let old: SettingsValue = ["2001-01-03T00:00:00Z", "2001-01-01T00:00:00Z"]
    let new = try stored(old, Set<Date>(), .automatic) { $0.insert(date(1)) }
    #expect(new == [.date(date(2)), .date(date(0)), .date(date(1))])
    #expect(try stored([3, 1], Set<Double>(), .automatic) { $0.insert(2) } == [3.0, 1.0, 2.0])
  }

  @Test(arguments: [
    SettingCoding<Set<String>>.codable, .codable(undecodableElements: .drop), .codable.or(.jsonString),
    .converted(through: SettingCoding<Set<String>>.codable, encode: { $0 }, decode: { $0 }),
  ]) func `every coding keeps the order`(coding: SettingCoding<Set<String>>) throws {
    #expect(try stored(["z", "a"], [], coding) { $0.insert("b") } == ["z", "a", "b"])
  }

  @Test func `a list keeps the order that the program gives it`() throws {
    #expect(try stored(["z", "b", "a"], [String](), .automatic) { $0.sort() } == ["a", "b", "z"])
  }

  @Test func `two forms of a set are equivalent`() {
    let record = record(Set<String>(), .automatic, InMemorySettingsStore())
    #expect(record.areEquivalent(["b", "a"], ["a", "b"]))
  }

  @Test(arguments: ["x.json", "x.plist"]) func `a set in a file keeps its lines and comments`(name: String) throws {
    let folder = try TemporaryFolder()
    let isJSON = name == "x.json"
    func line(_ text: String, _ isLast: Bool = false) -> String {
      isJSON
        ? "      \"\(text)\"\(isLast ? "" : ",") // about \(text)\n"
        : "<string>\(text)</string> <!-- about \(text) -->\n"
    }
    func document(_ lines: String) -> String {
      isJSON
        ? "{\n  \"com.example.tests\": {\n    \"Value\": [\n\(lines)    ]\n  }\n}\n"
        : "<plist version=\"1.0\"><dict><key>com.example.tests</key><dict><key>Value</key><array>\n\(lines)"
          + "</array></dict></dict></plist>"
    }
    try folder.write(document(line("z") + line("b") + line("a", true)), to: name)
    let store = FileSettingsStore(file: folder.file(name))
    let record = record(Set<String>(), .automatic, store)
    record.value.remove("b")
    record.value.insert("c")
    try store.writeDocuments()
    let new = isJSON ? "      \"c\"\n" : "<string>c</string>\n"
    let text = try folder.text(name)
    #expect(text == document(line("z") + line("a") + new))
  }

  @Test func `a list of recent files keeps the comments of its elements`() throws {
    let folder = try TemporaryFolder()
    let document = """
      {
        "com.example.tests": {
          "Value": [
            "c.txt", // the draft
            // Don't delete.
            "b.txt",
            "a.txt"
          ]
        }
      }

      """
    try folder.write(document, to: "x.json")
    let store = FileSettingsStore(file: folder.file("x.json"))
    let record = record([String](), .automatic, store)
    record.value = ["b.txt", "d.txt", "c.txt"]
    try store.writeDocuments()
    #expect(
      try folder.text("x.json") == """
        {
          "com.example.tests": {
            "Value": [
              // Don't delete.
              "b.txt",
              "d.txt",
              "c.txt" // the draft
            ]
          }
        }

        """)
  }
}
