// The names of mailboxes contain the identities of their replicas.

extension SyncReplicaIdentity {
  /// The number of hexadecimal digits of an identity.
  static let digitCount = 32

  /// Returns whether bytes are the digits of an identity in the name of a mailbox.
  static func areDigits(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.count == digitCount
      && bytes.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }
}
