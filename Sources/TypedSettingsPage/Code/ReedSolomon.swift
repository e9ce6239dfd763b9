/// The error correction of QR codes: Reed-Solomon codes over the field of 256 elements with the polynomial 0x11D.
enum ReedSolomon {
  /// Returns the remainder of data as a polynomial, divided by the generator of a degree.
  ///
  /// - Parameters:
  ///   - data: The coefficients of the polynomial, the highest first.
  ///   - count: The degree, which is the number of bytes that can be restored or twice that of wrong ones.
  /// - Returns: The remainder, which is the error correction of the data.
  static func remainder(of data: [UInt8], count: Int) -> [UInt8] {
    var generator = [UInt8](repeating: 0, count: count - 1) + [1]
    var root: UInt8 = 1
    for _ in 0..<count {
      for index in 0..<count {
        generator[index] = product(generator[index], root)
        if index + 1 < count { generator[index] ^= generator[index + 1] }
      }
      root = product(root, 2)
    }
    var remainder = [UInt8](repeating: 0, count: count)
    for byte in data {
      let factor = byte ^ remainder.removeFirst()
      remainder.append(0)
      for index in 0..<count { remainder[index] ^= product(generator[index], factor) }
    }
    return remainder
  }

  /// Returns the product of two elements.
  static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var result = 0
    for bit in (0..<8).reversed() {
      result = result << 1 ^ (result >> 7) * 0x11D
      if right >> UInt8(bit) & 1 == 1 { result ^= Int(left) }
    }
    return UInt8(truncatingIfNeeded: result)
  }
}
