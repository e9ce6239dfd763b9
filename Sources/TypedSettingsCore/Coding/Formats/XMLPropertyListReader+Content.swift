#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension XMLPropertyListReader {
  /// Reads a decimal integer or, after `0x`, a hexadecimal one; an integer that exceeds 64 bits keeps its digits, and a
  /// negative zero its sign.
  mutating func readInteger(_ tag: XMLPropertyListTag) throws(SettingsError) -> SettingsValue {
    let start = position
    var digits = try readTrimmedContent(of: tag)[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    let isHexadecimal = digits.starts(with: [UInt8(ascii: "0"), UInt8(ascii: "x")])
    if isHexadecimal { digits = digits.dropFirst(2) }
    guard let first = digits.first, first.hexadecimalDigit != nil else {
      throw malformed("an integer without digits", at: start)
    }
    let sign = isNegative ? "-" : ""
    let text = sign + String(decoding: digits, as: UTF8.self)
    let number = Int128(text, radix: isHexadecimal ? 16 : 10)
    if let value = number.flatMap({ SettingsValue($0) }), !isNegative || number != 0 || isHexadecimal { return value }
    // Hexadecimal numbers of more than 128 bits aren't converted to decimal.
    let decimal = isHexadecimal ? "" : sign + String(decoding: digits.trimmed, as: UTF8.self)
    let integer = number.map { $0 == 0 ? "-0" : String($0) } ?? decimal
    return try readNumberText(integer.isIntegerText ? integer : "", orThrow: "an invalid integer", at: start)
  }

  /// Returns the stored form of a number whose text no kind of value preserves.
  ///
  /// - Parameters:
  ///   - text: The number in JSON syntax.
  ///   - number: The nearest floating-point number, which is used if the text has another syntax.
  ///   - problem: The problem to report if there is no such number.
  ///   - start: The offset of the text.
  /// - Returns: The stored form.
  /// - Throws: ``SettingsError`` if the text isn't a number or exceeds the limits.
  private mutating func readNumberText(
    _ text: String, nearest number: Double? = nil, orThrow problem: SyntaxProblem, at start: Int
  ) throws(SettingsError) -> SettingsValue {
    let isTooDeep = budget.depth + SettingsValue.levelsOfNumber > SettingsValue.maximumDepth
    guard text.isNumberWithoutForm, number == nil || !isTooDeep else {
      if let number { return .double(number) }
      throw malformed(problem, at: start)
    }
    try budget.addNumberText(length: text.utf8.count)
    return SettingsValue(numberText: text)
  }

  /// Reads a floating-point number.
  mutating func readReal(_ tag: XMLPropertyListTag) throws(SettingsError) -> SettingsValue {
    let start = position
    let text = String(decoding: try readTrimmedContent(of: tag), as: UTF8.self)
    switch text.lowercasedWord {
    case "nan": return .double(.nan)
    case "inf", "infinity", "+inf", "+infinity": return .double(.infinity)
    case "-inf", "-infinity": return .double(-.infinity)
    default: break
    }
    let unsigned = text.utf8.first == UInt8(ascii: "+") ? String(Substring(text.utf8.dropFirst())) : text
    // `Double` also parses hexadecimal numbers and the names above.
    let number = text.hasOnlyCharactersOfDecimals ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
    // As an integer, the text would be written in another element.
    if let number, number.description == text || number != 0 && unsigned.isIntegerText { return .double(number) }
    return try readNumberText(unsigned, nearest: number, orThrow: "an invalid floating-point number", at: start)
  }

  /// Reads a date in UTC.
  mutating func readDate(_ tag: XMLPropertyListTag) throws(SettingsError) -> SettingsValue {
    let start = position
    let text = try readTrimmedContent(of: tag)
    guard text.count > 10, text[10] == UInt8(ascii: "T"), text.last == UInt8(ascii: "Z"),
      let date = TimestampText.date(of: text)
    else { throw malformed("an invalid date", at: start) }
    return .date(date)
  }

  /// Reads base64 data that may contain white space.
  mutating func readData(_ tag: XMLPropertyListTag) throws(SettingsError) -> SettingsValue {
    let start = position
    let content = try readContent(of: tag)
    guard content.count.isMultiple(of: 4), let data = Data(base64Encoded: Data(content)) else {
      throw malformed("data that isn't base64", at: start)
    }
    try ValueBudget.check(length: data.count)
    return .data(data)
  }

  private mutating func readTrimmedContent(of tag: XMLPropertyListTag) throws(SettingsError) -> [UInt8] {
    let content = try readContent(of: tag)
    guard let first = content.firstIndex(where: { !$0.isXMLWhiteSpace }),
      let last = content.lastIndex(where: { !$0.isXMLWhiteSpace })
    else { return [] }
    return Array(content[first...last])
  }
}

extension ArraySlice<UInt8> {
  /// The digits without leading zeros.
  fileprivate var trimmed: ArraySlice<UInt8> { drop { $0 == UInt8(ascii: "0") } }
}

extension String {
  /// A Boolean value that indicates whether each character can be part of a decimal number.
  fileprivate var hasOnlyCharactersOfDecimals: Bool {
    var text = self
    return text.withUTF8 { bytes in
      var offset = bytes.endOfDigits(from: 0)
      while offset < bytes.count, "+-.eE".utf8.contains(bytes[offset]) { offset = bytes.endOfDigits(from: offset + 1) }
      return offset == bytes.count
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the offset of the next markup or reference from an offset on; the count if there is none.
  fileprivate func endOfXMLText(from start: Int) -> Int {
    var offset = start
    // Each load ends at or before the count.
    while offset + 8 <= count {
      let word = UnsafeRawBufferPointer(self).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let marks = UInt64(littleEndian: word).marksOfMarkup
      if marks != 0 { return offset + marks.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < count, self[offset] != UInt8(ascii: "<"), self[offset] != UInt8(ascii: "&") { offset += 1 }
    return offset
  }
}

extension UInt64 {
  /// A mask whose lowest bit is in the first byte that is a less-than sign or an ampersand.
  ///
  /// The mark is the highest bit of the byte. Only the lowest mark is always correct.
  @inline(__always)
  fileprivate var marksOfMarkup: UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let signs = self ^ ones &* UInt64(UInt8(ascii: "<"))
    let ampersands = self ^ ones &* UInt64(UInt8(ascii: "&"))
    return ((signs &- ones) & ~signs | (ampersands &- ones) & ~ampersands) & 0x8080_8080_8080_8080
  }
}

extension XMLPropertyListReader {
  /// Reads the text of an element and its end tag.
  mutating func readText(of tag: XMLPropertyListTag) throws(SettingsError) -> String {
    let start = position
    let content = try readContent(of: tag)
    guard let text = String(validating: content, as: UTF8.self) else {
      throw malformed(.invalidUTF8(in: "text"), at: start)
    }
    return text
  }

  /// Reads the text of an element as bytes, and its end tag; white space in data is removed.
  ///
  /// Control characters and carriage returns are preserved, contrary to the XML specification, because Foundation
  /// writes both unescaped.
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
      // Every four characters represent three bytes, and the last four represent at least one.
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
    position = bytes.withUnsafeBufferPointer { $0.endOfXMLText(from: start) }
    guard position > start else {
      throw malformed(next == nil ? "unterminated text" : "an element inside text")
    }
    return start..<position
  }

  /// Reads the rest of a reference to a character or a predefined entity.
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

  /// Reads the number of a character; `nil` if XML doesn't allow the character.
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
