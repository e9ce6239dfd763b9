extension JSONWriter {
  /// Writes a string in quotes, escaping no more than JSON demands.
  mutating func write(_ text: String) throws(SettingsError) {
    try ValueBudget.check(length: text.utf8.count)
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.withContiguousStorageIfAvailable({ append($0) }) == nil {
      // Text that Objective-C made.
      var text = text
      text.withUTF8 { append($0) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    var plain = 0
    while plain < text.count {
      let end = text.offsetOfSpecialByte(from: plain)
      bytes += UnsafeBufferPointer(rebasing: text[plain..<end])
      if end < text.count { appendEscape(of: text[end]) }
      plain = end + 1
    }
  }

  private mutating func appendEscape(of byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default: bytes += "u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
    }
  }
}
