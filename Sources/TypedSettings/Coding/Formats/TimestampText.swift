#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A date as text, as ISO 8601 and RFC 3339 have it: `2026-11-21T08:15:30Z`.
///
/// The text is in UTC and of the proleptic Gregorian calendar, and has as many digits of the second as it takes to read
/// back the same `Double` to the bit, and no more.
package enum TimestampText {
  static let secondsOfDay = 86_400
  static let secondsOfHour = 3_600
  static let secondsOfMinute = 60
  /// The days from 1 January 1970 to 1 January 2001, from where `Date` counts.
  static let referenceDay = 11_323

  /// The seconds from the reference date of the years that have a text: 1 to 9999.
  private static let textRange = -63_113_904_000.0..<252_423_993_600.0

  /// Whether a date has a text: those of the years 1 to 9999 do.
  ///
  /// A negative zero has none either, because its text would read back as zero.
  private static func hasText(_ date: Date) -> Bool {
    let interval = date.timeIntervalSinceReferenceDate
    return textRange ~= interval && (interval != 0 || interval.sign == .plus)
  }

  /// Whether a date has a text, and one without a fraction of the second.
  static func isWholeSecond(_ date: Date) -> Bool {
    let interval = date.timeIntervalSinceReferenceDate
    return hasText(date) && interval == interval.rounded(.down)
  }

  /// The text of a date; nil where it has none.
  package static func text(of date: Date) -> String? {
    guard hasText(date) else { return nil }
    let seconds = DecimalSeconds(date.timeIntervalSinceReferenceDate)
    var (day, time) = seconds.whole.quotientAndRemainder(dividingBy: secondsOfDay)
    if time < 0 { (day, time) = (day - 1, time + secondsOfDay) }
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
