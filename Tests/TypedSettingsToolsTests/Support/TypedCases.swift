import Foundation
import TypedSettings

enum Corner: Int, CaseIterable, Sendable { case left = 1, right = 2, topLeft = 7 }

/// An enumeration with a description of its own, which can't be typed.
enum Weekday: Int, CaseIterable, CustomStringConvertible, Sendable {
  case monday = 1, tuesday
  var description: String { "Day \(rawValue)" }
}

/// An enumeration without raw values.
enum Side: CaseIterable, Codable, Sendable { case front, back }

/// A type that isn't `Codable`, and whose stored form only its functions know.
struct Percentage: SettingsValueConvertible {
  var value: Int
  init(_ value: Int) { self.value = value }
  var settingsValue: SettingsValue { value.settingsValue }
  init(settingsValue: SettingsValue) throws(SettingsError) { value = try Int(settingsValue: settingsValue) }
}

extension SettingCoding<Bool> {
  /// A Boolean value as the number 1 or 2, as some programs store it.
  static var oneOrTwo: SettingCoding {
    .converted(through: SettingCoding<Int>.automatic, encode: { $0 ? 1 : 2 }, decode: { $0 == 1 })
  }
}

extension SettingCoding<Bool?> {
  /// An optional Boolean value as the number 0, 1 or 2.
  static var zeroToTwo: SettingCoding {
    .converted(
      through: SettingCoding<Int>.automatic, encode: { $0.map { $0 ? 1 : 2 } ?? 0 },
      decode: { $0 == 0 ? nil : $0 == 1 })
  }
}

extension SettingCoding<Minutes> {
  static var closures: SettingCoding {
    .custom(encode: { .integer(Int64($0.count)) }, decode: { Minutes(count: try Int(settingsValue: $0)) })
  }
}

extension SettingCoding<Date> {
  static var wrapped: SettingCoding {
    .custom(encode: { .date($0) }, decode: { try Date(settingsValue: $0) })
  }
}

/// A group of one setting, whose name and key are `value`.
final class TypedGroup: SettingsGroup, Sendable {
  let setting: any Setting

  init(_ setting: any Setting) { self.setting = setting }

  func enumerateSettings(into list: inout SettingsList) { list.append(setting) }
}

/// A type of settings with some of its values, and with texts that look like mistakes.
struct TypedCase: Sendable, CustomStringConvertible {
  static let key = SettingsKey(domain: "com.example.typed", name: "value")

  let description: String
  let mistakes: [String]
  /// The number of values.
  let count: Int
  /// Returns a setting in the current store.
  let make: @Sendable () -> any Setting
  /// Sets one of the values.
  let set: @Sendable (Int, any Setting) throws -> Void

  init<Value: Sendable>(
    _ description: String, _ values: [Value], coding: SettingCoding<Value>, mistakes: [String] = []
  ) {
    self.description = description
    self.mistakes = mistakes
    count = values.count
    let defaultValue = values[0]
    make = { SettingRecord(name: "value", key: Self.key, default: defaultValue, coding: coding) }
    set = { index, setting in try (setting as? SettingRecord<Value>)?.set(values[index]) }
  }

  func group(in store: any SettingsStore) -> TypedGroup {
    PreferenceContext.$store.withValue(store) { TypedGroup(make()) }
  }
}

extension TypedCase {
  private static func optional<Value>(_ values: [Value]) -> [Value?] { values.map { $0 } + [nil] }

  private static let moments = [
    Date(timeIntervalSince1970: 1_700_000_000), .distantFuture, Date(timeIntervalSinceReferenceDate: 0.25),
    Date(timeIntervalSinceReferenceDate: -1e12), Date(timeIntervalSinceReferenceDate: 1e14 + 0.5),
  ]
  private static let texts = [
    "", "a", "null", "\"null\"", "\"a\"", "[", "{\"a\"", "[1]", " x ", "true", "5", "@5", "a\nb", "$null", "-0",
  ]
  private static let homes = ["https://a.example/x?y=z", "file:///tmp/a", "x"].compactMap { URL(string: $0) }
  private static let identifiers = [UUID(), UUID()]
  private static let prices = ["1.10", "99999999999999.99", "-0.5", "1e20"].compactMap { Decimal(string: $0) }
  private static let bytes = [Data(), Data([1, 2, 3]), Data("null".utf8), Data((0...255).map { $0 })]

  static let scalars: [TypedCase] = [
    TypedCase("Bool", [false, true], coding: .automatic, mistakes: ["maybe", "2", "", "[true]", "null"]),
    TypedCase(
      "Int", [0, -5, .min, .max], coding: .automatic, mistakes: ["abc", "1.5", "", "[1]", "0x10", "null", "@5"]),
    TypedCase("Int8", [0, -128, 127] as [Int8], coding: .automatic, mistakes: ["300", "-129"]),
    TypedCase("Int16", [0, .min, .max] as [Int16], coding: .automatic, mistakes: ["40000"]),
    TypedCase("Int32", [0, .min, .max] as [Int32], coding: .automatic, mistakes: ["3000000000"]),
    TypedCase("Int64", [0, .min, .max] as [Int64], coding: .automatic, mistakes: ["9223372036854775808"]),
    TypedCase("Int128", [0, .min, .max] as [Int128], coding: .automatic, mistakes: ["x"]),
    TypedCase("UInt", [0, .max] as [UInt], coding: .automatic, mistakes: ["-1"]),
    TypedCase("UInt8", [0, .max] as [UInt8], coding: .automatic, mistakes: ["256"]),
    TypedCase("UInt16", [0, .max] as [UInt16], coding: .automatic, mistakes: ["65536"]),
    TypedCase("UInt32", [0, .max] as [UInt32], coding: .automatic, mistakes: ["4294967296"]),
    TypedCase("UInt64", [0, .max] as [UInt64], coding: .automatic, mistakes: ["18446744073709551616"]),
    TypedCase("UInt128", [0, .max] as [UInt128], coding: .automatic, mistakes: ["-1"]),
    TypedCase(
      "Double", [0, 0.1, -1e300, 5, .infinity, -.infinity], coding: .automatic,
      mistakes: ["1,5", "0x10", "1e400", "x"]),
    TypedCase("Float", [0, 0.1, 1e30] as [Float], coding: .automatic, mistakes: ["1e300", "x"]),
    TypedCase("Decimal", prices, coding: .automatic, mistakes: ["1.2.3", "1,5", "x"]),
    TypedCase("String", texts, coding: .automatic),
    TypedCase("Character", ["a", "5", "\""] as [Character], coding: .automatic, mistakes: ["ab", ""]),
    TypedCase("Data", bytes, coding: .automatic, mistakes: ["AAA", "[1,2]", "ä"]),
    TypedCase("Date", moments, coding: .automatic, mistakes: ["1700000000", "1.7e9", "tomorrow", "-5", "@", "@x"]),
    TypedCase("URL", homes, coding: .automatic, mistakes: [""]),
    TypedCase("UUID", identifiers, coding: .automatic, mistakes: ["x", "123"]),
    TypedCase("enum String", Mode.allCases, coding: .automatic, mistakes: ["sepia", "Dark", "null"]),
    TypedCase("enum Int", Corner.allCases, coding: .automatic, mistakes: ["middle", "3", "Left", "left ", "null"]),
    TypedCase("enum without listed cases", [Level.low, .high], coding: .automatic, mistakes: ["3", "low"]),
    TypedCase("enum with a description", Weekday.allCases, coding: .automatic, mistakes: ["3", "Day 1"]),
    TypedCase("enum without raw values", Side.allCases, coding: .automatic, mistakes: ["left", "{\"left\":{}}"]),
    TypedCase("Bool as Int", [false, true], coding: .oneOrTwo, mistakes: ["maybe", "null"]),
    TypedCase("Bool? as Int", [nil, false, true], coding: .zeroToTwo, mistakes: ["maybe"]),
    TypedCase("Date as text", moments, coding: .iso8601, mistakes: ["1700000000", "tomorrow"]),
    TypedCase("Date? as text", optional(moments), coding: .iso8601, mistakes: ["1700000000"]),
    TypedCase("Date by a function", moments, coding: .wrapped, mistakes: ["1700000000", "tomorrow"]),
    TypedCase("convertible", [Percentage(1), Percentage(50)], coding: .automatic, mistakes: ["x", "1.5", "[1]"]),
    TypedCase("converted", [Minutes(count: 5)], coding: .number, mistakes: ["x", "[5]"]),
    TypedCase("closures", [Minutes(count: 5)], coding: .closures, mistakes: ["x", "[5]"]),
  ]

  static let optionals: [TypedCase] = [
    TypedCase("Bool?", [nil, false, true], coding: .automatic, mistakes: ["maybe", "nil"]),
    TypedCase("Int?", [nil, 0, -5], coding: .automatic, mistakes: ["none", ""]),
    TypedCase("Double?", [nil, 0.1], coding: .automatic, mistakes: ["x"]),
    TypedCase("Float?", [nil, 0.1] as [Float?], coding: .automatic, mistakes: ["x"]),
    TypedCase("Decimal?", optional(prices), coding: .automatic, mistakes: ["x"]),
    TypedCase("String?", optional(texts), coding: .automatic),
    TypedCase("Data?", optional(bytes), coding: .automatic, mistakes: ["AAA"]),
    TypedCase("Date?", optional(moments), coding: .automatic, mistakes: ["1700000000", "never"]),
    TypedCase("URL?", optional(homes), coding: .automatic),
    TypedCase("UUID?", optional(identifiers), coding: .automatic, mistakes: ["x"]),
    TypedCase("enum String?", optional(Mode.allCases), coding: .automatic, mistakes: ["sepia"]),
    TypedCase("enum Int?", optional(Corner.allCases), coding: .automatic, mistakes: ["middle", "3"]),
    TypedCase("UInt64?", [nil, .max] as [UInt64?], coding: .automatic, mistakes: ["-1"]),
    TypedCase("Int??", [nil, .some(nil), 3] as [Int??], coding: .automatic, mistakes: ["x"]),
    TypedCase("String??", [nil, .some(nil), "null", "a"] as [String??], coding: .automatic),
  ]

  static let lists: [TypedCase] = [
    TypedCase(
      "[String]", [[], ["a", "b"], ["[", "null", ""]] as [[String]], coding: .automatic,
      mistakes: ["[\"a\", \"b\"", "a,b,c", "a", "[1,2]", "[true]", "[null]", "", "\"a\"", "{\"a\":1}"]),
    TypedCase(
      "[Int]", [[], [1, 2]] as [[Int]], coding: .automatic,
      mistakes: ["[\"1\"]", "1,2", "1", "[1.5]", "[1", "[true]"]),
    TypedCase("[Bool]", [[true, false]], coding: .automatic, mistakes: ["[1]", "true", "[\"true\"]"]),
    TypedCase("[Double]", [[0.5, 1, .infinity]] as [[Double]], coding: .automatic, mistakes: ["[\"1\"]", "0.5"]),
    TypedCase("[Date]", [moments, []], coding: .automatic, mistakes: ["[1700000000]", "2001-01-01T00:00:00Z"]),
    TypedCase("[Data]", [bytes, []], coding: .automatic, mistakes: ["[[1,2]]", "AQID"]),
    TypedCase("[URL]", [homes], coding: .automatic, mistakes: ["https://a.example", "[1]"]),
    TypedCase("[Decimal]", [prices], coding: .automatic, mistakes: ["[\"x\"]"]),
    TypedCase("[enum]", [Mode.allCases, []], coding: .automatic, mistakes: ["dark", "[\"sepia\"]"]),
    TypedCase("[enum Int]", [Corner.allCases], coding: .automatic, mistakes: ["left", "[3]"]),
  ]

  static let otherLists: [TypedCase] = [
    TypedCase("[[String]]", [[], [["a"], []]] as [[[String]]], coding: .automatic, mistakes: ["[\"a\"]", "a"]),
    TypedCase("[Int?]", [[nil, 1]] as [[Int?]], coding: .automatic, mistakes: ["[\"1\"]"]),
    TypedCase("[String]?", [nil, [], ["a"]] as [[String]?], coding: .automatic, mistakes: ["a", "[1]"]),
    TypedCase("Set", [["a"], []] as [Set<String>], coding: .automatic, mistakes: ["a", "[1]", "[\"a\""]),
    TypedCase("Set<Int>", [[1], []] as [Set<Int>], coding: .automatic, mistakes: ["1", "[\"1\"]"]),
  ]

  static let dictionaries: [TypedCase] = [
    TypedCase(
      "[String: Int]", [[:], ["a": 1]] as [[String: Int]], coding: .automatic,
      mistakes: ["a=1", "{\"a\":\"1\"}", "{\"a\"", "[]"]),
    TypedCase(
      "[String: String]", [[:], ["a": "1"], ["$refusedText": "a"], ["$date": "a"]] as [[String: String]],
      coding: .automatic, mistakes: ["a=b", "{\"a\":1}", "a", "[\"a\"]"]),
    TypedCase("[String: Date]", [["a": moments[0]]], coding: .automatic, mistakes: ["{\"a\":1700000000}"]),
    TypedCase(
      "[Int: String]", [[:], [1: "a"]] as [[Int: String]], coding: .automatic, mistakes: ["{\"x\":\"a\"}", "a"]),
    TypedCase("[enum: Int]", [[.dark: 1]] as [[Mode: Int]], coding: .automatic, mistakes: ["{\"sepia\":1}", "dark"]),
  ]

  static let structures: [TypedCase] = [
    TypedCase(
      "struct", [Profile(), Profile(name: "null", contacts: [.init(mail: "a", priority: 2)], home: homes[0])],
      coding: .automatic,
      mistakes: ["nobody", "{\"name\": \"x\"", "[]", "{\"name\":5,\"age\":1,\"mode\":\"dark\",\"contacts\":[]}"]),
    TypedCase("struct?", [nil, Profile()], coding: .automatic, mistakes: ["nobody"]),
    TypedCase("enum with payload", [Shape.circle(radius: 1), .square(side: 2)], coding: .automatic),
    TypedCase("Duration", [Duration.seconds(5), .zero], coding: .automatic, mistakes: ["5", "5s"]),
    TypedCase("JSON text", [Profile(), Profile(name: "x")], coding: .jsonString, mistakes: ["x", "{"]),
    TypedCase("JSON data", [["a", "b"], []] as [[String]], coding: .jsonData, mistakes: ["a,b", "[1]"]),
  ]

  private static let anyValues: [SettingsValue] = [
    .null, true, 5, 5.0, "5", "a", "null", "[", "\"a\"", .date(moments[0]), .data(bytes[1]), ["a", .date(moments[2])],
    ["$date": "x"], .double(.infinity), ["$value": 1], .string(""),
  ]

  static let any: [TypedCase] = [
    TypedCase("SettingsValue", anyValues, coding: .automatic),
    TypedCase("SettingsValue?", [nil, .some(.null), "null", 5] as [SettingsValue?], coding: .automatic),
  ]

  static let all = [scalars, optionals, lists, otherLists, dictionaries, structures, any].flatMap { $0 }
}
