extension JSONReader {
  /// Reads a string from its opening quote to behind its closing one.
  ///
  /// - Returns: The string, and whether it is known to be ASCII.
  mutating func readString() throws(SettingsError) -> (text: String, isASCII: Bool) {
    let start = position + 1
    let (end, isASCII) = try endOfPlainText(from: start)
    position = end
    guard bytes[end] == UInt8(ascii: "\"") else { return (try readEscapedString(from: start), false) }
    guard let text = String(wellFormed: UnsafeBufferPointer(rebasing: bytes[start..<end]), isASCII: isASCII) else {
      throw malformed("a string that is not UTF-8", at: start)
    }
    position += 1
    return (text, isASCII)
  }

  /// Reads the rest of a string whose first escape is at the reader's position.
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
    guard let string else {
      throw malformed("a string that is not UTF-8", at: start)
    }
    position += 1
    return string
  }

  /// The offset of the next quote or backslash, and whether all before it is ASCII.
  @inline(__always)
  private func endOfPlainText(from start: Int) throws(SettingsError) -> (offset: Int, isASCII: Bool) {
    let (end, isASCII) = bytes.endOfPlainText(from: start)
    guard end < bytes.count else { throw malformed("its end inside a string", at: end) }
    guard bytes[end] >= 0x20 else { throw malformed("a control character in a string", at: end) }
    try ValueBudget.check(length: end - start)
    return (end, isASCII)
  }
}

extension String {
  /// Makes a text of UTF-8; nil if the bytes are none.
  fileprivate init?(wellFormed bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
    // Most text is ASCII, and this is several times as fast as the validating initializer.
    if isASCII {
      self.init(decoding: bytes, as: UTF8.self)
    } else {
      self.init(validating: bytes, as: UTF8.self)
    }
  }
}
