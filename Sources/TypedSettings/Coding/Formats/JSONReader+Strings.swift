extension JSONReader {
  /// Reads a string from its opening quote to behind its closing one.
  mutating func readString() throws(SettingsError) -> String {
    let start = position + 1
    position = try endOfPlainText(from: start)
    guard bytes[position] == UInt8(ascii: "\"") else { return try readEscapedString(from: start) }
    guard let string = String(wellFormed: UnsafeBufferPointer(rebasing: bytes[start..<position])) else {
      throw malformed("a string that is not UTF-8", at: start)
    }
    position += 1
    return string
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
    guard let string = text.withUnsafeBufferPointer(String.init(wellFormed:)) else {
      throw malformed("a string that is not UTF-8", at: start)
    }
    position += 1
    return string
  }

  /// The offset of the next quote or backslash.
  private func endOfPlainText(from start: Int) throws(SettingsError) -> Int {
    let end = bytes.offsetOfSpecialByte(from: start)
    guard end < bytes.count else { throw malformed("its end inside a string", at: end) }
    guard bytes[end] >= 0x20 else { throw malformed("a control character in a string", at: end) }
    try ValueBudget.check(length: end - start)
    return end
  }
}

extension String {
  /// Makes a text of UTF-8; nil if the bytes are none.
  fileprivate init?(wellFormed bytes: UnsafeBufferPointer<UInt8>) {
    // Most text is ASCII, and this is several times as fast as the validating initializer.
    if bytes.isASCII {
      self.init(decoding: bytes, as: UTF8.self)
    } else {
      self.init(validating: bytes, as: UTF8.self)
    }
  }
}
