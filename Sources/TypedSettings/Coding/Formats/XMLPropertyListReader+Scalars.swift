#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension XMLPropertyListReader {
  /// Reads an integer: decimal, or hexadecimal after `0x`, of either sign; one beyond 64 bits keeps its digits.
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
    if let value = number.flatMap({ SettingsValue($0) }) { return value }
    // Hexadecimal digits of more than 128 bits have no decimal form here.
    let decimal = isHexadecimal ? "" : sign + String(decoding: digits.trimmed, as: UTF8.self)
    return try readNumberOutOfRange(
      number.map { String($0) } ?? decimal, orThrow: "an integer that is none", at: start)
  }

  /// The form of a number that no kind of value holds.
  private mutating func readNumberOutOfRange(
    _ text: String, orThrow problem: String, at start: Int
  ) throws(SettingsError) -> SettingsValue {
    guard text.isNumberOutOfRange else { throw malformed(problem, at: start) }
    try budget.addNumberOutOfRange(length: text.utf8.count)
    return SettingsValue(numberOutOfRange: text)
  }

  /// Reads a floating-point number.
  mutating func readReal(_ tag: XMLPropertyListTag) throws(SettingsError) -> SettingsValue {
    let start = position
    let text = String(decoding: try readTrimmedContent(of: tag), as: UTF8.self)
    switch text.lowercased() {
    case "nan": return .double(.nan)
    case "inf", "infinity", "+inf", "+infinity": return .double(.infinity)
    case "-inf", "-infinity": return .double(-.infinity)
    default: break
    }
    // `Double` also reads hexadecimal and the names above.
    let isDecimal = text.utf8.allSatisfy { $0.decimalDigit != nil || "+-.eE".utf8.contains($0) }
    if isDecimal, let value = Double(text), value.isFinite { return .double(value) }
    let unsigned = text.hasPrefix("+") ? String(text.dropFirst()) : text
    return try readNumberOutOfRange(unsigned, orThrow: "a floating-point number that is none", at: start)
  }

  /// Reads a date, which is in UTC.
  mutating func readDate(_ tag: XMLPropertyListTag) throws(SettingsError) -> SettingsValue {
    let start = position
    let text = try readTrimmedContent(of: tag)
    guard text.count > 10, text[10] == UInt8(ascii: "T"), text.last == UInt8(ascii: "Z"),
      let date = TimestampText.date(of: text)
    else { throw malformed("a date that is none", at: start) }
    return .date(date)
  }

  /// Reads data in base64 with white space anywhere.
  mutating func readData(_ tag: XMLPropertyListTag) throws(SettingsError) -> SettingsValue {
    let start = position
    let content = try readContent(of: tag)
    guard content.count.isMultiple(of: 4), let data = Data(base64Encoded: Data(content)) else {
      throw malformed("data that is not base64", at: start)
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
  /// Digits without the zeros before them.
  fileprivate var trimmed: ArraySlice<UInt8> { drop { $0 == UInt8(ascii: "0") } }
}
