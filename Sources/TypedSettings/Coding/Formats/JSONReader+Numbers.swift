extension JSONReader {
  /// Reads a number from its sign or first digit to behind its last digit.
  mutating func readNumber() throws(SettingsError) -> SettingsValue {
    let start = position
    let isNegative = bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let firstDigit = position
    let magnitude = try readDigits()
    guard bytes[firstDigit] != UInt8(ascii: "0") || position == firstDigit + 1 else {
      throw malformed("a number with a leading zero", at: firstDigit)
    }
    if try !readFractionAndExponent() {
      let value: SettingsValue? =
        switch (magnitude, isNegative) {
        case (let magnitude?, false): SettingsValue(magnitude)
        case (0?, true): .double(-0.0)
        case (let magnitude?, true) where magnitude <= Int64.min.magnitude: .integer(0 &- Int64(bitPattern: magnitude))
        default: nil
        }
      if let value { return value }
      guard BinaryMagnitude(digits: bytes[firstDigit..<position])?.isExactDouble == true else {
        throw malformed("a whole number of more than 64 bits", at: start)
      }
    }
    return .double(try double(from: start))
  }

  /// Reads digits, at least one; returns their value where 64 bits hold it.
  private mutating func readDigits() throws(SettingsError) -> UInt64? {
    let start = position
    var value: UInt64? = 0
    while let digit = next?.decimalDigit {
      if let known = value {
        let (product, overflow) = known.multipliedReportingOverflow(by: 10)
        let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
        value = overflow || carry ? nil : sum
      }
      position += 1
    }
    guard position > start else { throw unexpected(orEndBefore: "a digit") }
    return value
  }

  /// Reads what makes a number a floating-point number; returns whether there is any of it.
  private mutating func readFractionAndExponent() throws(SettingsError) -> Bool {
    let start = position
    if next == UInt8(ascii: ".") {
      position += 1
      _ = try readDigits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      _ = try readDigits()
    }
    return position > start
  }

  /// The nearest floating-point number of the text that ends at the reader's position.
  private func double(from start: Int) throws(SettingsError) -> Double {
    try ValueBudget.check(length: position - start)
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Double(text), value.isFinite else { throw malformed("a number beyond all doubles", at: start) }
    return value
  }
}
