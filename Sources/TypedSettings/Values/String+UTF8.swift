extension String {
  /// Returns a Boolean value that indicates whether another string has the same UTF-8 code units.
  @inlinable
  func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in
        right.baseAddress.map { UnsafeRawBufferPointer(left).hasSameBytes(as: $0) } ?? left.isEmpty
      }
    }
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension UnsafeRawBufferPointer {
  /// Returns a Boolean value that indicates whether the memory at an address contains the same bytes.
  ///
  /// The memory at `other` must be at least as long as the buffer. Comparing by words compiles to a few instructions if
  /// the length is known at compile time, and is much faster than `elementsEqual` otherwise.
  @inlinable
  func hasSameBytes(as other: UnsafeRawPointer) -> Bool {
    if baseAddress == other { return true }
    var offset = 0
    while offset + 8 <= count {
      let word = loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if word != other.loadUnaligned(fromByteOffset: offset, as: UInt64.self) { return false }
      offset += 8
    }
    while offset < count {
      if self[offset] != other.load(fromByteOffset: offset, as: UInt8.self) { return false }
      offset += 1
    }
    return true
  }
}

extension String {
  /// A Boolean value that indicates whether every run of combining marks has at most 30 characters.
  ///
  /// 30 is the limit of the Stream-Safe Text Format of UAX #15. Dictionary keys are hashed in their canonical form,
  /// which takes quadratic time in the length of such a run: seconds for a key of 200 KB.
  var isStreamSafe: Bool {
    // Every combining mark has at least two bytes.
    if utf8.count <= 2 * 30 { return true }
    // Combining all bytes is faster than stopping at the first non-ASCII byte.
    let isASCII = utf8.withContiguousStorageIfAvailable { $0.reduce(0, |) < 0x80 } ?? utf8.allSatisfy { $0 < 0x80 }
    if isASCII { return true }
    var run = 0
    for scalar in unicodeScalars {
      run = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : run + 1
      if run > 30 { return false }
    }
    return true
  }
}
