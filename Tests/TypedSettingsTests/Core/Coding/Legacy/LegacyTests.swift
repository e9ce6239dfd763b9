import Foundation
import Testing
import TypedSettings

private struct Point: Codable, Equatable {
  var x = 0
  var y = 0.5
}

/// A value that resembles an older form but isn't one.
struct LegacyRefusal: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let stored: SettingsValue
  let decode: @Sendable (SettingsValue) throws -> Void

  init<Value: Codable & SendableMetatype>(_ name: String, _ stored: SettingsValue, as type: Value.Type) {
    testDescription = name
    self.stored = stored
    decode = { _ = try MigratingDecoder().decode(Value.self, from: $0) }
  }

  static let all = [
    LegacyRefusal("Bool from 2", 2, as: Bool.self), LegacyRefusal("Bool from 0.5", 0.5, as: Bool.self),
    LegacyRefusal("Bool from tru", "tru", as: Bool.self),
    LegacyRefusal("Bool from yes and space", "yes ", as: Bool.self),
    LegacyRefusal("Bool from nothing", "", as: Bool.self), LegacyRefusal("Int from 5x", "5x", as: Int.self),
    LegacyRefusal("Int from 1.5", "1.5", as: Int.self), LegacyRefusal("Int from hexadecimal", "0x10", as: Int.self),
    LegacyRefusal("Int from nothing", "", as: Int.self), LegacyRefusal("Int8 from 128", "128", as: Int8.self),
    LegacyRefusal("UInt from -1", "-1", as: UInt.self), LegacyRefusal("Int from a date", .date(.now), as: Int.self),
    LegacyRefusal("Double from hexadecimal", "0x1p3", as: Double.self),
    LegacyRefusal("Double from text beyond its range", "1e400", as: Double.self),
    LegacyRefusal("Int from text beyond its range", "1e400", as: Int.self),
    LegacyRefusal("Float from a number beyond its range", 1e300, as: Float.self),
    LegacyRefusal("Double from 1.5 and space", "1.5 ", as: Double.self),
    LegacyRefusal("String from null", .null, as: String.self),
    LegacyRefusal("String from an array", [], as: String.self),
    LegacyRefusal("Date from no date", "2024-02-30T00:00:00Z", as: Date.self),
    LegacyRefusal("Date from a word", "tomorrow", as: Date.self),
    LegacyRefusal("Data from no base64", "AQI", as: Data.self),
    LegacyRefusal("a struct from a word", "x", as: Point.self),
    LegacyRefusal("a struct from JSON and more", #"{"x": 5, "y": 1} x"#, as: Point.self),
    LegacyRefusal("a struct from half of JSON", #"{"x": 5, "y": 1"#, as: Point.self),
    LegacyRefusal("a struct from a key twice", #"{"x": 5, "y": 1, "x": 6}"#, as: Point.self),
    LegacyRefusal("a struct from data that is no document", .data(Data([0, 1, 2])), as: Point.self),
    LegacyRefusal("a struct from no data", .data(Data()), as: Point.self),
    LegacyRefusal("a struct from the start of a property list", .data(Data("bplist00".utf8)), as: Point.self),
    LegacyRefusal("an array from null", .null, as: [Int].self),
    LegacyRefusal("an array of Int from a word", "a", as: [Int].self),
  ]
}

struct LegacyTests {
  @Test(arguments: LegacyForm.all)
  func `an older form reads without a report and is rewritten by the next write`(row: LegacyForm) throws {
    try row.check()
  }

  @Test(arguments: LegacyRefusal.all)
  func `a value that only resembles an older form does not decode`(row: LegacyRefusal) throws {
    let error = try #require(throws: SettingsError.self) { try row.decode(row.stored) }
    #expect(error.code == .undecodable)
  }

  @Test func `the current form is not migrated`() throws {
    let store = InMemorySettingsStore([testKey: ["x": 1, "y": 2.0, "old": 3]])
    let record = PreferenceContext.$store.withValue(store) {
      SettingRecord(name: "value", key: testKey, default: Point(), coding: .codable())
    }
    #expect(try !record.migrate())
    #expect(store.value(forKey: testKey) == ["x": 1, "y": 2.0, "old": 3])
  }

  @Test func `an absent setting is not migrated`() throws {
    let store = InMemorySettingsStore()
    let record = PreferenceContext.$store.withValue(store) {
      SettingRecord(name: "value", key: testKey, default: Point(), coding: .codable())
    }
    #expect(try !record.migrate())
    #expect(store.value(forKey: testKey) == nil)
  }

  @Test func `migrating keeps unknown fields and undecodable data`() throws {
    let store = InMemorySettingsStore([testKey: ["x": "5", "y": [], "old": 3]])
    let record = PreferenceContext.$store.withValue(store) {
      SettingRecord(name: "value", key: testKey, default: Point(), coding: .codable())
    }
    let reported = try reports {
      let migrated = try record.migrate()
      #expect(migrated)
    }
    #expect(reported.allSatisfy { $0.codingPath == ["y"] })
    #expect(store.value(forKey: testKey) == ["x": 5, "y": [], "old": 3])
  }

  @Test func `a value that does not decode at all is not migrated`() throws {
    let store = InMemorySettingsStore([testKey: "nothing"])
    let record = PreferenceContext.$store.withValue(store) {
      SettingRecord(name: "value", key: testKey, default: Point(), coding: .codable())
    }
    _ = try reports {
      let migrated = try record.migrate()
      #expect(!migrated)
    }
    #expect(store.value(forKey: testKey) == "nothing")
  }

  /// A type tries all its alternatives before an older form applies.
  @Test(arguments: [AnyCodable.null, .bool(true), .dictionary([:]), .string("1")])
  func `alternatives round-trip over any default`(value: AnyCodable) throws {
    for stored in [AnyCodable.string("YES"), .int(1), .string("[1]"), .string("{}"), .string("1.5"), .array([]), .null]
    {
      let tree = try MigratingEncoder().encode(stored)
      #expect(try MigratingDecoder().decode(AnyCodable.self, from: tree, default: value) == stored)
      let boxed = Boxed(content: [stored, stored])
      let boxedTree = try MigratingEncoder().encode(boxed)
      #expect(
        try MigratingDecoder().decode(Boxed<[AnyCodable]>.self, from: boxedTree, default: Boxed(content: [value]))
          == boxed)
    }
  }
}
