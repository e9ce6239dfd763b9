#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Writes what a journal is made of: numbers with the least byte first, text and values with their length before them.
struct JournalBytes {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  mutating func append(byte: UInt8) { bytes.append(byte) }

  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends a count or a length in as few bytes as it takes, seven bits in each (LEB128).
  mutating func append(count: Int) {
    var rest = UInt(bitPattern: count)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func append(raw: some Sequence<UInt8>) { bytes.append(contentsOf: raw) }

  /// Makes room for a long part as it is; growing on the way would take several times its length.
  private mutating func reserve(_ count: Int) {
    if count > 1 << 16 { bytes.reserveCapacity(bytes.count + count) }
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { text in
      append(count: text.count)
      reserve(text.count)
      bytes.append(contentsOf: text)
    }
  }

  mutating func append(_ key: SettingsKey) {
    append(key.domain)
    append(key.name)
  }

  /// Appends a value; one nested deeper than values may be is refused before it comes here.
  mutating func append(_ value: SettingsValue?) {
    guard let value else { return bytes.append(JournalTag.removed.rawValue) }
    bytes.append(JournalTag(of: value).rawValue)
    switch value {
    case .null, .bool: break
    case .integer(let value): append(value)
    case .unsigned(let value): append(value)
    case .double(let value): append(value.bitPattern)
    case .string(let value): append(value)
    case .data(let value):
      append(count: value.count)
      reserve(value.count)
      bytes.append(contentsOf: value)
    case .date(let value): append(value.timeIntervalSinceReferenceDate.bitPattern)
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

  /// Puts a number in the place of bytes that are there already.
  mutating func replace(at offset: Int, with number: UInt32) {
    withUnsafeBytes(of: number.littleEndian) { bytes.replaceSubrange(offset..<offset + 4, with: $0) }
  }
}
