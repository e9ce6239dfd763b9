internal import TypedSettingsCore

extension DocumentStyle {
  /// Infers the layout of a document from its outermost container.
  mutating func infer(from bytes: UnsafeBufferPointer<UInt8>, root: DocumentOutline) {
    adoptLineBreak(in: bytes.indices, of: bytes)
    guard let first = root.items.first else { return }
    adopt(root, in: bytes)
    let start = bytes.startOfBlanks(before: first.start)
    let outer = bytes.indentation(ofLineAt: root.open)
    let width = first.start - start - outer.count
    if hasLines, bytes.isStartOfLine(start), 1...Self.maximumBlanks ~= width,
      bytes[start..<first.start].starts(with: outer)
    {
      unit = Array(bytes[start + outer.count..<first.start])
    }
  }

  /// Adopts the spaces in a container.
  mutating func adopt(_ outline: DocumentOutline, in bytes: UnsafeBufferPointer<UInt8>) {
    guard let first = outline.items.first else { return }
    hasLines = adoptLineBreak(in: outline.open..<first.start, of: bytes)
    if first.nameEnd > first.start {
      let text = bytes[first.nameEnd..<first.value]
      if text.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x3A }) {
        if text.count <= Self.maximumBlanks { colon = Array(text) }
        namesHaveLines = false
      } else if text.allSatisfy(\.isXMLWhiteSpace) {
        namesHaveLines = true
      }
      if separator.first == 0x2C { separator = colon.count > 1 ? [0x2C, 0x20] : [0x2C] }
    }
    if outline.items.count > 1 {
      let text = bytes[(first.comma ?? first.end)..<outline.items[1].start]
      let blanks = text.dropFirst(first.comma == nil ? 0 : 1)
      if blanks.count <= Self.maximumBlanks, blanks.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { separator = Array(text) }
    }
  }

  /// Adopts the first line break of a range; returns `false` if there is none.
  @discardableResult
  private mutating func adoptLineBreak(in range: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let end = range.first(where: { bytes.isLineBreak($0) }) else { return false }
    let isPair = bytes[end] == 0x0D && end + 1 < bytes.count && bytes[end + 1] == 0x0A
    lineBreak = isPair ? [0x0D, 0x0A] : [bytes[end]]
    return true
  }
}
