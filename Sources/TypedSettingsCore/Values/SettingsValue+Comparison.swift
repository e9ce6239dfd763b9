#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension SettingsValue: Hashable {
  /// Returns a Boolean value that indicates whether two values are bitwise identical.
  ///
  /// - Returns: `true` if both values have the same kind and the same bits. Numbers of different kinds are unequal.
  public static func == (left: SettingsValue, right: SettingsValue) -> Bool {
    // Switching over one side at a time avoids copying both; every write of a setting compares values.
    switch left {
    case .null: if case .null = right { return true }
    case .bool(let left): if case .bool(let right) = right { return left == right }
    case .integer(let left): if case .integer(let right) = right { return left == right }
    case .unsigned(let left): if case .unsigned(let right) = right { return left == right }
    case .double(let left): if case .double(let right) = right { return left.bitPattern == right.bitPattern }
    case .string(let left):
      // Compares bytes, because file names and tokens that are only canonically equivalent are different. Comparing
      // by canonical equivalence would also take quadratic time in the length of a run of combining marks.
      if case .string(let right) = right { return left.hasSameBytes(as: right) }
    case .data(let left): if case .data(let right) = right { return left == right }
    case .date(let left):
      if case .date(let right) = right {
        return left.timeIntervalSinceReferenceDate.bitPattern == right.timeIntervalSinceReferenceDate.bitPattern
      }
    case .array(let left): if case .array(let right) = right { return areEqual(left, right) }
    case .dictionary(let left): if case .dictionary(let right) = right { return areEqual(left, right) }
    }
    return false
  }

  /// Compares two arrays iteratively, so that a value that is nested too deep can't overflow the stack.
  private static func areEqual(_ left: [SettingsValue], _ right: [SettingsValue]) -> Bool {
    var pairs = Pairs()
    return pairs.append(left, right) && pairs.areEqual()
  }

  private static func areEqual(_ left: [String: SettingsValue], _ right: [String: SettingsValue]) -> Bool {
    var pairs = Pairs()
    return pairs.append(left, right) && pairs.areEqual()
  }

  /// A work list of containers that remain to be compared.
  private struct Pairs {
    private var arrays: [([SettingsValue], [SettingsValue])] = []
    private var dictionaries: [([String: SettingsValue], [String: SettingsValue])] = []

    /// Compares the scalars of two arrays and adds their nested containers to the work list.
    ///
    /// - Returns: `false` if the arrays are known to be unequal.
    mutating func append(_ left: [SettingsValue], _ right: [SettingsValue]) -> Bool {
      guard left.count == right.count else { return false }
      for index in left.indices { guard append(left[index], right[index]) else { return false } }
      return true
    }

    mutating func append(_ left: [String: SettingsValue], _ right: [String: SettingsValue]) -> Bool {
      guard left.count == right.count else { return false }
      // If one was made from the other, their entries are in the same order and don't have to be looked up.
      var entries = right.makeIterator()
      for (key, left) in left {
        let entry = entries.next()
        let isSame = entry?.key.hasSameBytes(as: key) ?? false
        guard let right = isSame ? entry?.value : right[key], append(left, right) else { return false }
      }
      return true
    }

    private mutating func append(_ left: SettingsValue, _ right: SettingsValue) -> Bool {
      switch left {
      case .array(let left):
        guard case .array(let right) = right else { return false }
        arrays.append((left, right))
      case .dictionary(let left):
        guard case .dictionary(let right) = right else { return false }
        dictionaries.append((left, right))
      default: return left == right
      }
      return true
    }

    mutating func areEqual() -> Bool {
      while true {
        if let (left, right) = arrays.popLast() {
          guard append(left, right) else { return false }
        } else if let (left, right) = dictionaries.popLast() {
          guard append(left, right) else { return false }
        } else {
          return true
        }
      }
    }
  }

  /// Hashes the value consistently with `==`.
  ///
  /// Containers that are nested deeper than ``maximumDepth`` are hashed without their contents.
  public func hash(into hasher: inout Hasher) { hash(into: &hasher, levels: Self.maximumDepth) }

  /// Hashes the value with the contents of at most a number of levels of containers.
  ///
  /// The limit ensures that a value that is nested too deep can't overflow the stack.
  private func hash(into hasher: inout Hasher, levels: Int) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value)
    case .integer(let value): hasher.combine(value)
    case .unsigned(let value): hasher.combine(value)
    case .double(let value): hasher.combine(value.bitPattern)
    case .string(let value): value.hashBytes(into: &hasher)
    case .data(let value): hasher.combine(value)
    case .date(let value): hasher.combine(value.timeIntervalSinceReferenceDate.bitPattern)
    case .array(let values):
      hasher.combine(values.count)
      if levels > 0 { for value in values { value.hash(into: &hasher, levels: levels - 1) } }
    case .dictionary(let values):
      hasher.combine(values.count)
      if levels > 0 { hasher.combine(Self.hash(of: values, levels: levels - 1)) }
    }
  }

  /// Returns a hash of entries, combined commutatively, because the entries of a dictionary are unordered.
  private static func hash(of values: [String: SettingsValue], levels: Int) -> Int {
    var hash = 0
    for (key, value) in values {
      // Not hashed by bytes, because dictionary keys compare by canonical equivalence.
      var part = Hasher()
      part.combine(key)
      value.hash(into: &part, levels: levels)
      hash ^= part.finalize()
    }
    return hash
  }
}

extension String {
  /// Hashes the UTF-8 code units and a terminator.
  fileprivate func hashBytes(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(0xFF as UInt8)
  }
}

extension [SettingsValue] {
  /// Sorts the values in an arbitrary, stable total order, in which texts are ordered by their UTF-8 bytes.
  mutating func sortCanonically() {
    // Most sets contain texts.
    if let order = TextOrder(of: self) { self = order.indices.map { self[$0] } } else { sort { $0.precedes($1) } }
  }
}

extension SettingsValue {
  /// Returns a Boolean value that indicates whether this value precedes another in an arbitrary, stable total order.
  func precedes(_ other: SettingsValue) -> Bool {
    switch (self, other) {
    case (.bool(let left), .bool(let right)): !left && right
    case (.integer(let left), .integer(let right)): left < right
    case (.unsigned(let left), .unsigned(let right)): left < right
    case (.double(let left), .double(let right)): left != right && left.isTotallyOrdered(belowOrEqualTo: right)
    case (.string(let left), .string(let right)): left.precedesInBytes(right)
    case (.data(let left), .data(let right)): left.lexicographicallyPrecedes(right)
    case (.date(let left), .date(let right)): left < right
    case (.array(let left), .array(let right)): left.lexicographicallyPrecedes(right) { $0.precedes($1) }
    case (.dictionary(let left), .dictionary(let right)): Self.dictionary(left, precedes: right)
    default: rank < other.rank
    }
  }

  private static func dictionary(_ left: [String: SettingsValue], precedes right: [String: SettingsValue]) -> Bool {
    let byName: ((key: String, value: SettingsValue), (key: String, value: SettingsValue)) -> Bool = {
      $0.key.precedesInBytes($1.key)
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
