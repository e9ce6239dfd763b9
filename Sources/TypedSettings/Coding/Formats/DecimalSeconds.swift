/// An interval in decimal: whole seconds, and the digits of the fraction that is added to them.
///
/// It converts to and from `Double` with a single rounding, which the standard library's own conversions do.
struct DecimalSeconds {
  /// The seconds, rounded down.
  let whole: Int

  /// The decimal digits of the fraction, without zeros at the end.
  let fraction: [UInt8]

  /// Makes an interval of whole seconds and the digits of a fraction, with or without zeros at its end.
  init(whole: Int, fraction: [UInt8]) {
    self.whole = whole
    self.fraction = Array(fraction[...(fraction.lastIndex { $0 != 0 } ?? -1)])
  }

  /// Makes the shortest decimal interval that is nearest to this number; the number is within Int's range.
  init(_ interval: Double) {
    let magnitude = Self.digits(of: interval.magnitude)
    let whole = magnitude.whole.reduce(0) { $0 * 10 + Int($1) }
    let positive = DecimalSeconds(whole: whole, fraction: magnitude.fraction)
    self = interval < 0 ? positive.negated : positive
  }

  /// The nearest number to this interval.
  var interval: Double? {
    guard !fraction.isEmpty else { return Double(whole) }
    guard whole >= 0 else { return negated.interval.map { -$0 } }
    return Double("\(whole)." + String(decoding: fraction.map { UInt8(ascii: "0") + $0 }, as: UTF8.self))
  }

  /// The interval of the other sign; its fraction is again added to its whole seconds.
  private var negated: DecimalSeconds {
    guard let last = fraction.last else { return DecimalSeconds(whole: -whole, fraction: []) }
    return DecimalSeconds(whole: -whole - 1, fraction: fraction.dropLast().map { 9 - $0 } + [10 - last])
  }

  /// The digits of a number's shortest text before and after its point.
  private static func digits(of magnitude: Double) -> (whole: [UInt8], fraction: [UInt8]) {
    let parts = magnitude.description.utf8.split(separator: UInt8(ascii: "e"))
    let exponent = parts.count > 1 ? Int(Substring(parts[1])) ?? 0 : 0
    let pieces = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let digits = pieces.joined().compactMap(\.decimalDigit)
    let point = pieces[0].count + exponent
    guard point >= 0 else { return ([], Array(repeating: 0, count: -point) + digits) }
    let padded = digits + Array(repeating: 0, count: max(0, point - digits.count))
    return (Array(padded[..<point]), Array(padded[point...]))
  }
}
