extension String {
  /// Whether the text comes before another one in the order of their UTF-8.
  ///
  /// The order of strings is that of their canonical forms, which other languages do not share.
  func precedesInUTF8(_ other: String) -> Bool {
    let fast = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { right in left.lexicographicallyPrecedes(right) }
    }
    return (fast ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}
