/// What tells the contents of a document from others.
package struct DocumentFingerprint: Hashable, Sendable {
  let length: Int
  let checksum: UInt32

  init(length: Int, checksum: UInt32) {
    self.length = length
    self.checksum = checksum
  }

  /// The fingerprint of a document.
  package init(of bytes: [UInt8]) { self.init(length: bytes.count, checksum: Checksum(of: bytes).value) }
}
