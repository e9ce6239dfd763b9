import TypedSettings

private struct Empty: Codable, Equatable {}

private struct Point: Codable, Equatable {
  var x = 1
  var y = 2
}

private struct Line: Codable, Equatable {
  var from = Point()
  var to = Point(x: 3, y: 4)
  var name = "line"
}

private struct Renamed: Codable, Equatable {
  var size = 1
  var empty = 2
  var dotted = 3
  var spaced = 4
  var picture = 5
  var `default` = 6

  enum CodingKeys: String, CodingKey {
    case size = "größe"
    case empty = ""
    case dotted = "a.b.c"
    case spaced = " "
    case picture = "📐"
    case `default`
  }
}

private struct Numbered: Codable, Equatable {
  var first = "a"
  var second = "b"

  enum CodingKeys: Int, CodingKey { case first = 1, second = -2 }
}

private struct Partial: Codable, Equatable {
  var kept = 1
  var forgotten = 7

  enum CodingKeys: CodingKey { case kept }
}

private struct Pair<First: Codable & Equatable & Sendable, Second: Codable & Equatable & Sendable>: Codable, Equatable,
  Sendable
{
  var first: First
  var second: Second
}

/// A wrapper that is stored as its content.
private struct Transparent<Content: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  var content: Content

  init(_ content: Content) { self.content = content }
  init(from decoder: any Decoder) throws { content = try decoder.singleValueContainer().decode(Content.self) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(content)
  }
}

/// A wrapper that passes its own coder on.
private struct Delegating<Content: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  var content: Content

  init(_ content: Content) { self.content = content }
  init(from decoder: any Decoder) throws { content = try Content(from: decoder) }
  func encode(to encoder: any Encoder) throws { try content.encode(to: encoder) }
}

@propertyWrapper
private struct Wrapped: Codable, Equatable {
  var wrappedValue: Int
}

private struct Wrapping: Codable, Equatable {
  @Wrapped var number = 5
}

private struct Options: OptionSet, Codable {
  let rawValue: UInt8
  static let first = Options(rawValue: 1)
  static let last = Options(rawValue: 128)
}

private struct Maybe: Codable, Equatable {
  var number: Int?
  var point: Point?
  var list: [Int?]?
}

extension CodableShape {
  static let structures: [CodableShape] = [
    CodableShape("a struct without properties", Empty(), stored: [:]),
    CodableShape("a struct without properties in another", Boxed(content: Empty()), stored: ["content": [:]]),
    CodableShape("structs without properties in an array", [Empty(), Empty()], stored: [[:], [:]]),
    CodableShape("a struct", Point(), stored: ["x": 1, "y": 2]),
    CodableShape(
      "structs in a struct", Line(), stored: ["from": ["x": 1, "y": 2], "to": ["x": 3, "y": 4], "name": "line"]),
    CodableShape(
      "unusual coding keys", Renamed(),
      stored: ["größe": 1, "": 2, "a.b.c": 3, " ": 4, "📐": 5, "default": 6]),
    CodableShape("coding keys that are integers", Numbered(), stored: ["first": "a", "second": "b"]),
    CodableShape("a property that is not coded", Partial(), stored: ["kept": 1]),
    CodableShape(
      "a generic struct", Pair(first: Point(), second: ["a"]), stored: ["first": ["x": 1, "y": 2], "second": ["a"]]),
    CodableShape(
      "generic structs in each other", Pair(first: Pair(first: 1, second: 2), second: Boxed(content: 3)),
      stored: ["first": ["first": 1, "second": 2], "second": ["content": 3]]),
    CodableShape("a single value of a scalar", Transparent(5), stored: 5),
    CodableShape(
      "a single value of a struct", Boxed(content: Transparent(Point())), stored: ["content": ["x": 1, "y": 2]]),
    CodableShape("a single value of a single value", [Transparent(Transparent([1]))], stored: [[1]]),
    CodableShape("a scalar by delegation", Delegating(5), stored: 5),
    CodableShape("a struct by delegation", Boxed(content: Delegating(Point())), stored: ["content": ["x": 1, "y": 2]]),
    CodableShape("a property wrapper", Wrapping(), stored: ["number": ["wrappedValue": 5]]),
    CodableShape("an option set", Options([.first, .last]), stored: 129),
    CodableShape("an empty option set in a struct", Boxed(content: Options()), stored: ["content": 0]),
  ]

  static let optionals: [CodableShape] = [
    CodableShape("nil", Int?.none, stored: .null as SettingsValue),
    CodableShape("an optional", Int?.some(5), stored: 5),
    CodableShape(
      "nil in a struct", Maybe(), stored: ["number": .null, "point": .null, "list": .null]),
    CodableShape(
      "optionals in a struct", Maybe(number: 1, point: Point(), list: [nil, 2]),
      stored: ["number": 1, "point": ["x": 1, "y": 2], "list": [.null, 2]]),
    CodableShape("nil in an array", [1, nil, 3], stored: [1, .null, 3]),
    CodableShape("nil in a dictionary", ["a": 1, "b": nil], stored: ["a": 1, "b": .null]),
    CodableShape("nil in a single value", Transparent(Int?.none), stored: .null as SettingsValue),
    CodableShape("nil by delegation", Boxed(content: Delegating(Int?.none)), stored: ["content": .null]),
    CodableShape("nil of a struct in an array", [Point?.none, Point()], stored: [.null, ["x": 1, "y": 2]]),
    CodableShape("an optional of an optional", Boxed(content: Int??.some(.some(1))), stored: ["content": 1]),
    // One null can't stand for both levels.
    CodableShape(
      "nil of an optional of an optional", Boxed(content: Int??.some(.none)), stored: ["content": ["$some": .null]]),
    CodableShape("no optional of an optional", Boxed(content: Int??.none), stored: ["content": .null]),
    CodableShape(
      "nil in three optionals", Boxed(content: Int???.some(.some(.none))),
      stored: ["content": ["$some": ["$some": .null]]]),
    CodableShape("nil of an optional of an optional struct", [Boxed<Int>??.some(.none)], stored: [["$some": .null]]),
  ]
}
