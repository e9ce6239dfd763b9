extension UInt8 {
  /// The value of an ASCII digit.
  @inline(__always)
  var decimalDigit: UInt8? {
    let digit = self &- UInt8(ascii: "0")
    return digit < 10 ? digit : nil
  }

  /// The value of an ASCII hexadecimal digit of either case.
  var hexadecimalDigit: UInt8? {
    if let decimalDigit { return decimalDigit }
    // The two cases of a letter differ in one bit.
    let digit = (self | 0x20) &- UInt8(ascii: "a")
    return digit < 6 ? digit + 10 : nil
  }
}
