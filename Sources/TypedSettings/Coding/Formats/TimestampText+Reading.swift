#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension TimestampText {
  /// The date of a text; nil if it is none.
  ///
  /// The time follows the date after `T`, `t` or a space, and ends in `Z`, `z` or an offset from UTC such as `+02:00`,
  /// `+0200` or `+02`. The second has any number of decimal digits after a point or comma; second 60 is the start of the
  /// next minute. A date alone is its midnight in UTC. The year is 0 to 9999: CoreFoundation writes the distant past as 30 December 0.
  package static func date(of text: String) -> Date? { date(of: Array(text.utf8)) }

  /// The date of a text in UTF-8; nil if it is none.
  static func date(of text: [UInt8]) -> Date? {
    var rest = text[...]
    guard let day = readDay(&rest) else { return nil }
    var seconds = (day.daysSinceEpoch - referenceDay) * secondsOfDay
    var fraction: [UInt8] = []
    if !rest.isEmpty {
      guard take(&rest, "T", "t", " "), let time = readTime(&rest), let digits = readFraction(&rest),
        let offset = readOffset(&rest), rest.isEmpty
      else { return nil }
      seconds += time - offset
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

  /// Reads the time of day, in seconds.
  private static func readTime(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let hour = readNumber(&rest, digits: 2), hour < 24, take(&rest, ":"),
      let minute = readNumber(&rest, digits: 2), minute < 60, take(&rest, ":"),
      let second = readNumber(&rest, digits: 2), second <= 60
    else { return nil }
    return hour * secondsOfHour + minute * secondsOfMinute + second
  }

  /// Reads the digits of a second's fraction; none where there is no point or comma.
  private static func readFraction(_ rest: inout ArraySlice<UInt8>) -> [UInt8]? {
    guard take(&rest, ".", ",") else { return [] }
    let end = rest.firstIndex { $0.decimalDigit == nil } ?? rest.endIndex
    guard end > rest.startIndex else { return nil }
    let digits = rest[..<end].map { $0 - UInt8(ascii: "0") }
    rest = rest[end...]
    return digits
  }

  /// Reads the offset from UTC, in seconds.
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
