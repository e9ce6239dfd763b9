import Testing
import TypedSettings

@testable import TypedSettingsCore
@testable import TypedSettingsFormats

/// Decodes numbers, or texts if that fails.
private enum Entries: Codable, Equatable {
  case numbers([Int])
  case texts([String])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do { self = .numbers(try container.decode([Int].self)) } catch {
      self = .texts(try container.decode([String].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .numbers(let numbers): try container.encode(numbers)
    case .texts(let texts): try container.encode(texts)
    }
  }
}

private struct Page: Codable, Equatable {
  var entries = Entries.texts(["d"])
  var list = [7]
  var note = "n"
}

private struct Section: Codable, Equatable {
  var entries: Entries
  var id: Int
}

/// Refuses negative limits after it has decoded the entries.
private struct Limited: Codable {
  var entries = Entries.texts(["d"])
  var limit = 1

  enum CodingKeys: CodingKey { case entries, limit }

  init() {}
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    entries = try container.decode(Entries.self, forKey: .entries)
    limit = try container.decode(Int.self, forKey: .limit)
    if limit < 0 { throw SomeError() }
  }
}

private enum Word: String, Codable, CaseIterable { case one, two }

private struct Item: Codable, Equatable {
  var id: Int
  var tags: [Int]
}

private struct Items: Codable {
  var items: [Item] = []
  var number = 0
}

/// Decodes an empty name, but doesn't encode one.
private struct Named: Codable, Equatable {
  var name: String

  enum CodingKeys: CodingKey { case name }

  func encode(to encoder: any Encoder) throws {
    if name.isEmpty { throw SomeError() }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
  }
}

/// Failures that a type handles, and failures beside them.
@Suite struct HandledFailureTests {
  private func record<Value>(
    _ defaultValue: Value, _ store: InMemorySettingsStore, _ coding: SettingCoding<Value>
  ) -> SettingRecord<Value> {
    makeSettings(in: store) { SettingRecord(name: "value", key: testKey, default: defaultValue, coding: coding) }
  }

  @Test(arguments: ["1", "a"])
  func `no elements are dropped where a type handles their failure`(text: String) {
    let entries: SettingsValue = [.string(text), "b"]
    let store = InMemorySettingsStore([testKey: ["entries": entries, "list": [1, "x", 3], "note": []]])
    let record = record(Page(), store, .codable(undecodableElements: .drop))
    _ = reports { #expect(record.value == Page(entries: .texts([text, "b"]), list: [1, 3])) }
    #expect(record.issues.map(\.codingPath) == [["list", "1"], ["note"]])
    record.value.list.append(4)
    #expect(store.value(forKey: testKey) == ["entries": entries, "list": [1, 3, 4], "note": []])
  }

  @Test func `an element is dropped beside others whose type handles a failure`() {
    let stored: SettingsValue = [["entries": ["a"], "id": 1], ["entries": ["b"], "id": "bad"]]
    let store = InMemorySettingsStore([testKey: stored])
    let record = record([Section](), store, .codable(undecodableElements: .drop))
    _ = reports { #expect(record.value == [Section(entries: .texts(["a"]), id: 1)]) }
    #expect(record.issues.map(\.codingPath) == [["1", "id"]])
  }

  @Test func `an error names its own type, and not a part that the type has decoded`() {
    let store = InMemorySettingsStore([testKey: ["entries": ["a"], "limit": -1]])
    let record = record(Limited(), store, .codable)
    #expect(record.issues.map(\.codingPath) == [[]])
    #expect(record.issue?.found == #"{"entries": ["a"], "limit": -1} can't be decoded: 'Limited' threw 'SomeError'"#)
  }

  @Test func `a dropped element is reported with its value and its type`() {
    let words = record(
      [Word](), InMemorySettingsStore([testKey: ["one", "three"]]), .codable(undecodableElements: .drop))
    #expect(words.issues.map(\.found) == [#""three" is not a Word; expected one of "one", "two""#])
    let numbers = record(
      [PositiveNumber](), InMemorySettingsStore([testKey: [1, -1]]), .codable(undecodableElements: .drop))
    #expect(numbers.issues.map(\.found) == ["-1 can't be decoded: 'PositiveNumber' threw 'SomeError'"])
    #expect(numbers.issues.map(\.codingPath) == [["1"]])
  }

  @Test func `a dropped element and a dropped part of another one are both preserved`() throws {
    let items: SettingsValue = [["id": "bad", "tags": [1]], ["id": 2, "tags": [1, "no"]]]
    let form = try SettingCoding<Items>.codable(undecodableElements: .drop).form(
      of: Items(items: [Item(id: 2, tags: [1])], number: 1), over: ["items": items, "number": 0], default: Items(),
      keepsDiscardedProperties: false)
    #expect(form.value == ["items": items, "number": 1])
    #expect(!form.replacesUnreadable)
  }

  @Test func `a value replaces one that its type can't encode`() throws {
    let store = InMemorySettingsStore([testKey: ["name": "", "future": 1]])
    let record = record(Named(name: "n"), store, .codable)
    #expect(record.value.name == "")
    try record.set(Named(name: "m"))
    #expect(store.value(forKey: testKey) == ["name": "m", "future": 1])
  }
}
