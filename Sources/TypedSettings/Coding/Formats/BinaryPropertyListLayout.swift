/// Where the parts of a binary property list are: its objects, the table of their offsets, and the trailer.
struct BinaryPropertyListLayout {
  static let header = Array("bplist00".utf8)

  /// The trailer: six bytes without meaning here, two sizes of one byte, and three numbers of eight.
  private static let trailerLength = 32

  /// The bytes of the objects.
  let objects: Range<Int>
  /// The number of objects.
  let objectCount: Int
  /// The number of the object that is the value.
  let root: Int
  /// The size of an offset in the table.
  let offsetSize: Int
  /// The size of an object's number inside a container.
  let referenceSize: Int

  init(_ bytes: [UInt8]) throws(SettingsError) {
    let trailer = bytes.count - Self.trailerLength
    guard trailer >= Self.header.count, bytes.starts(with: Self.header) else {
      throw .malformed("a binary property list", "its end before the trailer", offset: bytes.count)
    }
    let offsetSize = Int(bytes[trailer + 6])
    let referenceSize = Int(bytes[trailer + 7])
    guard 1...8 ~= offsetSize, 1...8 ~= referenceSize, let objectCount = bytes.number(at: trailer + 8, size: 8),
      let root = bytes.number(at: trailer + 16, size: 8), let table = bytes.number(at: trailer + 24, size: 8),
      Self.header.count..<trailer ~= table, 0..<objectCount ~= root
    else { throw .malformed("a binary property list", "a trailer out of bounds", offset: trailer) }
    let (tableLength, overflow) = objectCount.multipliedReportingOverflow(by: offsetSize)
    guard !overflow, tableLength == trailer - table else {
      throw .malformed("a binary property list", "an offset table that does not end at the trailer", offset: table)
    }
    // The most a value can need: one object for each value, and one more for the key of each.
    guard objectCount <= SettingsValue.maximumCount * 2 else { throw .tooMany() }
    objects = Self.header.count..<table
    self.objectCount = objectCount
    self.root = root
    self.offsetSize = offsetSize
    self.referenceSize = referenceSize
  }
}

extension [UInt8] {
  /// The unsigned big-endian number of up to eight bytes at an offset; nil if `Int` does not hold it.
  ///
  /// The bytes are within bounds.
  func number(at offset: Int, size: Int) -> Int? { Int(exactly: bigEndian(at: offset, size: size)) }

  /// The unsigned big-endian number of up to eight bytes at an offset, which are within bounds.
  func bigEndian(at offset: Int, size: Int) -> UInt64 {
    self[offset..<offset + size].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
