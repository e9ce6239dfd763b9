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
