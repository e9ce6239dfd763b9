extension JSONReader {
  /// Reads an escape from its backslash on.
  mutating func readEscape(into text: inout [UInt8]) throws(SettingsError) {
    position += 1
    let letter = next
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(bytes[position - 1])
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text += try readEscapedScalar().utf8
    default: throw malformed("an unknown escape", at: position - 1)
    }
  }

  /// Reads the digits of an escaped scalar, and those of the escape that follows where it takes two of UTF-16.
  private mutating func readEscapedScalar() throws(SettingsError) -> Unicode.Scalar {
    let start = position
    let first = try readHexadecimalDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xDC00, bytes[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) {
      position += 2
      let second = try readHexadecimalDigits()
      if 0xDC00...0xDFFF ~= second,
        let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
      {
        return scalar
      }
    }
    throw malformed("half of a surrogate pair", at: start)
  }

  private mutating func readHexadecimalDigits() throws(SettingsError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = next?.hexadecimalDigit else { throw malformed("an escape without four hexadecimal digits") }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}
