import Foundation
import TypedSettings

/// Any JSON value, as `JSONDecoder` decodes it.
indirect enum JSONPeerTree: Decodable {
  case null
  case bool(Bool)
  case number(signed: Int64?, unsigned: UInt64?, double: Double?)
  case string(String)
  case array([JSONPeerTree])
  case object([String: JSONPeerTree])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let values = try? container.decode([JSONPeerTree].self) {
      self = .array(values)
    } else if let values = try? container.decode([String: JSONPeerTree].self) {
      self = .object(values)
    } else {
      self = .number(
        signed: try? container.decode(Int64.self), unsigned: try? container.decode(UInt64.self),
        double: try? container.decode(Double.self))
    }
  }

  /// Returns whether this is the same value, with numbers compared bit for bit.
  func isSame(as value: SettingsValue) -> Bool {
    switch (self, value) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.string(let left), .string(let right)): left.unicodeScalars.elementsEqual(right.unicodeScalars)
    case (.number(let signed, _, _), .integer(let right)): signed == right
    case (.number(_, let unsigned, _), .unsigned(let right)): unsigned == right
    case (.number(_, _, let double), .double(let right)): double?.bitPattern == right.bitPattern
    case (.number(_, _, let double), .dictionary): double == value.numberText.flatMap(Double.init(finite:))
    case (.array(let left), .array(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.isSame(as: $1) }
    case (.object(let left), .dictionary(let right)):
      left.count == right.count && left.allSatisfy { key, value in right[key].map(value.isSame) ?? false }
    default: false
    }
  }
}

extension Double {
  fileprivate init?(finite text: String) {
    self.init(text)
    if !isFinite { return nil }
  }
}

extension SettingsValue {
  /// Returns whether an object of `JSONSerialization` is the same value.
  ///
  /// `JSONSerialization` doesn't distinguish kinds of numbers, and on Linux its fractions are off by some units in the
  /// last place. `JSONDecoder` and `Double` cover these.
  func isSame(as object: Any) -> Bool {
    switch self {
    case .null: object is NSNull
    case .bool(let value): object as? Bool == value
    case .integer(let value): (object as? NSNumber)?.int64Value == value
    case .unsigned(let value): (object as? NSNumber)?.uint64Value == value
    case .double(let value): (object as? NSNumber).map { abs($0.doubleValue - value) <= 64 * value.ulp } ?? false
    case .string(let value): (object as? String)?.unicodeScalars.elementsEqual(value.unicodeScalars) ?? false
    case .array(let values):
      (object as? [Any]).map { $0.count == values.count && zip(values, $0).allSatisfy { $0.isSame(as: $1) } } ?? false
    case .dictionary(let values):
      (object as? [String: Any]).map { objects in
        objects.count == values.count && values.allSatisfy { key, value in objects[key].map(value.isSame) ?? false }
      } ?? false
    case .data, .date: false
    }
  }
}
