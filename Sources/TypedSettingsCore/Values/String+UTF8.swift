extension String {
  /// Returns a Boolean value that indicates whether another string has the same UTF-8 code units.
  @inlinable
  package func hasSameBytes(as other: String) -> Bool {
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
  package func hasSameBytes(as other: UnsafeRawPointer) -> Bool {
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
  /// Returns a Boolean value that indicates whether the UTF-8 bytes precede the bytes of another string.
  @inlinable package func precedesInBytes(_ other: String) -> Bool {
    let result = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { UnsafeRawBufferPointer(left).precedes(UnsafeRawBufferPointer($0)) }
    }
    return (result ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension UnsafeRawBufferPointer {
  /// Returns whether these bytes precede others, comparing a word at a time.
  @inlinable package func precedes(_ other: UnsafeRawBufferPointer) -> Bool {
    let common = Swift.min(count, other.count)
    var offset = 0
    while offset + 8 <= common {
      let left = UInt64(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let right = UInt64(bigEndian: other.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      if left != right { return left < right }
      offset += 8
    }
    while offset < common {
      if self[offset] != other[offset] { return self[offset] < other[offset] }
      offset += 1
    }
    return count < other.count
  }
}

extension String {
  /// A hash value that equal strings have in common, for this run of the program.
  ///
  /// The bytes of an ASCII string are hashed by words, which takes less time than `hashValue`. Other strings can be
  /// equal with different bytes, so their hash value is `hashValue`, unless they're equal to an ASCII string.
  var fastHashValue: Int {
    if let hash = asciiHashValue { return hash }
    let equal = String(String.UnicodeScalarView(unicodeScalars.map { Self.equalASCII[$0] ?? $0 }))
    return equal.asciiHashValue ?? hashValue
  }

  /// The characters that are canonically equivalent to ASCII characters; see the Unicode Character Database.
  private static let equalASCII: [Unicode.Scalar: Unicode.Scalar] = [
    "\u{37E}": ";", "\u{1FEF}": "`", "\u{212A}": "K",
  ]

  /// The hash value of the bytes, or `nil` if the string isn't ASCII.
  private var asciiHashValue: Int? {
    let hash = utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      let bytes = UnsafeRawBufferPointer(bytes)
      var (hash, allBits) = (Self.hashSeed ^ UInt64(truncatingIfNeeded: bytes.count), UInt64(0))
      func add(_ word: UInt64) {
        allBits |= word
        // Both halves of the product are used, so that each bit of the word affects each bit of the hash.
        let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        hash = product.high ^ product.low
      }
      var offset = 0
      while offset + 8 <= bytes.count {
        add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        offset += 8
      }
      if offset < bytes.count {
        if bytes.count >= 8 {
          // The last word overlaps the one before.
          add(bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
        } else {
          add(bytes.reduce(0) { $0 << 8 | UInt64($1) })
        }
      }
      return allBits & 0x8080_8080_8080_8080 == 0 ? Int(truncatingIfNeeded: hash) : nil
    }
    return hash ?? nil
  }

  /// A random number, so that the strings whose hash values collide can't be known in advance.
  private static let hashSeed = UInt64.random(in: .min ... .max)
}

extension String {
  /// The lowercase form of a text of at most 16 ASCII characters; an empty string for any other text.
  ///
  /// A text from a file is compared with words in this form. Comparing it directly would take quadratic time in the
  /// length of a run of combining marks: minutes for a text of 400 KB.
  var lowercasedWord: String { utf8.count <= 16 && utf8.allSatisfy { $0 < 0x80 } ? lowercased() : "" }

  /// A Boolean value that indicates whether every run of combining marks has at most 30 characters.
  ///
  /// 30 is the limit of the Stream-Safe Text Format of UAX #15. Dictionary keys are hashed in their canonical form,
  /// which takes quadratic time in the length of such a run: seconds for a key of 200 KB.
  package var isStreamSafe: Bool {
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
