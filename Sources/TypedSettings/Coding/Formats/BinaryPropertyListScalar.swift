#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An object of a binary property list that refers to no other; it is its bytes.
struct BinaryPropertyListScalar: Hashable {
  private(set) var bytes: [UInt8] = []

  /// Makes the object of a value that is no container.
  init(_ value: SettingsValue) throws(SettingsError) {
    switch value {
    case .null: try append(SettingsValue.nullInPropertyLists)
    case .bool(let value): bytes = [value ? 0x09 : 0x08]
    case .integer(let value): append(value)
    case .unsigned(let value): append(value)
    case .double(let value): append(value, marker: 0x23)
    case .string(let value): try append(value)
    case .data(let value): try append(value)
    case .date(let value):
      let interval = value.timeIntervalSinceReferenceDate
      append(interval, marker: interval.isFinite ? 0x33 : 0x23)
    case .array, .dictionary: break
    }
  }

  /// Makes the object of a number of more than 64 bits.
  init(_ number: Int128) {
    bytes.append(0x14)
    bytes.append(number, size: 16)
  }

  /// Makes the object of a key.
  init(key: String) throws(SettingsError) { try append(key) }

  /// Appends a text: in ASCII where that can be, else in UTF-16.
  private mutating func append(_ text: String) throws(SettingsError) {
    try ValueBudget.check(length: text.utf8.count)
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      bytes.appendMarker(0x50, count: text.utf8.count)
      bytes += text.utf8
    } else {
      bytes.appendMarker(0x60, count: text.utf16.count)
      for unit in text.utf16 { bytes.append(unit, size: 2) }
    }
  }

  private mutating func append(_ data: Data) throws(SettingsError) {
    try ValueBudget.check(length: data.count)
    bytes.appendMarker(0x40, count: data.count)
    bytes += data
  }

  private mutating func append(_ value: Double, marker: UInt8) {
    bytes.append(marker)
    bytes.append(value.bitPattern, size: 8)
  }

  private mutating func append(_ value: Int64) {
    // An integer of less than eight bytes has no sign.
    if value >= 0 {
      bytes.appendInteger(value.magnitude)
    } else {
      bytes.append(0x13)
      bytes.append(value, size: 8)
    }
  }

  private mutating func append(_ value: UInt64) {
    // One of eight bytes has a sign.
    if value <= Int64.max {
      bytes.appendInteger(value)
    } else {
      bytes.append(0x14)
      bytes.append(0 as UInt64, size: 8)
      bytes.append(value, size: 8)
    }
  }

  func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}

extension [UInt8] {
  /// Appends the marker of an object, and the number of units or parts that follow.
  mutating func appendMarker(_ marker: UInt8, count: Int) {
    if count < 0x0F {
      append(marker | UInt8(count))
    } else {
      append(marker | 0x0F)
      appendInteger(UInt64(count))
    }
  }

  /// Appends an integer that has no sign, in as few bytes as hold it.
  fileprivate mutating func appendInteger(_ value: UInt64) {
    let exponent: UInt8 =
      switch value {
      case 0...0xFF: 0
      case 0...0xFFFF: 1
      case 0...0xFFFF_FFFF: 2
      default: 3
      }
    append(0x10 | exponent)
    append(value, size: 1 << Int(exponent))
  }

  /// Appends the last bytes of a number, the most significant one first.
  mutating func append(_ number: some FixedWidthInteger, size: Int) {
    for index in (0..<size).reversed() { append(UInt8(truncatingIfNeeded: number >> (index * 8))) }
  }
}
