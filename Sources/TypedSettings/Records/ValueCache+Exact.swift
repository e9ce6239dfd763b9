public import Synchronization

extension ValueCache {
  /// Whether the stored value of a revision is known to be exactly the form of a value, so that neither need be encoded.
  ///
  /// It is known where a value has the same bits as the cached one, and is nothing but its bits.
  @inlinable
  borrowing func isExact(_ other: Value, _ revision: UInt64) -> Bool {
    let exact = Self.word(revision, isComplete: true, isExact: true)
    guard _isPOD(Value.self), word.load(ordering: .relaxed) == exact else { return false }
    let held = word.exchange(Self.claimed, ordering: .acquiring)
    if held == Self.claimed { return false }
    defer { endClaim(held) }
    return held == exact && withUnsafeBytes(of: other) { Self.haveSameBits($0, UnsafeRawPointer(value)) }
  }

  /// Compares by words, which come down to few instructions where the number of bytes is known to the compiler.
  @inlinable
  static func haveSameBits(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawPointer) -> Bool {
    var offset = 0
    while offset + 8 <= left.count {
      let word = left.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if word != right.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
      offset += 8
    }
    while offset < left.count {
      if left[offset] != right.load(fromByteOffset: offset, as: UInt8.self) { return false }
      offset += 1
    }
    return true
  }
}
