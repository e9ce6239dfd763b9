import Testing
import TypedSettings

private struct Tolerant: Codable, Equatable {
  var number: Int
  var text = "t"

  init(number: Int, text: String = "t") {
    self.number = number
    self.text = text
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    number = try container.decodeIfPresent(Int.self, forKey: .number) ?? -1
    text = try container.decodeIfPresent(String.self, forKey: .text) ?? "own"
  }
}

/// Omits properties that are nil.
private struct Sparse: Codable, Equatable {
  var number: Int?
  var text = "t"

  enum CodingKeys: CodingKey { case number, text }

  init(number: Int?, text: String = "t") {
    self.number = number
    self.text = text
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    number = try container.decodeIfPresent(Int.self, forKey: .number)
    text = try container.decode(String.self, forKey: .text)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if let number { try container.encode(number, forKey: .number) }
    try container.encode(text, forKey: .text)
  }
}

/// Accepts arbitrary keys next to one of its own.
private struct Open: Codable, Equatable {
  var number = 1
  var rest: [String: Int] = [:]

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(number: Int = 1, rest: [String: Int] = [:]) {
    self.number = number
    self.rest = rest
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    for key in container.allKeys {
      let value = try container.decode(Int.self, forKey: key)
      if key.stringValue == "number" { number = value } else { rest[key.stringValue] = value }
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(number, forKey: Key(stringValue: "number"))
    for (key, value) in rest { try container.encode(value, forKey: Key(stringValue: key)) }
  }
}

/// Reads and writes one dictionary with two kinds of keys.
private struct Split: Codable, Equatable {
  var left = 1
  var right = 2

  private enum Left: CodingKey { case left }
  private enum Right: CodingKey { case right }

  init(left: Int = 1) { self.left = left }

  init(from decoder: any Decoder) throws {
    left = try decoder.container(keyedBy: Left.self).decode(Int.self, forKey: .left)
    right = try decoder.container(keyedBy: Right.self).decode(Int.self, forKey: .right)
  }

  func encode(to encoder: any Encoder) throws {
    var left = encoder.container(keyedBy: Left.self)
    try left.encode(self.left, forKey: .left)
    var right = encoder.container(keyedBy: Right.self)
    try right.encode(self.right, forKey: .right)
  }
}

/// A number whose type refuses negative ones.
struct PositiveNumber: Codable, Equatable, Sendable {
  var number: Int

  init(number: Int) { self.number = number }
  init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int.self)
    if number < 0 { throw SomeError() }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

extension Evolution {
  /// Types with handwritten coding.
  static let handwritten: [Evolution] = [
    Evolution(
      "a missing field of a type with defaults of its own", stored: ["number": 5],
      default: Tolerant(number: 1, text: "ours"), reads: Tolerant(number: 5, text: "ours"),
      change: { $0.number = 6 }, leaves: ["number": 6, "text": "ours"]),
    Evolution(
      "a field that is left out where it is nil", stored: ["number": 5, "text": "t", "old": 1],
      default: Sparse(number: 1), reads: Sparse(number: 5), change: { $0.text = "u" },
      leaves: ["number": 5, "text": "u", "old": 1]),
    Evolution(
      "a field known by its key is gone where the type leaves it out", stored: ["number": 5, "text": "t", "old": 1],
      default: Sparse(number: nil), reads: Sparse(number: 5), change: { $0.number = nil },
      leaves: ["text": "t", "old": 1]),
    Evolution(
      "any key is known to a type of any keys", stored: ["number": 5, "a": 1, "b": 2], default: Open(),
      reads: Open(number: 5, rest: ["a": 1, "b": 2]), change: { $0.rest["a"] = nil },
      leaves: ["number": 5, "b": 2]),
    Evolution(
      "the fields of both kinds of keys", stored: ["left": 3, "old": 4], default: Split(),
      reads: {
        var value = Split(); value.left = 3; return value
      }(), change: { $0.right = 5 },
      leaves: ["left": 3, "right": 5, "old": 4]),
    Evolution(
      "an error of the type's own code", stored: -1, default: PositiveNumber(number: 1), reports: [[]],
      change: { $0.number = 2 }, leaves: 2),
    Evolution(
      "an error of the type's own code in a field", stored: ["content": -1],
      default: Boxed(content: PositiveNumber(number: 1)),
      reports: [["content"]], change: { $0.content.number = 2 }, leaves: ["content": 2]),
    Evolution(
      "an error of the type's own code in an element", stored: [1, -1], default: [PositiveNumber(number: 7)],
      reports: [["1"]], change: { $0 = [] }, leaves: []),
    Evolution(
      "alternatives over a default of another form", stored: ["a": [1, "1", true]],
      default: AnyCodable.dictionary(["b": .int(2)]),
      reads: .dictionary(["a": .array([.int(1), .string("1"), .bool(true)])]), change: { $0 = .string("5") },
      leaves: "5"),
    Evolution(
      "alternatives in a field", stored: ["content": "YES"], default: Boxed(content: AnyCodable.bool(false)),
      reads: Boxed(content: .string("YES")), change: { $0.content = .int(1) }, leaves: ["content": 1]),
    Evolution(
      "a stored value in a field is taken as it is", stored: ["content": ["a": 1]],
      default: Boxed(content: ["b": 2] as SettingsValue), reads: Boxed(content: ["a": 1]),
      change: { $0.content = ["c": 3] }, leaves: ["content": ["c": 3]]),
  ]
}
