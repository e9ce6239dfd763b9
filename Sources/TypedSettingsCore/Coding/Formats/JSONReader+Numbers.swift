extension JSONReader {
  /// Reads a number, including its sign.
  package mutating func readNumber() throws(SettingsError) -> SettingsValue {
    let start = position
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { position += 1 }
    let firstDigit = position
    var digits: UInt64? = 0
    try readDigits(into: &digits)
    guard position == firstDigit + 1 || bytes[firstDigit] != UInt8(ascii: "0") else {
      throw malformed(.leadingZero, at: firstDigit)
    }
    if let scale = try readFractionAndExponent(into: &digits) {
      let number = try double(of: digits, exponent: scale.exponent, isNegative: isNegative, from: start)
      let plainDigits = scale.isWritten ? nil : digits
      if let number, isDescription(of: number, digits: plainDigits, from: start) { return .double(number) }
      return try numberText(from: start, nearest: number)
    }
    let value: SettingsValue? =
      switch (digits, isNegative) {
      case (let magnitude?, false): SettingsValue(magnitude)
      case (let magnitude?, true) where magnitude > 0 && magnitude <= Int64.min.magnitude:
        .integer(0 &- Int64(bitPattern: magnitude))
      default: nil
      }
    if let value { return value }
    return try numberText(from: start, nearest: isNegative && digits == 0 ? -0.0 : nil)
  }

  /// Returns the stored form of a number, up to the current position, whose text no kind of value preserves.
  ///
  /// - Parameters:
  ///   - start: The offset of the text.
  ///   - number: The nearest floating-point number, which is used where the form would be nested too deep.
  /// - Returns: The stored form.
  /// - Throws: ``SettingsError`` if the text exceeds the limits.
  private mutating func numberText(from start: Int, nearest number: Double?) throws(SettingsError) -> SettingsValue {
    if let number, budget.depth + SettingsValue.levelsOfNumber > SettingsValue.maximumDepth { return .double(number) }
    try budget.addNumberText(length: position - start)
    return SettingsValue(numberText: String(decoding: bytes[start..<position], as: UTF8.self))
  }

  /// Returns whether the text from an offset to the current position is the description of a floating-point number.
  ///
  /// - Parameters:
  ///   - number: The number that is nearest to the text.
  ///   - digits: The digits before and after the decimal point as one number; `nil` if it exceeds 64 bits or if the
  ///     text has an exponent.
  ///   - start: The offset of the text.
  /// - Returns: `true` if writing the number gives the same text.
  private func isDescription(of number: Double, digits: UInt64?, from start: Int) -> Bool {
    if let digits, digits < 1_000_000_000_000_000, digits == 0 || number.magnitude >= 0.0001 {
      // No other text of up to 15 digits has the same nearest number. A fraction ends with zero only as `.0`.
      return bytes[position - 1] != UInt8(ascii: "0") || bytes[position - 2] == UInt8(ascii: ".")
    }
    return number.description.utf8.elementsEqual(bytes[start..<position])
  }

  /// Reads at least one digit and appends the digits to a number, which is set to `nil` if it exceeds 64 bits.
  private mutating func readDigits(into digits: inout UInt64?) throws(SettingsError) {
    let start = position
    if var number = digits, number >> 32 == 0 {
      // Nine digits behind a number of 32 bits never exceed 64 bits.
      let (bytes, limit) = (bytes, min(start + 9, bytes.count))
      var offset = start
      while offset < limit, let digit = bytes[offset].decimalDigit {
        number = number &* 10 &+ UInt64(digit)
        offset += 1
      }
      (position, digits) = (offset, number)
    }
    // Doesn't use `next`, because an unoptimized build would copy the reader for each digit.
    while let number = digits, position < bytes.count, let digit = bytes[position].decimalDigit {
      let (product, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(UInt64(digit))
      digits = overflow || carry ? nil : sum
      position += 1
    }
    if digits == nil { position = bytes.endOfDigits(from: position) }
    guard position > start else { throw unexpected(insteadOf: .digit) }
  }

  /// Reads the fraction and the exponent of a number, and appends the fraction digits to the integer digits.
  ///
  /// - Parameter digits: The digits of the number so far.
  /// - Returns: The decimal exponent that applies to all digits, and whether one is written; `nil` if the number has
  ///   neither fraction nor exponent.
  /// - Throws: ``SettingsError`` if a digit is missing.
  private mutating func readFractionAndExponent(
    into digits: inout UInt64?
  ) throws(SettingsError) -> (exponent: Int, isWritten: Bool)? {
    let start = position
    var (exponent, isWritten) = (0, false)
    if next == UInt8(ascii: ".") {
      position += 1
      try readDigits(into: &digits)
      exponent = start + 1 - position
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      isWritten = true
      let isNegative = next == UInt8(ascii: "-")
      if isNegative || next == UInt8(ascii: "+") { position += 1 }
      var magnitude: UInt64? = 0
      try readDigits(into: &magnitude)
      // No text is long enough for its fraction to offset this exponent, or for the sum to overflow.
      let shift = min(Int(clamping: magnitude ?? .max), .max / 2)
      exponent += isNegative ? -shift : shift
    }
    return position > start ? (exponent, isWritten) : nil
  }
}

extension JSONReader {
  /// Returns the floating-point number that is nearest to the text from an offset to the current position.
  ///
  /// - Parameters:
  ///   - digits: The digits before and after the decimal point as one number; `nil` if it exceeds 64 bits.
  ///   - exponent: The decimal exponent of the digits.
  ///   - isNegative: Whether the number has a minus sign.
  ///   - start: The offset of the text.
  /// - Returns: The number; `nil` if the nearest one isn't finite.
  /// - Throws: ``SettingsError`` if the text is too long.
  private func double(
    of digits: UInt64?, exponent: Int, isNegative: Bool, from start: Int
  ) throws(SettingsError) -> Double? {
    // The fast path of Clinger, "How to Read Floating Point Numbers Accurately" (1990). If both the digits and the
    // power of ten are exact, a single multiplication or division rounds correctly.
    guard let digits, digits <= 1 << Double.significandBitCount, -22...22 ~= exponent else {
      return try double(from: start)
    }
    try ValueBudget.check(length: position - start)
    let significand = Double(digits)
    let power = Self.exactPowersOfTen[Int(exponent.magnitude)]
    let magnitude = exponent < 0 ? significand / power : significand * power
    return isNegative ? -magnitude : magnitude
  }

  /// Returns the floating-point number nearest to the text from an offset to the position; `nil` if it isn't finite.
  private func double(from start: Int) throws(SettingsError) -> Double? {
    try ValueBudget.check(length: position - start)
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The powers of ten that a floating-point number represents exactly.
  private static let exactPowersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}
