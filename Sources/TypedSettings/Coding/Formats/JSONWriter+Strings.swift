extension JSONWriter {
  /// Writes a string in quotes, escaping no more than JSON demands.
  mutating func write(_ text: String) throws(SettingsError) {
    try ValueBudget.check(length: text.utf8.count)
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { text in
      var plain = text.startIndex
      for (index, byte) in text.enumerated()
      where byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        bytes += text[plain..<index]
        appendEscape(of: byte)
        plain = index + 1
      }
      bytes += text[plain...]
    }
    bytes.append(UInt8(ascii: "\""))
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
