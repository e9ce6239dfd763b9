#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SettingsValue {
  /// Checks that an externally created value is within the limits.
  ///
  /// The check is iterative, so that a value that is nested too deep can't overflow the stack.
  ///
  /// - Parameters:
  ///   - depth: The number of containers around the value.
  ///   - count: The number of other values in the same tree.
  /// - Returns: The number of values nested in this value.
  /// - Throws: ``SettingsError`` with the code ``SettingsError/Code/tooDeep`` or ``SettingsError/Code/tooLarge``.
  @discardableResult
  @inline(__always)
  package func checkLimits(depth: Int = 0, count: Int = 0) throws(SettingsError) -> Int {
    // The fast path for scalars makes no call and allocates no memory.
    switch self {
    case .null, .bool, .integer, .unsigned, .double, .date: return 0
    case .string, .data:
      if isTooLong { throw .tooLong() }
      return 0
    case .array, .dictionary: return try checkParts(depth: depth, count: count)
    }
  }

  private func checkParts(depth: Int, count: Int) throws(SettingsError) -> Int {
    var pending = [(value: self, depth: depth)]
    var inside = 0
    func enter(_ number: Int, at depth: Int) throws(SettingsError) {
      if depth >= Self.maximumDepth { throw .tooDeep() }
      inside += number
      if count + inside >= Self.maximumCount { throw .tooMany() }
    }
    while let (value, depth) = pending.popLast() {
      switch value {
      case .array(let values):
        try enter(values.count, at: depth)
        for value in values where !value.hasFixedLength { pending.append((value, depth + 1)) }
      case .dictionary(let values):
        try enter(values.count, at: depth)
        for (key, value) in values {
          if key.utf8.count > Self.maximumLength { throw .tooLong() }
          if !value.hasFixedLength { pending.append((value, depth + 1)) }
        }
      case .string, .data: if value.isTooLong { throw .tooLong() }
      case .null, .bool, .integer, .unsigned, .double, .date: break
      }
    }
    return inside
  }

  /// A Boolean value that indicates whether the value is a string or data longer than the maximum length.
  var isTooLong: Bool {
    switch self {
    case .string(let text): text.utf8.count > Self.maximumLength
    case .data(let data): data.count > Self.maximumLength
    case .null, .bool, .integer, .unsigned, .double, .date, .array, .dictionary: false
    }
  }

  /// A Boolean value that indicates whether the value has a fixed size.
  @inline(__always)
  package var hasFixedLength: Bool {
    switch self {
    case .null, .bool, .integer, .unsigned, .double, .date: true
    case .string, .data, .array, .dictionary: false
    }
  }
}
