import Foundation
import Testing
import TypedSettings

@testable import TypedSettingsTools

/// A list that is stored as text.
private struct Words: Collection, Equatable {
  var list: [String] = []

  var startIndex: Int { list.startIndex }
  var endIndex: Int { list.endIndex }

  subscript(index: Int) -> String { list[index] }
  func index(after index: Int) -> Int { index + 1 }
}

extension SettingCoding<Words> {
  fileprivate static var text: SettingCoding {
    .converted(
      through: SettingCoding<String>.automatic, encode: { $0.list.joined(separator: ",") },
      decode: { Words(list: $0.split(separator: ",").map(String.init)) })
  }
}

/// A priority whose raw values have the opposite order.
private enum Priority: Int, Comparable {
  case low = 9
  case high = 1

  static func < (left: Priority, right: Priority) -> Bool { left.rawValue > right.rawValue }
}

@SettingsGroup(domain: "com.example.stored", keys: .propertyName)
private final class StoredSettings: Sendable {
  @Pref(coding: SettingCoding<Words>.text, validate: .count(2...)) var words = Words(list: ["a", "b"])
  @Pref(validate: .range(Priority.low...Priority.high)) var priority = Priority.low
  @Pref(validate: .count(1...2)) var labels: Set<String> = ["a"]
  @Pref(validate: .range(0.0...)) var speed = 1.0
  @Pref(validate: .range(...0.0)) var depth: Double? = nil
  @Pref(validate: .oneOf([Date(timeIntervalSinceReferenceDate: 0)])) var start = Date(timeIntervalSinceReferenceDate: 0)
  @Pref(validate: .matches(/\w{3}/, pattern: #"\w{3}"#)) var code = "abc"
  @Pref(coding: .iso8601) var end = Date(timeIntervalSinceReferenceDate: 0)
  @Pref var price = Decimal(1)
  @Pref var server = URL(filePath: "/srv")
}

struct SchemaAcceptanceTests {
  private let schema = SettingsSchema(of: StoredSettings.testSettings())

  private func members(_ name: String, in schema: SettingsSchema) throws -> [String: SettingsValue] {
    let data = try schema.jsonSchema(of: .domain("com.example.stored"))
    let document = try DocumentFormat.json.value(of: [UInt8](data))
    var members = try #require(document.members["properties"]?.members[name]).members
    members["default"] = nil
    return members
  }

  private static let timestamp =
    "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])([Tt]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9].*)?$"

  @Test(
    arguments: [
      ("words", ["type": "string"]),
      ("priority", ["type": "integer", "minimum": .integer(.min), "maximum": .integer(.max)]),
      ("labels", ["type": "array", "items": ["type": "string"], "minItems": 1]), ("code", ["type": "string"]),
      ("speed", ["anyOf": [["type": "number"], ["enum": ["Infinity"]]], "minimum": 0.0]),
      ("depth", ["anyOf": [["type": ["number", "null"]], ["enum": ["-Infinity"]]], "maximum": 0.0]),
      (
        "start",
        [
          "anyOf": [
            ["type": "string", "pattern": .string(timestamp)], ["type": "number"],
            ["enum": ["Infinity", "-Infinity", "NaN"]],
          ]
        ]
      ),
      ("server", ["type": "string"]),
    ] as [(String, [String: SettingsValue])])
  func `A schema has no rule that a value of the setting can break`(
    name: String, expected: [String: SettingsValue]
  ) throws {
    #expect(try members(name, in: schema) == expected)
  }

  @Test func `A schema that was read from its document has the same rules`() throws {
    let read = try SettingsSchema(json: schema.json())
    #expect(try read.jsonSchema() == schema.jsonSchema())
  }

  @Test func `The declared rule is part of the schema, even if stored values can break it`() {
    let words = schema.entries.first { $0.name == "words" }
    #expect(words?.constraint == .count(minimum: 2, maximum: nil))
    #expect(words?.storedConstraint == nil)
  }

  @Test(arguments: ["1", "1.", "+1.5", ".5", "-2e3", "NaN"])
  func `The schema of a decimal number accepts every notation of the number`(text: String) throws {
    let pattern = try #require(try members("price", in: schema)["anyOf"]?.list.first?.members["pattern"]?.text)
    #expect(try Regex(pattern).wholeMatch(in: text) != nil)
  }

  @Test(arguments: [-64e9, 253e9])
  func `The schema of ISO 8601 text accepts the number that a date without text is stored as`(
    interval: Double
  ) throws {
    #expect(TimestampText.text(of: Date(timeIntervalSinceReferenceDate: interval)) == nil)
    let bounds = try #require(try members("end", in: schema)["anyOf"]?.list.map(\.members))
    let maximum = bounds[1]["maximum"]?.int ?? .min
    let minimum = bounds[2]["minimum"]?.int ?? .max
    #expect(interval <= Double(maximum) || interval >= Double(minimum))
  }
}
