import Foundation
import TypedSettings

/// The settings of an application as a file holds them: numbers, Booleans, short strings, some lists and objects.
struct SettingsDocument {
  let value: SettingsValue
  let tree: [String: [String: AnyJSON]]
  let json: Data

  init(count: Int) {
    var settings: [String: AnyJSON] = [:]
    for number in 0..<count {
      settings["SomeSettingsPropertyName\(number)"] =
        switch number % 10 {
        case 0, 1, 2: .integer(Int64(number) * 37 % 100_000)
        case 3, 4: .bool(number % 20 == 3)
        case 5: .double(Double(number * 41 % 100_000) / 100)
        case 6, 7: .string("Some text \(number * 43 % 10_000)")
        case 8: .array([.integer(0), .integer(17), .integer(34), .integer(51)])
        default:
          .object(["width": .double(640.5), "height": .integer(480), "title": .string("Titel"), "open": .bool(true)])
        }
    }
    tree = ["com.example.app": settings]
    value = .dictionary(["com.example.app": AnyJSON.object(settings).value])
    json = required { [tree] in try JSONEncoder().encode(tree) }
  }
}

/// Any JSON value, for an encoder and a decoder that don't know its structure.
enum AnyJSON: Codable {
  case integer(Int64)
  case bool(Bool)
  case string(String)
  case double(Double)
  case object([String: AnyJSON])
  case array([AnyJSON])

  /// Tries the types, frequent ones first, because each failure costs more than a success.
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let values = try? container.decode([String: AnyJSON].self) {
      self = .object(values)
    } else {
      self = .array(try container.decode([AnyJSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .integer(let value): try container.encode(value)
    case .bool(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .object(let values): try container.encode(values)
    case .array(let values): try container.encode(values)
    }
  }

  var value: SettingsValue {
    switch self {
    case .integer(let value): .integer(value)
    case .bool(let value): .bool(value)
    case .string(let value): .string(value)
    case .double(let value): .double(value)
    case .object(let values): .dictionary(values.mapValues(\.value))
    case .array(let values): .array(values.map(\.value))
    }
  }
}
