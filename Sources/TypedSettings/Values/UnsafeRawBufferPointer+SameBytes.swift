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
