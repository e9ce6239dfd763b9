import Foundation
import Testing
import TypedSettings
import TypedSettingsTesting

struct TimestampTextTests {
  private static let earliest = -63_113_904_000.0
  private static let end = 252_423_993_600.0

  @Test(
    arguments: [
      (0, "2001-01-01T00:00:00Z"), (-978_307_200, "1970-01-01T00:00:00Z"), (0.5, "2001-01-01T00:00:00.5Z"),
      (-0.5, "2000-12-31T23:59:59.5Z"), (0.1, "2001-01-01T00:00:00.1Z"), (-0.1, "2000-12-31T23:59:59.9Z"),
      (-1, "2000-12-31T23:59:59Z"), (-1.25, "2000-12-31T23:59:58.75Z"), (1e-7, "2001-01-01T00:00:00.0000001Z"),
      (816_941_730, "2026-11-21T08:15:30Z"), (816_941_730.123, "2026-11-21T08:15:30.123Z"),
      (-252_460_800, "1993-01-01T00:00:00Z"), (-31_622_400, "2000-01-01T00:00:00Z"),
      (-26_524_800, "2000-02-29T00:00:00Z"), (3_124_137_600, "2100-01-01T00:00:00Z"),
      (3_129_235_199, "2100-02-28T23:59:59Z"), (3_129_235_200, "2100-03-01T00:00:00Z"),
      (earliest, "0001-01-01T00:00:00Z"), (end - 1, "9999-12-31T23:59:59Z"),
      (end.nextDown, "9999-12-31T23:59:59.99997Z"), (earliest.nextUp, "0001-01-01T00:00:00.00001Z"),
      (-12_219_292_800 - 978_307_200, "1582-10-15T00:00:00Z"),
    ] as [(Double, String)])
  func `a date round-trips through its text`(interval: Double, text: String) {
    #expect(TimestampText.text(of: Date(timeIntervalSinceReferenceDate: interval)) == text)
    #expect(TimestampText.date(of: text)?.timeIntervalSinceReferenceDate.bitPattern == interval.bitPattern)
  }

  @Test(arguments: [
    earliest.nextDown, end, .nan, .infinity, -.infinity, 1e300, -1e300, -0.0, .greatestFiniteMagnitude,
  ]) func `a date that does not round-trip has no text`(interval: Double) {
    #expect(TimestampText.text(of: Date(timeIntervalSinceReferenceDate: interval)) == nil)
  }

  @Test(
    arguments: [
      ("2026-11-21", 816_912_000), ("2026-11-21t08:15:30z", 816_941_730), ("2026-11-21 08:15:30Z", 816_941_730),
      ("2026-11-21T10:15:30+02:00", 816_941_730), ("2026-11-21T10:15:30+0200", 816_941_730),
      ("2026-11-21T10:15:30+02", 816_941_730), ("2026-11-21T02:45:30-05:30", 816_941_730),
      ("2026-11-21T08:15:30-00:00", 816_941_730), ("2026-11-21T08:15:30.500Z", 816_941_730.5),
      ("2026-11-21T08:15:30,5+00:00", 816_941_730.5), ("2026-11-21T08:15:30.0Z", 816_941_730),
      ("2016-12-31T23:59:60Z", 504_921_600), ("2016-12-31T23:59:60.25Z", 504_921_600.25),
      ("2024-02-29", 730_857_600), ("0001-01-01T00:00:00+01:00", earliest - 3600), ("9999-12-31T23:59:60Z", end),
      ("0000-12-30", Date.distantPast.timeIntervalSinceReferenceDate),
      ("0000-01-01", earliest - 366 * 86_400), ("0000-02-29", earliest - 307 * 86_400),
      ("2001-01-01T00:00:00.1000000000000000055511151231257827021181583404541015625Z", 0.1),
      ("2001-01-01T00:00:01.00000000000000011102230246251565404236316680908203125Z", 1),
      ("2001-01-01T00:00:01.000000000000000111022302462515654042363166809082031250000001Z", 1.0.nextUp),
      ("2000-12-31T23:59:59.000000000000000055511151231257827021181583404541015625Z", -1),
      ("2000-12-31T23:59:59.00000000000000005551115123125782702118158340454101562500001Z", (-1.0).nextUp),
      ("2000-12-31T23:59:59." + String(repeating: "9", count: 400) + "Z", -0.0),
      ("2001-01-01T00:00:00." + String(repeating: "0", count: 100_000) + "1Z", 0),
    ] as [(String, Double)]) func `a text is read exactly and rounded once`(text: String, interval: Double)
  {
    #expect(TimestampText.date(of: text)?.timeIntervalSinceReferenceDate.bitPattern == interval.bitPattern)
  }

  @Test(arguments: [
    "", "2026", "2026-11", "2026-11-2", "2026-13-01", "2026-00-01", "2026-02-29", "2024-02-30", "1900-02-29",
    "2026-04-31",
    "2026-11-00", "2026-11-32", "26-11-21", "12026-11-21", "+2026-11-21", "-2026-11-21", "2026/11/21",
    "20261121", "2026-11-21T", "2026-11-21T08:15:30", "2026-11-21T08:15Z", "2026-11-21T8:15:30Z",
    "2026-11-21T24:00:00Z",
    "2026-11-21T25:00:00Z", "2026-11-21T08:60:00Z", "2026-11-21T08:15:61Z", "2026-11-21T08:15:30.Z",
    "2026-11-21T08:15:30.5", "2026-11-21T08:15:30.5.5Z", "2026-11-21T08:15:30ZZ", "2026-11-21T08:15:30Z ",
    " 2026-11-21T08:15:30Z", "2026-11-21T08:15:30+", "2026-11-21T08:15:30+2", "2026-11-21T08:15:30+02:",
    "2026-11-21T08:15:30+02:0", "2026-11-21T08:15:30+02:60", "2026-11-21T08:15:30+24:00", "2026-11-21T08:15:30 +02:00",
    "2026-11-21X08:15:30Z", "2026-11-21T08:15:30\u{2212}02:00", "2026-11-21Z", "２０２６-11-21", "2026-11-21T08:15:3\0Z",
  ]) func `text that is not a date is refused`(text: String) { #expect(TimestampText.date(of: text) == nil) }

  @Test func `consecutive months of all years have consecutive dates`() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var interval = Self.earliest
    for year in 1...9999 {
      let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      for month in 1...12 {
        defer { interval += Double(lengths[month - 1] + (month == 2 && isLeapYear ? 1 : 0)) * 86_400 }
        guard month == 1 + year % 2 * 2 || year % 400 < 4 else { continue }
        let text = "\(String(10_000 + year).dropFirst())-\(String(100 + month).dropFirst())-01"
        #expect(TimestampText.date(of: text)?.timeIntervalSinceReferenceDate == interval)
        #expect(TimestampText.text(of: Date(timeIntervalSinceReferenceDate: interval)) == text + "T00:00:00Z")
      }
    }
    #expect(interval == Self.end)
  }

  /// Random intervals near the current date with random bits below the second, negative ones, tiny ones, and extremes.
  private static func intervals(seed: UInt64, count: Int) -> [Double] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { index in
      switch index % 5 {
      case 0: Double.random(in: 500_000_000..<1_000_000_000, using: &generator)
      case 1: Double.random(in: earliest..<0, using: &generator)
      case 2: Double.random(in: earliest..<earliest + 100, using: &generator)
      case 3: Double.random(in: end - 100..<end, using: &generator)
      default: Double(sign: index % 2 == 0 ? .plus : .minus, exponent: -generator.number(below: 80), significand: 1.1)
      }
    }
  }

  @Test func `a hundred thousand dates read back to the bit`() throws {
    for interval in Self.intervals(seed: 3, count: 100_000) {
      let text = try #require(TimestampText.text(of: Date(timeIntervalSinceReferenceDate: interval)))
      let read = TimestampText.date(of: text)?.timeIntervalSinceReferenceDate
      if read?.bitPattern != interval.bitPattern { Issue.record("\(interval) became \(text)") }
    }
  }

  @Test func `every text has the fewest digits`() throws {
    for interval in Self.intervals(seed: 4, count: 20_000) {
      let text = try #require(TimestampText.text(of: Date(timeIntervalSinceReferenceDate: interval)))
      guard let point = text.firstIndex(of: ".") else { continue }
      // With one digit less, two fractions are nearest: the truncated one and the one above it.
      let cut = text[point...].dropFirst().dropLast(2)
      let lower = text[..<point] + (cut.isEmpty ? "Z" : ".\(cut)Z")
      #expect(TimestampText.date(of: String(lower))?.timeIntervalSinceReferenceDate != interval)
      let above = cut.isEmpty || cut.allSatisfy { $0 == "9" } ? nil : Self.successor(of: String(cut))
      if let above {
        #expect(TimestampText.date(of: "\(text[..<point]).\(above)Z")?.timeIntervalSinceReferenceDate != interval)
      }
    }
  }

  private static func successor(of digits: String) -> String {
    let nines = digits.reversed().prefix { $0 == "9" }.count
    let stem = digits.dropLast(nines + 1)
    let digit = digits.dropLast(nines).last?.wholeNumberValue ?? 0
    return stem + String(digit + 1) + String(repeating: "0", count: nines)
  }
}
