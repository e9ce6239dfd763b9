extension JSONReader {
  /// Reads a string from its opening quote to behind its closing one.
  mutating func readString() throws(SettingsError) -> String {
    let start = position + 1
    position = try endOfPlainText(from: start)
    let text = bytes[start..<position]
    guard bytes[position] == UInt8(ascii: "\"") else { return try readEscapedString(from: start) }
    position += 1
    return try string(text, from: start)
  }

  /// Reads the rest of a string whose first escape is at the reader's position.
  private mutating func readEscapedString(from start: Int) throws(SettingsError) -> String {
    var text = Array(bytes[start..<position])
    while bytes[position] == UInt8(ascii: "\\") {
      try readEscape(into: &text)
      let plain = position
      position = try endOfPlainText(from: plain)
      try ValueBudget.check(length: text.count + position - plain)
      text += bytes[plain..<position]
    }
    position += 1
    return try string(text, from: start)
  }

  /// The offset of the next quote or backslash.
  private func endOfPlainText(from start: Int) throws(SettingsError) -> Int {
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        try ValueBudget.check(length: end - start)
        return end
      }
      guard byte >= 0x20 else { throw malformed("a control character in a string", at: end) }
      end += 1
    }
    throw malformed("its end inside a string", at: end)
  }

  private func string(_ text: some Collection<UInt8>, from start: Int) throws(SettingsError) -> String {
    // Most text is ASCII, and this is several times as fast as the validating initializer.
    if text.allSatisfy({ $0 < 0x80 }) { return String(decoding: text, as: UTF8.self) }
    guard let string = String(validating: text, as: UTF8.self) else {
      throw malformed("a string that is not UTF-8", at: start)
    }
    return string
  }

  /// Reads an escape from its backslash on.
  private mutating func readEscape(into text: inout [UInt8]) throws(SettingsError) {
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
    case UInt8(ascii: "u"): text += String(try readEscapedScalar()).utf8
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
