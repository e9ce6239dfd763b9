import Foundation
import Testing
import TypedSettings

/// The results of Foundation's coders for the same types.
struct FoundationAgreementTests {
  /// A key with any text.
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { return nil }
  }

  private static let n = Key(stringValue: "n")

  /// Writes one key several times in different ways.
  private struct Rewriting: Encodable, Sendable {
    let write: @Sendable (inout KeyedEncodingContainer<Key>) throws -> Void

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(1, forKey: Key(stringValue: "other"))
      try write(&container)
    }
  }

  private static let rewritings: [(String, Rewriting)] = [
    (
      "a number after a container",
      Rewriting {
        _ = $0.nestedContainer(keyedBy: Key.self, forKey: n)
        try $0.encode(7, forKey: n)
      }
    ),
    (
      "a number after a container that holds something",
      Rewriting {
        var inner = $0.nestedContainer(keyedBy: Key.self, forKey: n)
        try inner.encode(true, forKey: n)
        try $0.encode(7, forKey: n)
      }
    ),
    (
      "a container that is written to after the number",
      Rewriting {
        var inner = $0.nestedContainer(keyedBy: Key.self, forKey: n)
        try $0.encode(7, forKey: n)
        try inner.encode(true, forKey: n)
      }
    ),
    (
      "nil after a list",
      Rewriting {
        var inner = $0.nestedUnkeyedContainer(forKey: n)
        try inner.encode(1)
        try $0.encodeNil(forKey: n)
      }
    ),
    (
      "a structure after a list",
      Rewriting {
        _ = $0.nestedUnkeyedContainer(forKey: n)
        try $0.encode(Boxed(content: 7), forKey: n)
      }
    ),
    (
      "the value of an optional after an encoder",
      Rewriting {
        try 1.encode(to: $0.superEncoder(forKey: n))
        try $0.encodeIfPresent(Optional(Boxed(content: 7)), forKey: n)
      }
    ),
    (
      "a text after a container in another spelling of the key",
      Rewriting {
        _ = $0.nestedContainer(keyedBy: Key.self, forKey: Key(stringValue: "\u{E9}"))
        try $0.encode("text", forKey: Key(stringValue: "e\u{301}"))
      }
    ),
  ]

  @Test(arguments: rewritings.indices) func `the last value encoded for a key is kept`(index: Int) throws {
    let (name, value) = Self.rewritings[index]
    let json = try JSONEncoder().encode(value)
    #expect(try MigratingEncoder().encode(value) == (try JSONReader.value(of: json)), "\(name)")
  }

  private class Base: Codable, @unchecked Sendable {
    var name = "base"

    init() {}
  }

  private final class Derived: Base, @unchecked Sendable {
    var length = 1

    private enum CodingKeys: CodingKey { case length }

    override init() { super.init() }
    required init(from decoder: any Decoder) throws {
      try super.init(from: decoder)
      length = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .length)
    }
  }

  /// Decodes objects of a type that is only known at run time.
  private struct Chosen: Decodable {
    let objects: [Base]

    init(from decoder: any Decoder) throws {
      let type: Base.Type = Derived.self
      let container = try decoder.container(keyedBy: Key.self)
      var list = try container.nestedUnkeyedContainer(forKey: Key(stringValue: "list"))
      let single = try container.superDecoder(forKey: n).singleValueContainer()
      objects = [
        try container.decode(type, forKey: n), try container.decodeIfPresent(type, forKey: n) ?? Base(),
        try list.decode(type), try list.decodeIfPresent(type) ?? Base(), try single.decode(type),
      ]
    }
  }

  private static let object: SettingsValue = ["name": "stored", "length": 7]

  @Test func `a class known only at run time is decoded`() throws {
    let stored: SettingsValue = ["n": Self.object, "list": [Self.object, Self.object]]
    let found = try MigratingDecoder().decode(Chosen.self, from: stored).objects
    let peers = try JSONDecoder().decode(Chosen.self, from: try JSONWriter.data(of: stored)).objects
    #expect(found.map { ($0 as? Derived)?.length } == peers.map { ($0 as? Derived)?.length })
    // The standard library's keyed container loses the type before it reaches any decoder.
    #expect(found.map { ($0 as? Derived)?.length } == [nil, nil, 7, 7, 7])
    let type: Base.Type = Derived.self
    let root = try MigratingDecoder().decode(type, from: Self.object)
    let rootOverDefault = try MigratingDecoder().decode(type, from: Self.object, default: Base())
    #expect([root, rootOverDefault].map { ($0 as? Derived)?.length } == [7, 7])
  }

  private func read<Value: SettingsValueConvertible & Codable>(
    _ type: Value.Type, from stored: SettingsValue
  ) throws -> Value { try SettingCoding<Value>.automatic.decode(stored) }

  /// Returns the number as a setting reads it, or as a property of a struct does.
  private func readEverywhere<Value: SettingsValueConvertible & Codable & FixedWidthInteger>(
    _ type: Value.Type, from stored: SettingsValue
  ) -> [Value?] {
    [
      try? read(type, from: stored), try? MigratingDecoder().decode(type, from: stored),
      try? MigratingDecoder().decode([Value].self, from: [stored]).first,
      try? MigratingDecoder().decode(Boxed<Value>.self, from: ["content": stored]).content,
    ]
  }

  @Test(
    arguments: [
      ("4.0", 4), ("-1e3", -1_000), ("9007199254740991.0", 9_007_199_254_740_991),
      ("-9007199254740991.0", -9_007_199_254_740_991), ("9007199254740993", 9_007_199_254_740_993),
      ("18446744073709551615", 18_446_744_073_709_551_615), ("18446744073709551616", 18_446_744_073_709_551_616),
      ("100000000000000000000", 100_000_000_000_000_000_000), ("1e23", 100_000_000_000_000_000_000_000),
      ("9007199254740992.0", 9_007_199_254_740_992), ("9007199254740993.0", 9_007_199_254_740_993),
      ("-9007199254740993.0", -9_007_199_254_740_993), ("18446744073709551615.0", 18_446_744_073_709_551_615),
      ("18446744073709551615.0e0", 18_446_744_073_709_551_615), ("\"9007199254740993.0\"", 9_007_199_254_740_993),
      ("\"18446744073709551615.0\"", 18_446_744_073_709_551_615), ("-0", 0), ("3.00", 3),
      ("-170141183460469231731687303715884105728", .min), ("170141183460469231731687303715884105727", .max),
    ] as [(String, Int128)]) func `a whole number is read to its last digit`(text: String, number: Int128) throws
  {
    let stored = try JSONReader.value(of: text)
    #expect(readEverywhere(Int128.self, from: stored) == Array(repeating: number, count: 4))
    #expect(readEverywhere(UInt128.self, from: stored) == Array(repeating: UInt128(exactly: number), count: 4))
    #expect(readEverywhere(Int.self, from: stored) == Array(repeating: Int(exactly: number), count: 4))
  }

  /// Numbers with more digits than a floating-point number keeps, some of which it would round to integers.
  @Test(arguments: [
    "9007199254740993.5", "18446744073709551614.999", "-9007199254740992.1", "1e-400", "\"9007199254740993.5\"", "4.5",
    "1.50", "1e400",
  ]) func `a number with a fraction or beyond the range is not an integer`(text: String) throws {
    let stored = try JSONReader.value(of: text)
    #expect(readEverywhere(UInt128.self, from: stored) == Array(repeating: nil, count: 4))
    #expect(readEverywhere(Int.self, from: stored) == Array(repeating: nil, count: 4))
    #expect(stored.intValue == nil)
  }
}
