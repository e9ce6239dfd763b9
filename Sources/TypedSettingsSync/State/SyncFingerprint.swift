/// A 64-bit hash of bytes and numbers that is the same in all processes: FNV-1a over words, with a final mix.
///
/// It detects differences between the replicas of one user. It isn't safe against an attacker who chooses values.
struct SyncFingerprint: Hashable, Sendable {
  private var hash: UInt64 = 0xCBF2_9CE4_8422_2325

  init() {}

  /// The hash of the added parts; never zero.
  var value: UInt64 {
    var mixed = hash
    mixed = (mixed ^ (mixed >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    mixed = (mixed ^ (mixed >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    mixed ^= mixed >> 33
    return mixed == 0 ? 1 : mixed
  }

  mutating func add(_ number: UInt64) {
    hash = (hash ^ number) &* 0x0000_0100_0000_01B3
    hash ^= hash >> 29
  }

  /// Adds bytes and their number.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 8 <= bytes.count {
      add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset += 8
    }
    var last: UInt64 = 0
    while offset < bytes.count {
      last = last << 8 | UInt64(bytes[offset])
      offset += 1
    }
    add(last)
    add(UInt64(bytes.count))
  }

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  mutating func add(_ stamp: SyncStamp) {
    add(stamp.time)
    add(UInt64(stamp.counter))
    add(stamp.replica.high)
    add(stamp.replica.low)
    add(UInt64(stamp.writer.session))
  }

  /// Returns the hash of bytes.
  static func of(_ bytes: [UInt8]) -> UInt64 {
    var fingerprint = SyncFingerprint()
    bytes.withUnsafeBytes { fingerprint.add($0) }
    return fingerprint.value
  }

  /// Returns the hash of a text.
  static func of(_ text: String) -> UInt64 {
    var fingerprint = SyncFingerprint()
    fingerprint.add(text)
    return fingerprint.value
  }
}
