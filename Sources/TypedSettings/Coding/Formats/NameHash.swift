/// A hash function for the bytes of names.
///
/// It's several times as fast as that of `Hasher`, and not cryptographic. The seed is random, so that a document can't
/// be made for collisions; a table that uses the function must still limit the cost of collisions.
struct NameHash: Sendable {
  /// The hash function of this process.
  static let ofProcess = NameHash(first: .random(in: .min ... .max), second: .random(in: .min ... .max))

  private let first: UInt64
  private let second: UInt64

  /// Creates a hash function from two random numbers.
  init(first: UInt64, second: UInt64) {
    self.first = first
    // An odd factor loses no bits of a product.
    self.second = second | 1
  }

  /// Returns the hash of a name.
  ///
  /// - Parameters:
  ///   - name: The bytes of the name.
  ///   - scope: A number that distinguishes equal names in different containers.
  /// - Returns: The hash.
  @inline(__always)
  func hash(of name: UnsafeRawBufferPointer, scope: Int) -> UInt64 {
    var state = first &+ UInt64(truncatingIfNeeded: scope) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(name.count)
    var offset = 0
    // Each load ends at or before the count.
    while offset + 8 <= name.count {
      state = mixed(state ^ name.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    guard offset < name.count else { return state }
    var last: UInt64 = 0
    if name.count >= 8 {
      last = name.loadUnaligned(fromByteOffset: name.count - 8, as: UInt64.self)
    } else {
      while offset < name.count {
        last = last << 8 | UInt64(name[offset])
        offset += 1
      }
    }
    return mixed(state ^ last)
  }

  @inline(__always)
  private func mixed(_ number: UInt64) -> UInt64 {
    let product = number.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }
}
