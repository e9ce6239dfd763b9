public import Synchronization

extension ValueCache {
  /// Whether the stored value of a revision is known to be exactly the form of a value, so that neither need be encoded.
  ///
  /// It is known where the value is the same as the cached one, of a type that can be compared without its code: a value
  /// that is nothing but its bits, or a string.
  @inlinable
  borrowing func isExact(_ other: Value, _ revision: UInt64) -> Bool {
    let exact = Self.word(revision, isComplete: true, isExact: true)
    guard _isPOD(Value.self) || Value.self == String.self, word.load(ordering: .relaxed) == exact else { return false }
    let held = word.exchange(Self.claimed, ordering: .acquiring)
    if held == Self.claimed { return false }
    defer { endClaim(held) }
    return held == exact && Self.isSame(other, value)
  }

  @inlinable
  static func isSame(_ left: Value, _ right: UnsafeMutablePointer<Value>) -> Bool {
    if let left = left as? String, let right = right.pointee as? String { return left.hasSameBytes(as: right) }
    return withUnsafeBytes(of: left) { $0.hasSameBytes(as: UnsafeRawPointer(right)) }
  }
}
