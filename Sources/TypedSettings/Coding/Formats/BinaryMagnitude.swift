/// A whole number of any size, for asking whether a floating-point number holds it exactly.
struct BinaryMagnitude {
  /// The number in base 2^32, least significant word first.
  private var words: [UInt32] = []

  /// Makes the number of decimal digits without leading zeros; nil if they are too many for any finite `Double`.
  init?(digits: some Collection<UInt8>) {
    guard digits.count <= 309 else { return nil }
    for digit in digits {
      var carry = UInt64(digit.decimalDigit ?? 0)
      for index in words.indices {
        carry += UInt64(words[index]) * 10
        words[index] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      if carry > 0 { words.append(UInt32(carry)) }
    }
  }

  /// Whether some finite `Double` is exactly this number.
  var isExactDouble: Bool {
    guard let last = words.last, let lowest = words.firstIndex(where: { $0 != 0 }) else { return true }
    let width = words.count * 32 - last.leadingZeroBitCount
    let trailingZeros = lowest * 32 + words[lowest].trailingZeroBitCount
    return width <= Double.greatestFiniteMagnitude.exponent + 1
      && width - trailingZeros <= Double.significandBitCount + 1
  }
}
