import Foundation
import TypedSettings

/// A value of any kind, determined by trying one type after another, as in many libraries.
indirect enum AnyCodable: Codable, Equatable, Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([AnyCodable])
  case dictionary([String: AnyCodable])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([AnyCodable].self) {
      self = .array(value)
    } else {
      self = .dictionary(try container.decode([String: AnyCodable].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .dictionary(let value): try container.encode(value)
    }
  }
}

/// Tries strings before numbers, the reverse order.
private enum TextFirst: Codable, Equatable {
  case text(String)
  case date(Date)
  case data(Data)
  case number(Int)
  case flag(Bool)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode(Date.self) {
      self = .date(value)
    } else if let value = try? container.decode(Data.self) {
      self = .data(value)
    } else if let value = try? container.decode(Int.self) {
      self = .number(value)
    } else {
      self = .flag(try container.decode(Bool.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let value): try container.encode(value)
    case .date(let value): try container.encode(value)
    case .data(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .flag(let value): try container.encode(value)
    }
  }
}

/// Reads an array or a single element, and a struct or its name.
private struct Lenient: Codable, Equatable {
  var names: [String]

  init(_ names: String...) { self.names = names }
  init(from decoder: any Decoder) throws {
    if var list = try? decoder.unkeyedContainer() {
      names = []
      while !list.isAtEnd { names.append(try list.decode(String.self)) }
    } else {
      names = [try decoder.singleValueContainer().decode(String.self)]
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if names.count == 1 { try container.encode(names[0]) } else { try container.encode(names) }
  }
}

private let everyKind: AnyCodable = .dictionary([
  "null": .null, "flags": .array([.bool(true), .bool(false)]), "zero": .int(0), "one": .int(1), "half": .double(0.5),
  "yes": .string("YES"), "true": .string("true"), "digit": .string("1"), "number": .string("1.5"),
  "json": .string(#"{"a": [1]}"#), "date": .string("2024-02-29T12:00:00Z"), "base64": .string("AQID"),
  "nan": .string("NaN"), "empty": .string(""), "raw": .dictionary(["rawValue": .int(1)]),
  "case": .dictionary(["dark": .dictionary([:])]), "list": .array([.array([]), .dictionary([:])]),
])

private let plainValue: SettingsValue = [
  "null": .null, "bool": true, "integer": 1, "unsigned": .unsigned(.max), "double": 1.0, "nan": .double(.nan),
  "string": "1", "data": .data(Data([1])), "date": .date(Date(timeIntervalSinceReferenceDate: 0.1)),
  "array": [[], [:], [.null]], "dictionary": ["": ["a.b": "\0"]],
]

/// The stored form of `plainValue`, which names the kinds that JSON lacks.
private let plainForm: SettingsValue = [
  "null": .null, "bool": true, "integer": 1, "unsigned": .unsigned(.max), "double": 1.0, "nan": ["$double": "NaN"],
  "string": "1", "data": ["$data": "AQ=="], "date": ["$date": "2001-01-01T00:00:00.1Z"], "array": [[], [:], [.null]],
  "dictionary": ["": ["a.b": "\0"]],
]

extension CodableShape {
  /// Types that determine their kind from the stored value.
  static let dynamic: [CodableShape] = [
    CodableShape(
      "alternatives of every kind", everyKind,
      stored: [
        "null": .null, "flags": [true, false], "zero": 0, "one": 1, "half": 0.5, "yes": "YES", "true": "true",
        "digit": "1", "number": "1.5", "json": #"{"a": [1]}"#, "date": "2024-02-29T12:00:00Z", "base64": "AQID",
        "nan": "NaN", "empty": "", "raw": ["rawValue": 1], "case": ["dark": [:]], "list": [[], [:]],
      ]),
    CodableShape("alternatives in a struct", Boxed(content: [everyKind])),
    CodableShape("an alternative at the root", AnyCodable.string("0"), stored: "0"),
    CodableShape(
      "alternatives from text on", [TextFirst.number(1), .text("1"), .flag(true), .text("true")],
      stored: [1, "1", true, "true"]),
    CodableShape("an alternative of data", Boxed(content: TextFirst.data(Data("[1]".utf8)))),
    CodableShape("an alternative of a date", TextFirst.date(Date(timeIntervalSinceReferenceDate: 5))),
    CodableShape("one or many, one", Boxed(content: Lenient("a")), stored: ["content": "a"]),
    CodableShape("one or many, many", Lenient("a", "b"), stored: ["a", "b"]),
    CodableShape("one or many, one that looks like JSON", Lenient("[1]"), stored: "[1]"),
    CodableShape("a stored value", plainValue, stored: plainForm),
    CodableShape("a stored value in a struct", Boxed(content: plainValue), stored: ["content": plainForm]),
    CodableShape("stored values in a dictionary", ["a": plainValue, "b": nil], stored: ["a": plainForm, "b": .null]),
  ]
}
