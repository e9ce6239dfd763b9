/// What tells a journal from every other one.
package struct JournalIdentity: Hashable, Sendable {
  let high: UInt64
  let low: UInt64
  /// The checksum of the identity, with which that of each record in the journal begins; kept, since every write needs it.
  let checksum: Checksum

  static let none = JournalIdentity(high: 0, low: 0)

  /// Draws an identity.
  static func random(from system: any FileSystem) -> JournalIdentity {
    JournalIdentity(high: system.random(), low: system.random() | 1)
  }

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
    var checksum = Checksum()
    checksum.add(high)
    checksum.add(low)
    self.checksum = checksum
  }

  init?(_ scanner: inout JournalScanner) {
    guard let high = scanner.readNumber(UInt64.self), let low = scanner.readNumber(UInt64.self) else { return nil }
    self.init(high: high, low: low)
  }
}
