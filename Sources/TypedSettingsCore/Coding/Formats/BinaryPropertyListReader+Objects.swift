#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension BinaryPropertyListReader {
  /// Reads an object that doesn't refer to other objects.
  mutating func readScalar(at start: Int) throws(SettingsError) -> SettingsValue {
    switch bytes[start] {
    case 0x00, 0x08, 0x09:
      try claim(1, at: start)
      return bytes[start] == 0x00 ? .null : .bool(bytes[start] == 0x09)
    case 0x10...0x14: return try readInteger(at: start)
    case 0x22: return .double(Double(Float(bitPattern: UInt32(truncatingIfNeeded: try readBits(4, at: start)))))
    case 0x23: return .double(Double(bitPattern: try readBits(8, at: start)))
    case 0x33: return try readDate(at: start)
    case 0x40...0x4F: return .data(Data(try readContent(at: start, unit: 1)))
    case 0x50...0x5F: return .string(try readASCII(at: start))
    case 0x60...0x6F: return .string(try readUTF16(at: start))
    default: throw malformed("an object of an unknown type", at: start)
    }
  }

  /// Reads the number of units or references that follow a marker, and the offset where they start.
  mutating func readCount(at start: Int) throws(SettingsError) -> (count: Int, content: Int) {
    let count = Int(bytes[start] & 0x0F)
    guard count == 0x0F else {
      try claim(1, at: start)
      return (count, start + 1)
    }
    try claim(2, at: start)
    guard 0x10...0x13 ~= bytes[start + 1] else { throw malformed("a count that isn't an integer", at: start + 1) }
    let size = 1 << Int(bytes[start + 1] & 0x0F)
    try claim(size, at: start + 2)
    guard let count = bytes.number(at: start + 2, size: size) else {
      throw malformed("a count out of bounds", at: start + 2)
    }
    return (count, start + 2 + size)
  }

  /// Reads the bits that follow a marker.
  private mutating func readBits(_ size: Int, at start: Int) throws(SettingsError) -> UInt64 {
    try claim(1 + size, at: start)
    return bytes.bigEndian(at: start + 1, size: size)
  }

  /// Reads an integer, preserving the digits of one that exceeds 64 bits.
  ///
  /// An integer of one, two or four bytes is unsigned; one of eight or sixteen bytes is signed.
  private mutating func readInteger(at start: Int) throws(SettingsError) -> SettingsValue {
    let size = 1 << Int(bytes[start] & 0x0F)
    try claim(1 + size, at: start)
    let low = bytes.bigEndian(at: start + 1 + max(0, size - 8), size: min(size, 8))
    guard size > 8 else { return .integer(Int64(bitPattern: low)) }
    let high = Int64(bitPattern: bytes.bigEndian(at: start + 1, size: 8))
    let number = Int128(truncatingIfNeeded: high) << 64 | Int128(truncatingIfNeeded: low)
    return SettingsValue(number) ?? SettingsValue(numberText: String(number))
  }

  private mutating func readDate(at start: Int) throws(SettingsError) -> SettingsValue {
    let interval = Double(bitPattern: try readBits(8, at: start))
    guard interval.isFinite else { throw malformed("a date that isn't finite", at: start) }
    return .date(Date(timeIntervalSinceReferenceDate: interval))
  }

  private mutating func readASCII(at start: Int) throws(SettingsError) -> String {
    let content = try readContent(at: start, unit: 1)
    guard content.allSatisfy({ $0 < 0x80 }) else { throw malformed("a string that isn't ASCII", at: start) }
    return String(decoding: content, as: UTF8.self)
  }

  private mutating func readUTF16(at start: Int) throws(SettingsError) -> String {
    let content = try readContent(at: start, unit: 2)
    let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map { index in
      UInt16(content[index]) << 8 | UInt16(content[index + 1])
    }
    guard let string = String(validating: units, as: UTF16.self) else {
      throw malformed("a string that isn't UTF-16", at: start)
    }
    try ValueBudget.check(length: string.utf8.count)
    return string
  }

  /// Reads the units of a string or data.
  private mutating func readContent(at start: Int, unit: Int) throws(SettingsError) -> ArraySlice<UInt8> {
    let (count, content) = try readCount(at: start)
    // This check precedes the length limit, because a count beyond the number of bytes is malformed.
    guard count <= bytes.count else { throw malformed("an object out of bounds", at: start) }
    try claim(count * unit, at: content)
    try ValueBudget.check(length: count)
    return bytes[content..<content + count * unit]
  }
}

/// The layout of a binary property list: its objects, the table of their offsets, and the trailer.
package struct BinaryPropertyListLayout {
  package static let header = Array("bplist00".utf8)

  /// The length of the trailer: six unused bytes, two sizes of one byte, and three numbers of eight bytes.
  private static let trailerLength = 32

  /// The range of the objects' bytes.
  let objects: Range<Int>
  /// The number of objects.
  let objectCount: Int
  /// The number of the root object.
  let root: Int
  /// The size of an offset in the table.
  let offsetSize: Int
  /// The size of an object reference in a container.
  let referenceSize: Int

  init(_ bytes: [UInt8]) throws(SettingsError) {
    let trailer = bytes.count - Self.trailerLength
    guard trailer >= Self.header.count, bytes.starts(with: Self.header) else {
      throw .malformed("a binary property list", "a missing trailer", offset: bytes.count)
    }
    let offsetSize = Int(bytes[trailer + 6])
    let referenceSize = Int(bytes[trailer + 7])
    guard 1...8 ~= offsetSize, 1...8 ~= referenceSize, let objectCount = bytes.number(at: trailer + 8, size: 8),
      let root = bytes.number(at: trailer + 16, size: 8), let table = bytes.number(at: trailer + 24, size: 8),
      Self.header.count..<trailer ~= table, 0..<objectCount ~= root
    else { throw .malformed("a binary property list", "an invalid trailer", offset: trailer) }
    let (tableLength, overflow) = objectCount.multipliedReportingOverflow(by: offsetSize)
    guard !overflow, tableLength == trailer - table else {
      throw .malformed("a binary property list", "an offset table that doesn't end at the trailer", offset: table)
    }
    // A value needs at most one object for each nested value and one for the key of each.
    guard objectCount <= SettingsValue.maximumCount * 2 else { throw .tooMany() }
    objects = Self.header.count..<table
    self.objectCount = objectCount
    self.root = root
    self.offsetSize = offsetSize
    self.referenceSize = referenceSize
  }
}

extension [UInt8] {
  /// Returns the unsigned big-endian number of up to eight bytes at an offset; `nil` if it exceeds `Int`.
  ///
  /// The bytes must be within bounds.
  func number(at offset: Int, size: Int) -> Int? { Int(exactly: bigEndian(at: offset, size: size)) }

  /// Returns the unsigned big-endian number of up to eight bytes at an offset.
  ///
  /// The bytes must be within bounds.
  func bigEndian(at offset: Int, size: Int) -> UInt64 {
    self[offset..<offset + size].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
