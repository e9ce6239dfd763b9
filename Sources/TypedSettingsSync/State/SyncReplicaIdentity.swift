/// The identity of a replica: 128 random bits.
public struct SyncReplicaIdentity: Hashable, Comparable, Sendable, CustomStringConvertible {
  package let high: UInt64
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates a new identity.
  public init() {
    var generator = SystemRandomNumberGenerator()
    self.init(using: &generator)
  }

  /// Creates an identity from the numbers of a generator.
  package init(using generator: inout some RandomNumberGenerator) {
    self.init(high: generator.next(), low: generator.next())
  }

  /// Creates the identity that has a description; `nil` if a text isn't one.
  package init?(digits: Substring) {
    guard digits.utf8.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
      let low = UInt64(digits.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  /// Compares identities by their bits.
  public static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  /// The identity as 32 hexadecimal digits.
  public var description: String { Self.text(of: high) + Self.text(of: low) }

  private static func text(of bits: UInt64) -> String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
