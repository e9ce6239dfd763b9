extension JSONReader {
  /// The nearest floating-point number of the text from an offset to the reader's position.
  ///
  /// - Parameters:
  ///   - digits: The digits before and behind the point as one number; nil if 64 bits do not hold it.
  ///   - exponent: The exponent of ten that goes with them.
  ///   - isNegative: Whether the number has a sign.
  ///   - start: The offset of the text.
  /// - Returns: The number; nil where no finite one is the nearest.
  /// - Throws: ``SettingsError`` where the text is too long.
  func double(
    of digits: UInt64?, exponent: Int, isNegative: Bool, from start: Int
  ) throws(SettingsError) -> Double? {
    // The fast path of Clinger, "How to Read Floating Point Numbers Accurately" (1990): where both the digits and the
    // power of ten are exact, one multiplication or division rounds once, and that to the nearest.
    guard let digits, digits <= 1 << Double.significandBitCount, -22...22 ~= exponent else {
      return try double(from: start)
    }
    try ValueBudget.check(length: position - start)
    let significand = Double(digits)
    let power = Self.exactPowersOfTen[Int(exponent.magnitude)]
    let magnitude = exponent < 0 ? significand / power : significand * power
    return isNegative ? -magnitude : magnitude
  }

  /// The nearest floating-point number of any text from an offset to the reader's position; nil where none is finite.
  private func double(from start: Int) throws(SettingsError) -> Double? {
    try ValueBudget.check(length: position - start)
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// All powers of ten that a floating-point number holds exactly.
  private static let exactPowersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
}
