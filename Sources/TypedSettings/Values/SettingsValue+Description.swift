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
    case .date(let value): "<\(Self.description(of: value))>"
    case .array(let values): "[\(values.map(\.description).joined(separator: ", "))]"
    case .dictionary(let values):
      "{\(values.sorted { $0.key < $1.key }.map { "\($0.key.debugDescription): \($0.value)" }.joined(separator: ", "))}"
    }
  }

  private static func description(of date: Date) -> String {
    // The description of `Date` traps on NaN and far away, and a comparison of dates takes NaN for any date.
    let interval = date.timeIntervalSinceReferenceDate
    let near = Date.distantPast.timeIntervalSinceReferenceDate...Date.distantFuture.timeIntervalSinceReferenceDate
    return near ~= interval ? "\(date)" : "\(interval) seconds since 2001"
  }
}
