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
