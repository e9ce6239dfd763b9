/// A key whose bytes are among those of others.
struct PlacedKey {
  let start: Int
  let end: Int
  let member: Int
  /// The bytes that most likely tell the key from others, as a number that has their order; zero where the key ends.
  private(set) var head: UInt64 = 0

  init(start: Int, end: Int, member: Int) {
    self.start = start
    self.end = end
    self.member = member
  }

  func bytes(in text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: text[start..<end])
  }

  /// Takes the eight bytes after a start that the keys have in common.
  mutating func setHead(after common: Int, in text: UnsafeRawBufferPointer) {
    let start = start + common
    if start + 8 <= end {
      head = UInt64(bigEndian: text.loadUnaligned(fromByteOffset: start, as: UInt64.self))
    } else {
      head = text[start..<end].reduce(0) { $0 << 8 | UInt64($1) } << (8 * (8 - (end - start)))
    }
  }
}
