import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

@testable import TypedSettingsFormats

private struct Tags: Codable, Equatable, Sendable {
  var name = "n"
  var tags: Set<String> = ["a", "b", "c", "d", "e", "f", "g"]
}

private enum Action: String, Codable { case copy, paste, cut }

private struct Shortcuts: Codable, Sendable {
  var name = "n"
  var keys: [Action: String] = [.copy: "c", .paste: "v", .cut: "x"]
}

/// Treats a missing version as the first one.
private struct Interval: Codable, Sendable {
  var version = 2
  var length: Int

  init(length: Int) { self.length = length }

  private enum CodingKeys: CodingKey { case version, length }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decodeIfPresent(Int.self, forKey: .version) ?? 1
    length = try container.decode(Int.self, forKey: .length) * (version < 2 ? 60 : 1)
  }
}

/// Determines its kind by trying one type after another.
private enum Token: Codable, Equatable, Sendable {
  case number(Int)
  case text(String)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    do { self = .number(try container.decode(Int.self)) } catch { self = .text(try container.decode(String.self)) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    }
  }
}

private struct Item: Codable, Equatable, Sendable {
  var id: Int
  var tags: [Int]
}

private struct Items: Codable, Sendable {
  var items: [Item] = []
  var number = 0
}

private struct Player: Codable, Equatable, Sendable {
  var name = "n"
  var volume: Double? = 0.5
}

private struct Seat: Equatable, Sendable {
  var player = Player()
}

/// Throws an error of the library without a path.
private struct Refusing: Codable, Sendable {
  var number = 1

  init() {}
  init(from decoder: any Decoder) throws { throw SettingsError(.undecodable, found: "nothing", advice: "none") }
}

private struct Outer: Codable, Sendable {
  var inner = Refusing()
  var number = 0
}

struct KeepingTests {
  private func record<Value>(
    _ defaultValue: Value, _ coding: SettingCoding<Value>, _ store: any SettingsStore
  ) -> SettingRecord<Value> {
    PreferenceContext.$store.withValue(store) {
      SettingRecord(name: "value", key: testKey, default: defaultValue, coding: coding)
    }
  }

  @Test(arguments: ["garbage", ["a": 1], 7.5] as [SettingsValue])
  func `an edit that changes nothing keeps unreadable data`(stored: SettingsValue) {
    let store = InMemorySettingsStore([testKey: stored])
    let record = record([Item](), .automatic, store)
    _ = reports { for _ in 0..<4 { record.value.append(contentsOf: []) } }
    #expect(store.value(forKey: testKey) == stored)
  }

  @Test func `a set that cannot be read stays while another property changes`() {
    for _ in 0..<20 {
      let store = InMemorySettingsStore([testKey: ["name": "x", "tags": ["q", [:]]]])
      let record = record(Tags(), .automatic, store)
      _ = reports { record.value.name = "y" }
      #expect(store.value(forKey: testKey) == ["name": "y", "tags": ["q", [:]]])
    }
  }

  @Test func `a dictionary of other keys that cannot be read stays while another property changes`() {
    for _ in 0..<20 {
      let keys: SettingsValue = [["copy"], "1"]
      let store = InMemorySettingsStore([testKey: ["name": "x", "keys": keys]])
      let record = record(Shortcuts(), .automatic, store)
      _ = reports { record.value.name = "y" }
      #expect(store.value(forKey: testKey) == ["name": "y", "keys": keys])
    }
  }

  @Test func `equal sets have one form`() throws {
    let forms = try (0..<20).map { _ in try MigratingEncoder().encode(Set((0..<50).map { "word \($0)" })) }
    #expect(Set(forms).count == 1)
    let numbers = try (0..<20).map { _ in
      try MigratingEncoder().encode(Dictionary(uniqueKeysWithValues: (0..<50).map { (Double($0), $0) }))
    }
    #expect(Set(numbers).count == 1)
    #expect(try MigratingDecoder().decode([Double: Int].self, from: numbers[0]).count == 50)
  }

  @Test func `a missing field that is meaningful to a type stays missing`() {
    let record = record(Interval(length: 1_500), .automatic, InMemorySettingsStore([testKey: ["length": 5]]))
    #expect(record.value.length == 300)
  }

  @Test func `an older form of one element changes none of the others`() throws {
    let store = InMemorySettingsStore([testKey: ["5", true]])
    let record = record([Token](), .automatic, store)
    #expect(record.value == [.text("5"), .number(1)])
    try record.migrate()
    #expect(store.value(forKey: testKey) == ["5", 1])
  }

  @Test func `the dropped part of an element survives in the collection`() {
    let items: SettingsValue = [["id": "bad", "tags": [1]], ["id": 2, "tags": [1, "no"]]]
    let store = InMemorySettingsStore([testKey: ["items": items, "number": 0]])
    let record = record(Items(), .codable(undecodableElements: .drop), store)
    _ = reports { record.value.number = 1 }
    #expect(record.value.items == [Item(id: 2, tags: [1])])
    #expect(store.value(forKey: testKey) == ["items": items, "number": 1])
  }

  @Test func `an element with an older form is not dropped with the others`() {
    let stored: SettingsValue = [["id": "x", "tags": []], ["id": 2, "tags": ["5"]]]
    let record = record(
      [Item](), .codable(undecodableElements: .drop), InMemorySettingsStore([testKey: stored]))
    _ = reports { #expect(record.value == [Item(id: 2, tags: [5])]) }
    #expect(record.issues.map(\.codingPath) == [["0", "id"]])
  }

  @Test func `the dropped elements of a long array have few reports`() {
    let stored = SettingsValue.array((0..<1_000).map { .string("word \($0)") } + [5])
    let record = record([Int](), .codable(undecodableElements: .drop), InMemorySettingsStore([testKey: stored]))
    let reported = reports { #expect(record.value == [5]) }
    #expect(reported.count == 32)
    #expect(reported.prefix(31).map(\.codingPath) == (0..<31).map { ["\($0)"] })
    #expect(reported.last?.found == "969 more parts that can't be decoded")
    #expect(record.issues.count == 32)
  }

  @Test func `a conversion keeps the fields that its other type lacks`() {
    let store = InMemorySettingsStore([testKey: ["name": "x", "future": 1]])
    let coding = SettingCoding<Seat>.converted(
      through: SettingCoding<Player>.codable, encode: \.player, decode: { Seat(player: $0) })
    let record = record(Seat(), coding, store)
    #expect(record.value.player.volume == 0.5)
    record.value.player.name = "y"
    #expect(store.value(forKey: testKey) == ["name": "y", "volume": 0.5, "future": 1])
  }

  @Test(arguments: [SettingCoding<Player>.jsonString, .jsonData, .codable.or(.jsonString)])
  private func `a composed coding reads over the default`(coding: SettingCoding<Player>) throws {
    let stored = try MigratingEncoder().encode(["name": "x"])
    #expect(record(Player(), coding, InMemorySettingsStore([testKey: stored])).value == Player(name: "x", volume: 0.5))
    let text = SettingsValue.string(#"{"name":"x"}"#)
    #expect(record(Player(), coding, InMemorySettingsStore([testKey: text])).value == Player(name: "x", volume: 0.5))
  }

  @Test(arguments: ["dark", "1.50", "true", "null", "007", "[1", #"{"a":1}"#])
  func `a JSON coding reads plain text as it is`(text: String) {
    let record = record("default", .jsonString, InMemorySettingsStore([testKey: .string(text)]))
    #expect(record.value == text)
    #expect(record.issues.isEmpty)
  }

  @Test func `truncated JSON is an error and not an element`() {
    let record = record(["name"], .jsonString, InMemorySettingsStore([testKey: #"["name","si"#]))
    _ = reports { #expect(record.value == ["name"]) }
    #expect(record.issues.map(\.code) == [.malformed])
    #expect(record.issues.map(\.advice) == ["the stored value is kept; assign the setting or reset it"])
  }

  @Test func `a write replaces the value of an older coding`() throws {
    let older = SettingCoding<Player>.custom { _ in
      .null
    } decode: { stored in
      guard case .dictionary(let values) = stored, case .string(let text)? = values["volume"] else {
        throw CancellationError()
      }
      return Player(name: "older", volume: Double(text.count))
    }
    let store = InMemorySettingsStore([testKey: ["name": "n", "volume": "loud"]])
    let coding = SettingCoding<Player>.codable.or(older)
    #expect(record(Player(), coding, store).value == Player(name: "older", volume: 4))
    try record(Player(), coding, store).set(Player(name: "n", volume: 0.5))
    #expect(record(Player(), coding, store).value == Player(name: "n", volume: 0.5))
  }

  @Test func `an error without a path gets the path of its type`() {
    let record = record(Outer(), .automatic, InMemorySettingsStore([testKey: ["inner": ["number": 1], "number": 3]]))
    #expect(record.issues.map(\.codingPath) == [["inner"]])
  }

  @Test func `an edit that the store refuses does not report the value before it again`() {
    let store = FaultInjectingSettingsStore(InMemorySettingsStore([testKey: "garbage"]))
    let record = record(5, .automatic, store)
    let reported = reports {
      _ = record.value
      store.failWrites(with: SomeError())
      record.value += 1
      #expect(record.value == 5)
    }
    #expect(reported.map(\.code) == [.undecodable, .storeFailed])
  }

  /// Data whose bytes are a property list of further data, and so on.
  @Test func `nested data is not decoded as a value`() throws {
    var nested = Data(#"{"name":"x"}"#.utf8)
    for _ in 0..<2_000 {
      nested = binaryPropertyList([0x4f, 0x12] + bigEndian(UInt64(nested.count), size: 4) + nested)
    }
    let data = nested
    let value = try onSmallStack {
      SettingsDiagnostics.withHandler({ _ in }) {
        record(Player(), .automatic, InMemorySettingsStore([testKey: .data(data)])).value
      }
    }
    #expect(value == Player())
  }
}
