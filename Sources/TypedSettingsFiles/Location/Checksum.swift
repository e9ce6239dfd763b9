/// A CRC-32C checksum (RFC 3720, with Castagnoli's polynomial), computed sixteen bytes at a time.
///
/// It's stored masked, as in LevelDB: the checksum of no bytes is zero, and a power failure can leave zeros behind.
package struct Checksum: Hashable, Sendable {
  private var register: UInt32 = ~0

  package init() {}

  /// The checksum of bytes.
  package init(of bytes: [UInt8]) {
    bytes.withUnsafeBytes { add($0) }
  }

  /// The unmasked checksum of the added bytes.
  package var value: UInt32 { ~register }

  /// The masked checksum of the added bytes, which is stored.
  package var masked: UInt32 { (value >> 15 | value << 17) &+ 0xA282_EAD8 }

  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var register = register
    Self.tables.withUnsafeBufferPointer { tables in
      var offset = 0
      while offset + 16 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ UInt64(register)
        let next = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
        register = 0
        // Each byte of the two words has its own table, by the number of bytes that follow it.
        for place in 0..<8 {
          register ^= tables[(15 - place) << 8 | Int(truncatingIfNeeded: word >> UInt64(place << 3)) & 0xFF]
          register ^= tables[(7 - place) << 8 | Int(truncatingIfNeeded: next >> UInt64(place << 3)) & 0xFF]
        }
        offset += 16
      }
      while offset + 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ UInt64(register)
        register = 0
        for place in 0..<8 {
          register ^= tables[(7 - place) << 8 | Int(truncatingIfNeeded: word >> UInt64(place << 3)) & 0xFF]
        }
        offset += 8
      }
      while offset < bytes.count {
        register = register >> 8 ^ tables[Int(truncatingIfNeeded: register ^ UInt32(bytes[offset])) & 0xFF]
        offset += 1
      }
    }
    self.register = register
  }

  package mutating func add(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { add($0) }
  }

  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: 16 << 8)
    for byte in 0..<256 {
      tables[byte] = (0..<8).reduce(UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 0 ? 0 : 0x82F6_3B78) }
    }
    for index in 256..<tables.count {
      let shorter = tables[index - 256]
      tables[index] = shorter >> 8 ^ tables[Int(shorter & 0xFF)]
    }
    return tables
  }()
}
