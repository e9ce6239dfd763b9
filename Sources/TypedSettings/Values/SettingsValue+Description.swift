#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SettingsValue: CustomStringConvertible {
  /// The value for people, much as JSON writes it, with the keys of dictionaries in order.
  ///
  /// What is nested deeper than ``maximumDepth`` is left out.
  public var description: String { description(depth: 0) }

  private func description(depth: Int) -> String {
    if depth > Self.maximumDepth { return "…" }
    return switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let value): value.debugDescription
    case .data(let value): "<\(value.count) bytes>"
    case .date(let value): "<\(value.timeIntervalSinceReferenceDate.spelledAsDate)>"
    case .array(let values): "[\(values.map { $0.description(depth: depth + 1) }.joined(separator: ", "))]"
    case .dictionary(let values): numberText ?? Self.description(values, depth: depth)
    }
  }

  private static func description(_ values: [String: SettingsValue], depth: Int) -> String {
    let entries = values.sorted { $0.key < $1.key }
    let texts = entries.map { "\($0.key.debugDescription): \($0.value.description(depth: depth + 1))" }
    return "{\(texts.joined(separator: ", "))}"
  }
}

extension Double {
  /// The seconds as a date; as seconds, where Foundation would write a wrong date or stop the process.
  fileprivate var spelledAsDate: String {
    abs(self) < 6e10 ? "\(Date(timeIntervalSinceReferenceDate: self))" : "\(self) s since 2001"
  }
}
