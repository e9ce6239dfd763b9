#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Conversions between dates and text as specified by ISO 8601 and RFC 3339, such as `2026-11-21T08:15:30Z`.
///
/// The text is in UTC and the proleptic Gregorian calendar. The seconds have the fewest fraction digits that preserve
/// the bits of the date's `Double`.
package enum TimestampText {
  /// An `Int64`, because the seconds of most years don't fit into an `Int` of 32 bits.
  private static let secondsOfDay: Int64 = 86_400
  private static let secondsOfHour = 3_600
  private static let secondsOfMinute = 60
  /// The number of days from 1 January 1970 to 1 January 2001, the reference date of `Date`.
  private static let referenceDay = 11_323

  /// The seconds since the reference date for dates that have a text: the years 1 to 9999.
  private static let textRange = -63_113_904_000.0..<252_423_993_600.0

  /// Returns whether a date has a text, which is the case for the years 1 to 9999.
  ///
  /// Negative zero has no text, because its text would be read as zero.
  private static func hasText(_ date: Date) -> Bool {
    let interval = date.timeIntervalSinceReferenceDate
    return textRange ~= interval && (interval != 0 || interval.sign == .plus)
  }

  /// Returns whether a date has a text without fraction digits.
  package static func isWholeSecond(_ date: Date) -> Bool {
    let interval = date.timeIntervalSinceReferenceDate
    return hasText(date) && interval == interval.rounded(.down)
  }

  /// Returns the text of a date; `nil` if it has none.
  package static func text(of date: Date) -> String? {
    guard hasText(date) else { return nil }
    let seconds = DecimalSeconds(date.timeIntervalSinceReferenceDate)
    let (quotient, remainder) = seconds.whole.quotientAndRemainder(dividingBy: secondsOfDay)
    var (day, time) = (Int(quotient), Int(remainder))
    if time < 0 { (day, time) = (day - 1, time + Int(secondsOfDay)) }
    let date = CivilDate(daysSinceEpoch: referenceDay + day)

    var text: [UInt8] = []
    append(date.year, digits: 4, to: &text)
    append("-", date.month, to: &text)
    append("-", date.day, to: &text)
    append("T", time / secondsOfHour, to: &text)
    append(":", time % secondsOfHour / secondsOfMinute, to: &text)
    append(":", time % secondsOfMinute, to: &text)
    if !seconds.fraction.isEmpty {
      text.append(UInt8(ascii: "."))
      text += seconds.fraction.map { UInt8(ascii: "0") + $0 }
    }
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }

  private static func append(_ separator: Unicode.Scalar, _ number: Int, to text: inout [UInt8]) {
    text.append(UInt8(ascii: separator))
    append(number, digits: 2, to: &text)
  }

  private static func append(_ number: Int, digits: Int, to text: inout [UInt8]) {
    if digits > 1 { append(number / 10, digits: digits - 1, to: &text) }
    text.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}

extension TimestampText {
  /// Returns the date of a text; `nil` if the text isn't a date.
  ///
  /// The time follows the date after `T`, `t` or a space, and ends with `Z`, `z` or an offset from UTC such as
  /// `+02:00`, `+0200` or `+02`. Any number of fraction digits may follow the seconds after a point or comma. Second 60
  /// is the start of the next minute. A date without time is its midnight in UTC. The year is 0 to 9999, because
  /// CoreFoundation writes the distant past as 30 December of year 0.
  package static func date(of text: String) -> Date? { date(of: Array(text.utf8)) }

  /// Returns the date of a text in UTF-8; `nil` if the text isn't a date.
  static func date(of text: [UInt8]) -> Date? {
    var rest = text[...]
    guard let day = readDay(&rest) else { return nil }
    var seconds = Int64(day.daysSinceEpoch - referenceDay) * secondsOfDay
    var fraction: [UInt8] = []
    if !rest.isEmpty {
      guard take(&rest, "T", "t", " "), let time = readTime(&rest), let digits = readFraction(&rest),
        let offset = readOffset(&rest), rest.isEmpty
      else { return nil }
      seconds += Int64(time - offset)
      fraction = digits
    }
    return DecimalSeconds(whole: seconds, fraction: fraction).interval.map(Date.init(timeIntervalSinceReferenceDate:))
  }

  private static func readDay(_ rest: inout ArraySlice<UInt8>) -> CivilDate? {
    guard let year = readNumber(&rest, digits: 4), take(&rest, "-"), let month = readNumber(&rest, digits: 2),
      take(&rest, "-"), let day = readNumber(&rest, digits: 2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// Reads the time of day in seconds.
  private static func readTime(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let hour = readNumber(&rest, digits: 2), hour < 24, take(&rest, ":"),
      let minute = readNumber(&rest, digits: 2), minute < 60, take(&rest, ":"),
      let second = readNumber(&rest, digits: 2), second <= 60
    else { return nil }
    return hour * secondsOfHour + minute * secondsOfMinute + second
  }

  /// Reads the fraction digits of the seconds; none if there is no point or comma.
  private static func readFraction(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard take(&rest, ".", ",") else { return [] }
    let end = rest.firstIndex { $0.decimalDigit == nil } ?? rest.endIndex
    guard end > rest.startIndex else { return nil }
    let digits = rest[..<end].map { $0 - UInt8(ascii: "0") }
    rest = rest[end...]
    return digits
  }

  /// Reads the offset from UTC in seconds.
  private static func readOffset(_ rest: inout ArraySlice<UInt8>) -> Int? {
    if take(&rest, "Z", "z") { return 0 }
    guard let sign = rest.first, take(&rest, "+", "-"), let hour = readNumber(&rest, digits: 2), hour < 24 else {
      return nil
    }
    var offset = hour * secondsOfHour
    if !rest.isEmpty {
      _ = take(&rest, ":")
      guard let minute = readNumber(&rest, digits: 2), minute < 60 else { return nil }
      offset += minute * secondsOfMinute
    }
    return sign == UInt8(ascii: "-") ? -offset : offset
  }

  private static func readNumber(_ rest: inout ArraySlice<UInt8>, digits: Int) -> Int? {
    var number = 0
    for _ in 0..<digits {
      guard let digit = rest.popFirst()?.decimalDigit else { return nil }
      number = number * 10 + Int(digit)
    }
    return number
  }

  private static func take(_ rest: inout ArraySlice<UInt8>, _ choices: Unicode.Scalar...) -> Bool {
    guard let first = rest.first, choices.contains(Unicode.Scalar(first)) else { return false }
    rest = rest.dropFirst()
    return true
  }
}

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
  let whole: Int64

  /// The decimal digits of the fraction, without trailing zeros.
  let fraction: [UInt8]

  /// Creates an interval from whole seconds and the digits of a fraction, which may have trailing zeros.
  init(whole: Int64, fraction: [UInt8]) {
    self.whole = whole
    self.fraction = Array(fraction[...(fraction.lastIndex { $0 != 0 } ?? -1)])
  }

  /// Creates the shortest decimal interval that is nearest to a number within the range of `Int64`.
  init(_ interval: Double) {
    let magnitude = Self.digits(of: interval.magnitude)
    let whole = magnitude.whole.reduce(0 as Int64) { $0 * 10 + Int64($1) }
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
