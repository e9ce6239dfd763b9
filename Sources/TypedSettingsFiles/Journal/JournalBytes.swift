package import TypedSettingsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An encoder for the contents of a journal.
///
/// Numbers are little-endian; texts and values are preceded by their length. One instance is reused for all records, so
/// that encoding a record doesn't allocate memory.
struct JournalBytes {
  /// The encoded bytes, followed by spare capacity.
  private var storage: [UInt8]
  private(set) var count = 0

  /// The maximum capacity that's kept for the next record.
  private static let keptCapacity = 1 << 12

  /// A Boolean value that indicates whether the capacity isn't kept for the next record.
  var isLong: Bool { storage.count > Self.keptCapacity }

  init(capacity: Int = 0) { storage = [UInt8](repeating: 0, count: capacity) }

  var bytes: [UInt8] { Array(storage[..<count]) }

  /// Removes all bytes.
  mutating func removeAll() {
    count = 0
    if isLong { storage = [] }
  }

  /// Removes the bytes behind a number of them.
  mutating func truncate(to count: Int) { self.count = min(self.count, count) }

  func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeBufferPointer { bytes throws(Failure) in
      try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<count])))
    }
  }

  /// Appends a number of bytes that a closure fills in.
  @inline(__always)
  mutating func append(_ length: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
    let end = count + length
    if end > storage.count { grow(by: length) }
    storage.withUnsafeMutableBytes { fill(UnsafeMutableRawBufferPointer(rebasing: $0[count..<end])) }
    count = end
  }

  /// Grows the storage; for a long part only by its length, because half as much again would waste memory.
  @inline(never)
  private mutating func grow(by length: Int) {
    let end = count + length
    let room = length > 1 << 16 ? end : max(end, storage.count + storage.count / 2, 128)
    storage.reserveCapacity(room)
    storage.append(contentsOf: repeatElement(0, count: room - storage.count))
  }

  mutating func append(byte: UInt8) { append(byte) }

  mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
    append(MemoryLayout<Number>.size) { $0.storeBytes(of: number.littleEndian, as: Number.self) }
  }

  /// Appends a count or a length in the variable-length encoding LEB128.
  mutating func append(count: Int) {
    var rest = UInt(bitPattern: count)
    while rest >= 0x80 {
      append(byte: UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(byte: UInt8(truncatingIfNeeded: rest))
  }

  mutating func append(raw bytes: [UInt8]) { bytes.withUnsafeBytes { append(raw: $0) } }

  private mutating func append(raw bytes: UnsafeRawBufferPointer) {
    append(bytes.count) { $0.copyMemory(from: bytes) }
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { text in
      append(count: text.count)
      append(raw: UnsafeRawBufferPointer(text))
    }
  }

  mutating func append(_ key: SettingsKey) {
    append(key.domain)
    append(key.name)
  }

  /// Appends a value, whose nesting depth was checked before.
  mutating func append(_ value: SettingsValue?) {
    switch value {
    case nil: return append(byte: JournalTag.removed.rawValue)
    case .integer(let value): return append(.integer, UInt64(bitPattern: value))
    case .unsigned(let value): return append(.unsigned, value)
    case .double(let value): return append(.double, value.bitPattern)
    case .date(let value): return append(.date, value.timeIntervalSinceReferenceDate.bitPattern)
    case .some(let value): appendOther(value)
    }
  }

  /// Appends a number that follows its tag; both together, because most values of settings are numbers.
  @inline(__always)
  private mutating func append(_ tag: JournalTag, _ bits: UInt64) {
    append(1 + MemoryLayout<UInt64>.size) {
      $0.storeBytes(of: tag.rawValue, as: UInt8.self)
      $0.storeBytes(of: bits.littleEndian, toByteOffset: 1, as: UInt64.self)
    }
  }

  private mutating func appendOther(_ value: SettingsValue) {
    append(byte: JournalTag(of: value).rawValue)
    switch value {
    case .null, .bool, .integer, .unsigned, .double, .date: break
    case .string(let value): append(value)
    case .data(let value):
      append(count: value.count)
      append(value.count) { value.copyBytes(to: $0) }
    case .array(let values):
      append(count: values.count)
      for value in values { append(value) }
    case .dictionary(let values):
      append(count: values.count)
      for (key, value) in values {
        append(key)
        append(value)
      }
    }
  }

  /// Overwrites bytes with a number.
  mutating func replace(at offset: Int, with number: UInt32) {
    storage.withUnsafeMutableBytes { $0.storeBytes(of: number.littleEndian, toByteOffset: offset, as: UInt32.self) }
  }
}

/// The kind of an encoded value, stored in its first byte.
package enum JournalTag: UInt8 {
  case removed, null, no, yes, integer, unsigned, double, string, data, date, array, dictionary

  package init(of value: SettingsValue) {
    self =
      switch value {
      case .null: .null
      case .bool(let value): value ? .yes : .no
      case .integer: .integer
      case .unsigned: .unsigned
      case .double: .double
      case .string: .string
      case .data: .data
      case .date: .date
      case .array: .array
      case .dictionary: .dictionary
      }
  }
}
