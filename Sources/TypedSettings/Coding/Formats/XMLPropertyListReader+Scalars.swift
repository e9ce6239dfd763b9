#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension XMLPropertyListReader {
  /// Reads an integer: decimal, or hexadecimal after `0x`, of either sign.
  mutating func readInteger(_ tag: XMLPropertyListTag) throws(SettingsError) -> SettingsValue {
    let start = position
    var digits = try readTrimmedContent(of: tag)[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    let isHexadecimal = digits.starts(with: [UInt8(ascii: "0"), UInt8(ascii: "x")])
    if isHexadecimal { digits = digits.dropFirst(2) }
    guard let first = digits.first, first.hexadecimalDigit != nil,
      let magnitude = UInt64(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10),
      let value = SettingsValue(isNegative ? -Int128(magnitude) : Int128(magnitude))
    else { throw malformed("an integer that is none of 64 bits", at: start) }
    return value
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
    guard isDecimal, let value = Double(text), value.isFinite else {
      throw malformed("a floating-point number that is none", at: start)
    }
    return .double(value)
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
