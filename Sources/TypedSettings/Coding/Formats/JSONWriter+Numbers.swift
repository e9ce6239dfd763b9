extension JSONWriter {
  /// Writes a whole number.
  mutating func write(_ magnitude: UInt64, isNegative: Bool) {
    if isNegative { bytes.append(UInt8(ascii: "-")) }
    // The largest power of ten that is no more than the number, or one.
    var power: UInt64 = 1
    while magnitude / power >= 10 { power *= 10 }
    var rest = magnitude
    while power > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / power))
      rest %= power
      power /= 10
    }
  }

  /// Writes a floating-point number, or the name of one that JSON does not have.
  mutating func write(_ value: Double) throws(SettingsError) {
    if value.isFinite {
      bytes += value.description.utf8
    } else {
      try write(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity")
    }
  }

  /// Writes a word of JSON itself.
  mutating func write(literal: StaticString) {
    literal.withUTF8Buffer { bytes += $0 }
  }
}
