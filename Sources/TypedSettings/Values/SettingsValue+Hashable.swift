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
    // One side at a time: a switch over both copies both, and every write of a setting compares.
    switch left {
    case .null: if case .null = right { return true }
    case .bool(let left): if case .bool(let right) = right { return left == right }
    case .integer(let left): if case .integer(let right) = right { return left == right }
    case .unsigned(let left): if case .unsigned(let right) = right { return left == right }
    case .double(let left): if case .double(let right) = right { return left.bitPattern == right.bitPattern }
    case .string(let left):
      // Strings compare by what they mean; a file name or a token is also another when it is only spelled otherwise.
      if case .string(let right) = right { return left == right && left.utf8.elementsEqual(right.utf8) }
    case .data(let left): if case .data(let right) = right { return left == right }
    case .date(let left):
      if case .date(let right) = right {
        return left.timeIntervalSinceReferenceDate.bitPattern == right.timeIntervalSinceReferenceDate.bitPattern
      }
    case .array(let left): if case .array(let right) = right { return left == right }
    case .dictionary(let left): if case .dictionary(let right) = right { return left == right }
    }
    return false
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
