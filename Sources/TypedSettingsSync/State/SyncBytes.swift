package import TypedSettingsCore
internal import TypedSettingsFiles

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An encoder for messages and saved states.
///
/// Numbers are little-endian, counts are variable-length (LEB128), and identities are in the order of their
/// hexadecimal digits.
package struct SyncBytes: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func append(byte: UInt8) { bytes.append(byte) }

  package mutating func append(raw other: some Sequence<UInt8>) { bytes.append(contentsOf: other) }

  package mutating func append(_ number: UInt32) { withUnsafeBytes(of: number.littleEndian) { append(raw: $0) } }

  package mutating func append(_ number: UInt64) { withUnsafeBytes(of: number.littleEndian) { append(raw: $0) } }

  package mutating func append(count: some FixedWidthInteger) {
    var rest = UInt64(truncatingIfNeeded: count)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  package mutating func append(_ identity: SyncReplicaIdentity) {
    withUnsafeBytes(of: identity.high.bigEndian) { append(raw: $0) }
    withUnsafeBytes(of: identity.low.bigEndian) { append(raw: $0) }
  }

  package mutating func append(_ writer: SyncWriter) {
    append(writer.replica)
    append(writer.session)
  }

  package mutating func append(_ text: String) {
    append(count: text.utf8.count)
    append(raw: text.utf8)
  }

  /// Appends bytes, preceded by their number.
  package mutating func append(counted other: [UInt8]) {
    append(count: other.count)
    append(raw: other)
  }

  /// Replaces four bytes with a number.
  package mutating func replace(at offset: Int, with number: UInt32) {
    withUnsafeBytes(of: number.littleEndian) { bytes.replaceSubrange(offset..<offset + 4, with: $0) }
  }
}

// MARK: Values

extension SyncBytes {
  /// Appends a value; equal values have equal bytes, because the members of dictionaries are sorted.
  package mutating func append(_ value: SettingsValue) {
    append(byte: JournalTag(of: value).rawValue)
    switch value {
    case .null, .bool: break
    case .integer(let number): append(UInt64(bitPattern: number))
    case .unsigned(let number): append(number)
    case .double(let number): append(number.bitPattern)
    case .string(let text): append(text)
    case .data(let data):
      append(count: data.count)
      append(raw: data)
    case .date(let date): append(date.timeIntervalSinceReferenceDate.bitPattern)
    case .array(let values):
      append(count: values.count)
      for value in values { append(value) }
    case .dictionary(let members):
      append(count: members.count)
      for (name, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
        append(name)
        append(value)
      }
    }
  }
}
