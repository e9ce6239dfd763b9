#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SettingsValue: CustomStringConvertible {
  /// The value for people, much as JSON writes it, with the keys of dictionaries in order.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): value.debugDescription
    case .data(let value): "<\(value.count) bytes>"
    case .date(let value): "<\(value)>"
    case .array(let values): "[\(values.map(\.description).joined(separator: ", "))]"
    case .dictionary(let values):
      "{\(values.sorted { $0.key < $1.key }.map { "\($0.key.debugDescription): \($0.value)" }.joined(separator: ", "))}"
    }
  }
}
