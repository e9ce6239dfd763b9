/// The limits of all transports that divide bytes into messages themselves.
enum TransportLimits {
  /// The largest message in bytes.
  ///
  /// The length of a message and of a few others together fits into a number of 32 bits.
  private static let messageSize = 1 << 29

  /// Returns a size that a transport can have as its maximum.
  static func messageSize(atMost requested: Int) -> Int { min(max(requested, 0), messageSize) }
}
