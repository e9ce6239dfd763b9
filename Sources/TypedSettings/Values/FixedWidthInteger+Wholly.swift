extension FixedWidthInteger {
  /// Makes the whole number that a floating-point number stands for, or `nil` where there may be several.
  ///
  /// From 2^53 on, a floating-point number may be the nearest one to another whole number, such as to 2^53 + 1.
  init?(wholly number: Double) {
    guard number.magnitude < 0x1p53 else { return nil }
    self.init(exactly: number)
  }
}
