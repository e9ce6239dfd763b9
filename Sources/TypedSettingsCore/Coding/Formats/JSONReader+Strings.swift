extension JSONReader {
  /// Reads a string, including its quotation marks.
  ///
  /// - Returns: The string, and whether it's known to be ASCII.
  package mutating func readString() throws(SettingsError) -> (text: String, isASCII: Bool) {
    let start = position + 1
    let (end, isASCII) = try endOfPlainText(from: start)
    position = end
    guard bytes[end] == UInt8(ascii: "\"") else { return (try readEscapedString(from: start), false) }
    guard let text = String(wellFormed: UnsafeBufferPointer(rebasing: bytes[start..<end]), isASCII: isASCII) else {
      throw malformed(.invalidUTF8(in: "a string"), at: start)
    }
    position += 1
    return (text, isASCII)
  }

  /// Reads the rest of a string whose first escape sequence is at the current position.
  private mutating func readEscapedString(from start: Int) throws(SettingsError) -> String {
    var text = Array(bytes[start..<position])
    while bytes[position] == UInt8(ascii: "\\") {
      try readEscape(into: &text)
      let plain = position
      position = try endOfPlainText(from: plain).offset
      try ValueBudget.check(length: text.count + position - plain)
      text += bytes[plain..<position]
    }
    let string = text.withUnsafeBufferPointer { String(wellFormed: $0, isASCII: $0.isASCII) }
    guard let string else { throw malformed(.invalidUTF8(in: "a string"), at: start) }
    position += 1
    return string
  }

  /// Returns an error for a control character in a string.
  @inline(never)
  private func controlCharacter(at offset: Int) -> SettingsError {
    let isLineBreak = bytes[offset] == 0x0A || bytes[offset] == 0x0D
    return malformed(isLineBreak ? .unclosedString : .controlCharacter, at: offset)
  }

  /// Returns the offset of the next quotation mark or backslash, and whether all bytes before it are ASCII.
  @inline(__always)
  package func endOfPlainText(from start: Int) throws(SettingsError) -> (offset: Int, isASCII: Bool) {
    let (end, isASCII) = bytes.endOfPlainText(from: start)
    guard end < bytes.count else { throw malformed(.unclosedString, at: end) }
    guard bytes[end] >= 0x20 else { throw controlCharacter(at: end) }
    try ValueBudget.check(length: end - start)
    return (end, isASCII)
  }
}

extension String {
  /// Creates a string from UTF-8; `nil` if the bytes are invalid.
  fileprivate init?(wellFormed bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
    // Most strings are ASCII, and this is several times as fast as the validating initializer.
    if isASCII, bytes.count <= 15 {
      // Short strings need no allocation, and this initializer copies them at once.
      self.init(unsafeUninitializedCapacity: bytes.count) { memory in
        _ = memory.initialize(fromContentsOf: bytes)
        return bytes.count
      }
    } else if isASCII {
      self.init(decoding: bytes, as: UTF8.self)
    } else {
      self.init(validating: bytes, as: UTF8.self)
    }
  }
}

extension JSONReader {
  /// Reads an escape sequence, including its backslash.
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
    case UInt8(ascii: "u"): text += try readEscapedScalar().utf8
    case UInt8(ascii: "'"), UInt8(ascii: "0"), UInt8(ascii: "v"), UInt8(ascii: "x"), 0x0A, 0x0D:
      throw malformed("an escape sequence that only JSON5 allows", at: position - 1)
    default: throw malformed(.unknownEscape, at: position - 1)
    }
  }

  /// Reads the digits of an escaped scalar, and the second escape sequence of a surrogate pair.
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
    throw malformed("an unpaired surrogate", at: start)
  }

  private mutating func readHexadecimalDigits() throws(SettingsError) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = next?.hexadecimalDigit else {
        throw malformed("an escape sequence without four hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}
