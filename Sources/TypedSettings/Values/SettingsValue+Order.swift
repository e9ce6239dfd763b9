#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SettingsValue {
  /// Whether this value comes before another in the canonical order, which is total and means nothing.
  func precedes(_ other: SettingsValue) -> Bool {
    switch (self, other) {
    case (.bool(let left), .bool(let right)): !left && right
    case (.integer(let left), .integer(let right)): left < right
    case (.unsigned(let left), .unsigned(let right)): left < right
    case (.double(let left), .double(let right)): left != right && left.isTotallyOrdered(belowOrEqualTo: right)
    case (.string(let left), .string(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
    case (.data(let left), .data(let right)): left.lexicographicallyPrecedes(right)
    case (.date(let left), .date(let right)): left < right
    case (.array(let left), .array(let right)): left.lexicographicallyPrecedes(right) { $0.precedes($1) }
    case (.dictionary(let left), .dictionary(let right)): Self.dictionary(left, precedes: right)
    default: rank < other.rank
    }
  }

  private static func dictionary(_ left: [String: SettingsValue], precedes right: [String: SettingsValue]) -> Bool {
    let byName: ((key: String, value: SettingsValue), (key: String, value: SettingsValue)) -> Bool = {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }
    return left.sorted(by: byName).lexicographicallyPrecedes(right.sorted(by: byName)) { left, right in
      left.key == right.key ? left.value.precedes(right.value) : byName(left, right)
    }
  }

  private var rank: Int {
    switch self {
    case .null: 0
    case .bool: 1
    case .integer: 2
    case .unsigned: 3
    case .double: 4
    case .string: 5
    case .data: 6
    case .date: 7
    case .array: 8
    case .dictionary: 9
    }
  }
}
