/// The length and checksum of a document, which identify its contents.
package struct DocumentFingerprint: Hashable, Sendable {
  let length: Int
  let checksum: UInt32

  init(length: Int, checksum: UInt32) {
    self.length = length
    self.checksum = checksum
  }

  /// Creates the fingerprint of a document.
  init(of bytes: [UInt8]) { self.init(length: bytes.count, checksum: Checksum(of: bytes).value) }

  /// Creates the fingerprint of a file, which is read in parts.
  init(of file: OpenFile, length: Int) throws(FileSystemError) {
    var checksum = Checksum()
    var offset = 0
    while offset < length {
      let part = try file.read(from: offset, to: min(offset + Self.partLength, length))
      if part.isEmpty { break }
      part.withUnsafeBytes { checksum.add($0) }
      offset += part.count
    }
    self.init(length: offset, checksum: checksum.value)
  }

  private static let partLength = 256 << 10
}
