extension String {
  /// Whether another string has the same UTF-8.
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
  /// Whether the same bytes are at an address, at which there must be as many.
  ///
  /// By words: that comes down to a few instructions where the number of bytes is known to the compiler, and takes a
  /// fraction of the time of `elementsEqual` where it is not.
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
  /// Whether no run of combining marks is longer than 30, the limit of the Stream-Safe Text Format of UAX #15.
  ///
  /// The keys of a dictionary are hashed in their canonical form, and to find it takes a time that grows with the square
  /// of such a run: seconds for a key of 200 KB.
  var isStreamSafe: Bool {
    // No mark has less than two bytes.
    if utf8.count <= 2 * 30 { return true }
    // It looks at all bytes, which is faster than to stop at the first that is no ASCII.
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
