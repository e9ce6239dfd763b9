extension XMLPropertyListReader {
  /// Reads the text of an element and its end tag.
  mutating func readText(of tag: XMLPropertyListTag) throws(SettingsError) -> String {
    let start = position
    let content = try readContent(of: tag)
    guard let text = String(validating: content, as: UTF8.self) else {
      throw malformed("text that is not UTF-8", at: start)
    }
    return text
  }

  /// Reads the bytes of an element's text, for data without white space, and its end tag.
  ///
  /// Control characters stay as they are, and so do carriage returns, against the letter of XML: Foundation writes both
  /// unescaped.
  mutating func readContent(of tag: XMLPropertyListTag) throws(SettingsError) -> [UInt8] {
    if tag.isEmpty { return [] }
    var content: [UInt8] = []
    while !starts("</") {
      if take("<!--") {
        try readComment()
      } else if take("<![CDATA[") {
        let text = try readText(upTo: "]]>")
        try append(bytes[text], to: &content, of: tag)
      } else if take("&") {
        try append(ArraySlice(String(try readReference()).utf8), to: &content, of: tag)
      } else {
        try append(bytes[try readPlainText()], to: &content, of: tag)
      }
    }
    try readEndTag(of: tag.element)
    return content
  }

  private func append(
    _ text: ArraySlice<UInt8>, to content: inout [UInt8], of tag: XMLPropertyListTag
  ) throws(SettingsError) {
    if tag.element == .data {
      // Four characters that are no white space stand for three bytes, the last four for at least one.
      content += text.lazy.filter { !$0.isXMLWhiteSpace }
      try ValueBudget.check(length: content.count / 4 * 3 - 2)
    } else {
      try ValueBudget.check(length: content.count + text.count)
      content += text
    }
  }

  /// Reads text up to the next markup or reference.
  private mutating func readPlainText() throws(SettingsError) -> Range<Int> {
    let start = position
    while let next, next != UInt8(ascii: "<"), next != UInt8(ascii: "&") { position += 1 }
    guard position > start else {
      throw malformed(next == nil ? "its end inside of text" : "an element inside of text")
    }
    return start..<position
  }

  /// Reads the rest of a reference to a character or to one of the entities of XML itself.
  private mutating func readReference() throws(SettingsError) -> Unicode.Scalar {
    if take("lt;") { return "<" }
    if take("gt;") { return ">" }
    if take("amp;") { return "&" }
    if take("quot;") { return "\"" }
    if take("apos;") { return "'" }
    let start = position
    guard take("#"), let scalar = readScalar(), take(";") else { throw malformed("an unknown entity", at: start) }
    return scalar
  }

  /// Reads the number of a character; nil if XML does not have that character.
  private mutating func readScalar() -> Unicode.Scalar? {
    let isHexadecimal = take("x")
    let start = position
    var number: UInt32 = 0
    while let digit = isHexadecimal ? next?.hexadecimalDigit : next?.decimalDigit, number <= 0x10_FFFF {
      number = number * (isHexadecimal ? 16 : 10) + UInt32(digit)
      position += 1
    }
    let isCharacter = number >= 0x20 ? number & ~1 != 0xFFFE : [0x09, 0x0A, 0x0D].contains(number)
    return position > start && isCharacter ? Unicode.Scalar(number) : nil
  }
}
