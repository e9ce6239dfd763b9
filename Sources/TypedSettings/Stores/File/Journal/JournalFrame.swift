/// How records lie in a journal: which version of the format they have, and which numbers.
///
/// In version 2, the number of a record is its place in the file, so that a writer need not know it. The numbers of a
/// journal are all greater than those of the one that it continues.
package struct JournalFrame: Hashable, Sendable {
  /// The version that journals are written in.
  package static let currentVersion: UInt16 = 2

  /// The numbers that one journal has room for.
  static let numbersOfJournal: UInt64 = 1 << 32

  package let identity: JournalIdentity
  let version: UInt16
  /// The number of the place zero; in version 1, that of the first record.
  let base: UInt64

  /// The number of a record that begins at an offset of the file, in version 2.
  func number(at offset: Int) -> UInt64 { base + UInt64(offset) }

  /// The bytes before the contents of a record.
  var headLength: Int { version == 1 ? 24 : 16 }

  /// The bytes that a record begins with in version 2, by which it is found again behind damage.
  var mark: UInt32 { UInt32(truncatingIfNeeded: identity.low) | 1 }

  /// The first number of a journal that continues this one.
  var nextBase: UInt64 {
    version == 1 ? Self.numbersOfJournal : (base / Self.numbersOfJournal + 1) * Self.numbersOfJournal
  }
}
