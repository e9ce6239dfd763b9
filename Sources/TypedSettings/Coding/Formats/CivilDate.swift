/// A day of the proleptic Gregorian calendar.
///
/// The conversions are `civil_from_days` and `days_from_civil` of Howard Hinnant's "chrono-compatible low-level date
/// algorithms": years start in March, so that the leap day is the last one, and 400 years are one era.
struct CivilDate {
  let year: Int
  let month: Int
  let day: Int

  /// The days of one era.
  private static let daysOfEra = 146_097
  /// The days from 1 March of year 0 to 1 January 1970.
  private static let daysBeforeEpoch = 719_468

  /// Makes a day; nil if the calendar does not have it or the year is not within 0 and 9999.
  init?(year: Int, month: Int, day: Int) {
    guard 0...9999 ~= year, 1...12 ~= month, day >= 1 else { return nil }
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Makes the day that is so many days after 1 January 1970; the day is not before 1 March of year 0.
  init(daysSinceEpoch: Int) {
    let (era, dayOfEra) = (daysSinceEpoch + Self.daysBeforeEpoch).quotientAndRemainder(dividingBy: Self.daysOfEra)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The days from 1 January 1970 to this day.
  var daysSinceEpoch: Int {
    let yearFromMarch = month <= 2 ? year - 1 : year
    let era = (yearFromMarch < 0 ? yearFromMarch - 399 : yearFromMarch) / 400
    let yearOfEra = yearFromMarch - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * Self.daysOfEra + dayOfEra - Self.daysBeforeEpoch
  }
}
