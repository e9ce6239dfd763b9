/// A day of the proleptic Gregorian calendar.
///
/// The conversions are `civil_from_days` and `days_from_civil` of Howard Hinnant's "chrono-compatible low-level date
/// algorithms". Years start in March, so the leap day is the last day of a year, and 400 years form an era.
struct CivilDate {
  let year: Int
  let month: Int
  let day: Int

  /// The number of days in an era.
  private static let daysOfEra = 146_097
  /// The number of days from 1 March of year 0 to 1 January 1970.
  private static let daysBeforeEpoch = 719_468

  /// Creates a day; `nil` if it isn't in the calendar or the year isn't in 0 to 9999.
  init?(year: Int, month: Int, day: Int) {
    guard 0...9999 ~= year, 1...12 ~= month, day >= 1 else { return nil }
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates a day from the number of days since 1 January 1970; it must not precede 1 March of year 0.
  init(daysSinceEpoch: Int) {
    let (era, dayOfEra) = (daysSinceEpoch + Self.daysBeforeEpoch).quotientAndRemainder(dividingBy: Self.daysOfEra)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The number of days since 1 January 1970.
  var daysSinceEpoch: Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let era = (yearFromMarch < 0 ? yearFromMarch - 399 : yearFromMarch) / 400
    let yearOfEra = yearFromMarch - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * Self.daysOfEra + dayOfEra - Self.daysBeforeEpoch
  }
}

/// A decimal interval that consists of whole seconds and the digits of a fraction.
///
/// Conversion to and from `Double` rounds only once, because it uses the standard library's own conversions.
struct DecimalSeconds {
  /// The seconds, rounded down.
  let whole: Int

  /// The decimal digits of the fraction, without trailing zeros.
  let fraction: [UInt8]

  /// Creates an interval from whole seconds and the digits of a fraction, which may have trailing zeros.
  init(whole: Int, fraction: [UInt8]) {
    self.whole = whole
    self.fraction = Array(fraction[...(fraction.lastIndex { $0 != 0 } ?? -1)])
  }

  /// Creates the shortest decimal interval that is nearest to a number within the range of `Int`.
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

  /// The interval with the opposite sign; its fraction is again added to the whole seconds.
  private var negated: DecimalSeconds {
    guard let last = fraction.last else { return DecimalSeconds(whole: -whole, fraction: []) }
    return DecimalSeconds(whole: -whole - 1, fraction: fraction.dropLast().map { 9 - $0 } + [10 - last])
  }

  /// Returns the digits of a number's shortest description before and after the decimal point.
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
