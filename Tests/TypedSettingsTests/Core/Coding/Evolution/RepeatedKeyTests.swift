import Testing
import TypedSettings

@testable import TypedSettingsCore

private enum Level: Int, Codable { case low = 1, high = 10 }

/// A key that ignores the case of its name.
private struct Name: Codable, Hashable, CodingKeyRepresentable, Sendable {
  var text: String

  init(_ text: String) { self.text = text }
  init?(codingKey: some CodingKey) { text = codingKey.stringValue }
  var codingKey: any CodingKey { RawKey(stringValue: text) }

  static func == (left: Name, right: Name) -> Bool { left.text.lowercased() == right.text.lowercased() }
  func hash(into hasher: inout Hasher) { hasher.combine(text.lowercased()) }
}

private struct Shelf: Codable, Equatable, Sendable {
  var title = "t"
  var books: [Int: String]? = [:]
}

/// Names in an object that mean the same key of a dictionary.
struct RepeatedKeyTests {
  private func record<Value>(_ defaultValue: Value, _ coding: SettingCoding<Value>, _ store: any SettingsStore)
    -> SettingRecord<Value>
  {
    makeSettings(in: store) { SettingRecord(name: "value", key: testKey, default: defaultValue, coding: coding) }
  }

  /// Reads and writes a value several times, because the order of a dictionary differs from one to another.
  private func check<Value: Equatable>(
    _ stored: SettingsValue, _ defaultValue: Value, _ coding: SettingCoding<Value>, reads: Value,
    change: (inout Value) -> Void, leaves: SettingsValue
  ) throws {
    for _ in 0..<20 {
      let store = InMemorySettingsStore([testKey: stored])
      let record = record(defaultValue, coding, store)
      let reported = reports { #expect(record.value == reads) }
      #expect(reported.map(\.code) == [.undecodable])
      #expect(reported.map(\.key) == [testKey])
      #expect(record.issues.count == 1)
      _ = reports { change(&record.value) }
      #expect(store.value(forKey: testKey) == leaves)
    }
  }

  @Test func `the spelling that is written determines the value, and the other one stays`() throws {
    try check(
      ["1": "a", "01": "b", "+1": "c", "2": "d"], [Int: String](), .automatic, reads: [1: "a", 2: "d"],
      change: { $0[3] = "e" }, leaves: ["1": "a", "01": "b", "+1": "c", "2": "d", "3": "e"])
  }

  @Test func `without the spelling that is written, the first one determines the value`() throws {
    try check(
      ["01": "b", "001": "a"], [Int: String](), .automatic, reads: [1: "a"], change: { $0[1] = "c" },
      leaves: ["1": "c", "01": "b"])
  }

  @Test func `with the key, its other spellings are removed`() throws {
    try check(
      ["1": "a", "01": "b", "2": "c"], [Int: String](), .automatic, reads: [1: "a", 2: "c"], change: { $0[1] = nil },
      leaves: ["2": "c"])
  }

  @Test func `the same holds for every type of key`() throws {
    try check(
      ["A": 1, "a": 2], [Name: Int](), .automatic, reads: [Name("A"): 1], change: { $0[Name("b")] = 3 },
      leaves: ["A": 1, "a": 2, "b": 3])
  }

  @Test func `a dictionary inside a type, or an optional one, is no different`() throws {
    try check(
      ["title": "t", "books": ["1": "a", "01": "b"]], Shelf(), .automatic, reads: Shelf(books: [1: "a"]),
      change: { $0.title = "u" }, leaves: ["title": "u", "books": ["1": "a", "01": "b"]])
  }

  @Test func `one name for a key is no mistake, however it is spelled`() throws {
    let store = InMemorySettingsStore([testKey: ["01": "a"]])
    let record = record([Int: String](), .automatic, store)
    let reported = reports { #expect(record.value == [1: "a"]) }
    #expect(reported.isEmpty)
    record.value[2] = "b"
    #expect(store.value(forKey: testKey) == ["1": "a", "2": "b"])
  }

  @Test func `strings are keys as they are`() throws {
    let store = InMemorySettingsStore([testKey: ["1": "a", "01": "b"]])
    let record = record([String: String](), .automatic, store)
    let reported = reports { #expect(record.value == ["1": "a", "01": "b"]) }
    #expect(reported.isEmpty)
  }
}
