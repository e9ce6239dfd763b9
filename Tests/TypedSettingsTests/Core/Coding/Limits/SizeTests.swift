import Foundation
import Testing
import TypedSettings

/// Encodes elements until an error stops it.
private struct Endless: Encodable {
  enum Kind: CaseIterable { case values, nulls, dictionaries, arrays, superclasses, keys }
  private struct Key: CodingKey {
    var intValue: Int?
    var stringValue: String { intValue.map(String.init) ?? "" }
    init(intValue: Int) { self.intValue = intValue }
    init?(stringValue: String) { nil }
  }

  var kind: Kind

  func encode(to encoder: any Encoder) throws {
    if kind == .keys {
      var container = encoder.container(keyedBy: Key.self)
      for number in 0...SettingsValue.maximumCount { try container.encode(number, forKey: Key(intValue: number)) }
      return
    }
    var container = encoder.unkeyedContainer()
    for _ in 0...SettingsValue.maximumCount {
      switch kind {
      case .values: try container.encode(true)
      case .nulls: try container.encodeNil()
      case .dictionaries: _ = container.nestedContainer(keyedBy: Key.self)
      case .arrays: _ = container.nestedUnkeyedContainer()
      default: _ = container.superEncoder()
      }
    }
  }
}

/// Begins an array with an open element, and encodes a number instead.
private struct ChangeOfMind: Encodable {
  private enum Key: CodingKey {}

  func encode(to encoder: any Encoder) throws {
    var elements = encoder.unkeyedContainer()
    _ = elements.nestedContainer(keyedBy: Key.self)
    var container = encoder.singleValueContainer()
    try container.encode(1)
  }
}

private struct Halves<Content: Codable & Sendable>: Codable, Sendable {
  var first: Content
  var second: Content
}

/// The places where a string or data may be long.
private enum Place: CaseIterable {
  case text, data, textInArray, dataInDictionary, key

  func value(_ length: Int) -> SettingsValue {
    switch self {
    case .text: .string(String(repeating: "a", count: length))
    case .data: .data(Data(count: length))
    case .textInArray: [.null, .string(String(repeating: "a", count: length))]
    case .dataInDictionary: ["key": .data(Data(count: length))]
    case .key: [String(repeating: "a", count: length): .null]
    }
  }
}

struct SizeTests {
  @Test func `a value that encodes within the limit on values also decodes`() throws {
    let pairs = [[Bool]](repeating: [true, false], count: SettingsValue.maximumCount / 3 - 1)
    let stored = try MigratingEncoder().encode(pairs)
    #expect(try MigratingDecoder().decode([[Bool]].self, from: stored) == pairs)
    let more = pairs + [[true], [true], [true], [true], [true]]
    let error = try #require(throws: SettingsError.self) { try MigratingEncoder().encode(more) }
    #expect(error.code == .tooLarge)
  }

  @Test func `a type may replace the elements that it has begun`() throws {
    #expect(try MigratingEncoder().encode(ChangeOfMind()) == 1)
  }

  private func expectTooLarge(
    sourceLocation: SourceLocation = #_sourceLocation, _ operation: () throws -> Void
  ) throws {
    let error = try #require(throws: SettingsError.self, sourceLocation: sourceLocation) { try operation() }
    #expect(error.code == .tooLarge, sourceLocation: sourceLocation)
  }

  private static let nulls: @Sendable (Int) -> SettingsValue = { .array(Array(repeating: .null, count: $0)) }

  @Test func `a million values with their container round-trip`() throws {
    let stored = Self.nulls(SettingsValue.maximumCount - 1)
    #expect(try MigratingEncoder().encode(stored) == stored)
    #expect(try MigratingDecoder().decode(SettingsValue.self, from: stored) == stored)
  }

  @Test func `more than a million values are refused in both directions`() throws {
    let stored = Self.nulls(SettingsValue.maximumCount)
    try expectTooLarge { _ = try MigratingEncoder().encode(stored) }
    try expectTooLarge { _ = try MigratingDecoder().decode(SettingsValue.self, from: stored) }
    try expectTooLarge { _ = try MigratingDecoder().decode([Int?].self, from: stored) }
  }

  @Test func `the parts of a value count together`() throws {
    let half = Self.nulls(SettingsValue.maximumCount / 2)
    try expectTooLarge { _ = try MigratingEncoder().encode(Halves(first: half, second: half)) }
    try expectTooLarge {
      _ = try MigratingDecoder().decode(Halves<SettingsValue>.self, from: ["first": half, "second": half])
    }
  }

  @Test(arguments: Endless.Kind.allCases)
  fileprivate func `a type that encodes endlessly is refused`(kind: Endless.Kind) throws {
    try expectTooLarge { _ = try MigratingEncoder().encode(Endless(kind: kind)) }
  }

  @Test(arguments: Place.allCases)
  fileprivate func `texts, data and keys of 16 MiB are stored and longer ones refused`(place: Place) throws {
    let longest = place.value(SettingsValue.maximumLength)
    #expect(try MigratingEncoder().encode(Boxed(content: longest)) == ["content": longest])
    #expect(try MigratingDecoder().decode(Boxed<SettingsValue>.self, from: ["content": longest]).content == longest)
    let long = place.value(SettingsValue.maximumLength + 1)
    try expectTooLarge { _ = try MigratingEncoder().encode(long) }
    try expectTooLarge { _ = try MigratingDecoder().decode(SettingsValue.self, from: long) }
  }

  @Test func `a text is measured in UTF-8`() throws {
    let text = String(repeating: "é", count: SettingsValue.maximumLength / 2)
    #expect(try MigratingEncoder().encode(text) == .string(text))
    try expectTooLarge { _ = try MigratingEncoder().encode(text + "a") }
    try expectTooLarge { _ = try MigratingDecoder().decode(String.self, from: .string(text + "a")) }
    try expectTooLarge { _ = try MigratingEncoder().encode(Boxed(content: ["a": text + "a"])) }
    try expectTooLarge { _ = try MigratingEncoder().encode(Data(count: SettingsValue.maximumLength + 1)) }
  }
}
