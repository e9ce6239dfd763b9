/// A number in decimal notation, with all of its digits.
struct DecimalText: Equatable {
  private let isNegative: Bool
  /// The digits without leading and trailing zeros.
  private let digits: [UInt8]
  /// The power of ten that applies to the last digit; zero if there are no digits.
  private let exponent: Int

  /// Creates the number that a text represents: digits with an optional sign, decimal point and exponent.
  ///
  /// The initializer fails if the text is anything else.
  init?(_ text: String) {
    var text = text
    guard let parsed = text.withUTF8(Self.parsed) else { return nil }
    self = parsed
  }

  private init(isNegative: Bool, digits: [UInt8], exponent: Int) {
    (self.isNegative, self.digits, self.exponent) = (isNegative, digits, exponent)
  }

  private static func parsed(_ text: UnsafeBufferPointer<UInt8>) -> DecimalText? {
    var (offset, isNegative) = sign(of: text, at: 0)
    var end = text.endOfDigits(from: offset)
    var digits = Array(text[offset..<end])
    var exponent = 0
    if end < text.count, text[end] == UInt8(ascii: ".") {
      offset = end + 1
      end = text.endOfDigits(from: offset)
      digits += text[offset..<end]
      exponent = offset - end
    }
    if digits.isEmpty { return nil }
    if end < text.count, text[end] | 0x20 == UInt8(ascii: "e") {
      let power = sign(of: text, at: end + 1)
      end = text.endOfDigits(from: power.end)
      guard end > power.end else { return nil }
      // No text is long enough for its digits to offset the limit, or for the sum to overflow.
      let magnitude = Int(String(decoding: text[power.end..<end], as: UTF8.self)).map { min($0, .max / 2) } ?? .max / 2
      exponent += power.isNegative ? -magnitude : magnitude
    }
    guard end == text.count else { return nil }
    let zero = UInt8(ascii: "0")
    let last = digits.lastIndex { $0 != zero }.map { $0 + 1 } ?? 0
    exponent = last == 0 ? 0 : exponent + digits.count - last
    return DecimalText(
      isNegative: isNegative, digits: Array(digits[..<last].drop { $0 == zero }), exponent: exponent)
  }

  private static func sign(of text: UnsafeBufferPointer<UInt8>, at offset: Int) -> (end: Int, isNegative: Bool) {
    guard offset < text.count, text[offset] == UInt8(ascii: "-") || text[offset] == UInt8(ascii: "+") else {
      return (offset, false)
    }
    return (offset + 1, text[offset] == UInt8(ascii: "-"))
  }

  /// Returns the number as an integer, or `nil` if it has a fraction or doesn't fit in the type.
  func integer<Integer: FixedWidthInteger>(as type: Integer.Type = Integer.self) -> Integer? {
    // No integer type has as many digits.
    guard exponent >= 0, exponent < 100, digits.count < 100 else { return nil }
    var result: Integer = 0
    for digit in digits.map({ $0 - UInt8(ascii: "0") }) + repeatElement(0, count: exponent) {
      let (product, overflow) = result.multipliedReportingOverflow(by: 10)
      let digit = Integer(digit)
      let (sum, carry) =
        isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if overflow || carry { return nil }
      result = sum
    }
    return result
  }
}
