#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SettingsValue: Hashable {
  /// Compares two values to the bit.
  ///
  /// - Returns: Whether both are of one kind and the same to the bit; numbers of different kinds are different.
  public static func == (left: SettingsValue, right: SettingsValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.unsigned(let left), .unsigned(let right)): left == right
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    case (.string(let left), .string(let right)): left == right
    case (.data(let left), .data(let right)): left == right
    case (.date(let left), .date(let right)):
      left.timeIntervalSinceReferenceDate.bitPattern == right.timeIntervalSinceReferenceDate.bitPattern
    case (.array(let left), .array(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)): left == right
    default: false
    }
  }

  /// Feeds the value to a hasher in agreement with `==`.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .unsigned(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.bitPattern)
    case .string(let value): hasher.combine(value)
    case .data(let value): hasher.combine(value)
    case .date(let value): hasher.combine(value.timeIntervalSinceReferenceDate.bitPattern)
    case .array(let value): hasher.combine(value)
    case .dictionary(let value): hasher.combine(value)
    }
  }
}
