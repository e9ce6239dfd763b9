public import Synchronization

extension ValueCache {
  /// Whether the stored value of a revision is known to be exactly the form of a value, which need not be encoded then.
  @inlinable
  borrowing func isExact(_ other: Value, _ revision: UInt64) -> Bool {
    guard Self.isExact(word.load(ordering: .relaxed), revision) else { return false }
    let held = word.exchange(Self.claimed, ordering: .acquiring)
    if held == Self.claimed { return false }
    defer { endClaim(held) }
    return Self.isExact(held, revision) && Self.isSame(other, value)
  }

  @inlinable
  static func isExact(_ held: UInt64, _ revision: UInt64) -> Bool { held >> 2 == revision && held & 2 != 0 }

  /// Whether a value is the same as the one at an address, of a type with ``formsFollowFromBytes``.
  @inlinable
  static func isSame(_ left: Value, _ right: UnsafeMutablePointer<Value>) -> Bool {
    if let left = left as? String, let right = right.pointee as? String { return left.hasSameBytes(as: right) }
    return withUnsafeBytes(of: left) { $0.hasSameBytes(as: UnsafeRawPointer(right)) }
  }

  /// Whether values of the same bytes have the same stored form, and no byte is padding.
  ///
  /// The types are named one by one, because what the code of another type makes of a value may depend on more.
  @inlinable static var formsFollowFromBytes: Bool {
    Value.self == Bool.self || Value.self == String.self || Value.self == Double.self || Value.self == Float.self
      || Value.self == Int.self || Value.self == Int8.self || Value.self == Int16.self || Value.self == Int32.self
      || Value.self == Int64.self || Value.self == UInt.self || Value.self == UInt8.self || Value.self == UInt16.self
      || Value.self == UInt32.self || Value.self == UInt64.self
  }
}
