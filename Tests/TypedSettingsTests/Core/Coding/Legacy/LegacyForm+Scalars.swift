import Foundation
import Testing
import TypedSettings

private enum Theme: String, Codable { case light, dark }
private enum Level: Int, Codable { case low, high }

private enum Mode: Codable {
  case light
  case dark
  case custom(Int)
}

private struct Raw: RawRepresentable, Codable {
  var rawValue: Int
}

/// Encodes its raw value under a key, as a struct does.
private struct KeyedRaw: Codable {
  var rawValue: String
}

private func date(_ seconds: Double) -> SettingsValue { .date(Date(timeIntervalSinceReferenceDate: seconds)) }

extension LegacyForm {
  static let flags: [LegacyForm] =
    [
      ("YES", true), ("yes", true), ("NO", false), ("No", false), ("true", true), ("True", true), ("TRUE", true),
      ("false", false), ("FALSE", false), ("1", true), ("0", false), (1, true), (0, false),
    ].map { (stored: SettingsValue, today: Bool) in
      LegacyForm("Bool from \(stored)", stored, today: .bool(today), default: !today)
    } + [
      LegacyForm("Bool from YES, natively", "YES", today: true, default: false, coding: .automatic),
      LegacyForm("Bool from 1, natively", 1, today: true, default: false, coding: .automatic),
      LegacyForm("Bool? from YES", "YES", today: true, default: Bool?.none),
    ]

  static let numbers: [LegacyForm] = [
    LegacyForm("Int from text", "-5", today: -5, default: 0),
    LegacyForm("Int from text, natively", "-5", today: -5, default: 0, coding: .automatic),
    LegacyForm("Int8 from text", "127", today: 127, default: Int8(0)),
    LegacyForm("UInt64 from text", "18446744073709551615", today: .unsigned(.max), default: UInt64(0)),
    LegacyForm("Double from text", "1.5", today: 1.5, default: 0.0),
    LegacyForm("Double from whole text", "-3", today: -3.0, default: 0.0),
    LegacyForm("Double from text with an exponent", "1e300", today: 1e300, default: 0.0),
    LegacyForm("Float from text", "0.25", today: 0.25, default: Float(0)),
    LegacyForm("Int from true", true, today: 1, default: 5),
    LegacyForm("UInt8 from false", false, today: 0, default: UInt8(5)),
    LegacyForm("Double from true", true, today: 1.0, default: 5.0),
    LegacyForm("Double from NaN", "NaN", today: .double(.nan), default: 0.0),
    LegacyForm("Double from Infinity", "Infinity", today: .double(.infinity), default: 0.0),
    LegacyForm("Float from -Infinity", "-Infinity", today: .double(-.infinity), default: Float(0)),
    LegacyForm("an enum of Int from text", "1", today: 1, default: Level.low),
  ]

  static let texts: [LegacyForm] = [
    LegacyForm("String from a whole number", 5, today: "5", default: ""),
    LegacyForm("String from a whole number, natively", 5, today: "5", default: "", coding: .automatic),
    LegacyForm("String from a large number", .unsigned(.max), today: "18446744073709551615", default: ""),
    LegacyForm("String from a number", 1.5, today: "1.5", default: ""),
    LegacyForm("String from true", true, today: "true", default: ""),
    LegacyForm("String? from false", false, today: "false", default: String?.none),
  ]

  static let natives: [LegacyForm] = [
    LegacyForm("Date from ISO 8601", "2001-01-01T00:01:00Z", today: date(60), default: Date.distantPast),
    LegacyForm(
      "Date from ISO 8601, natively", "2001-01-01T00:01:00Z", today: date(60), default: Date.distantPast,
      coding: .automatic),
    LegacyForm(
      "Date from ISO 8601 with fractions", "2001-01-01T00:00:00.500Z", today: date(0.5), default: Date.distantPast),
    LegacyForm(
      "Date from ISO 8601 of another zone", "2001-01-01T02:00:00+02:00", today: date(0), default: Date.distantPast),
    LegacyForm("Date from seconds", 0.1, today: date(0.1), default: Date.distantPast),
    LegacyForm("Date from whole seconds", -5, today: date(-5), default: Date.distantPast),
    LegacyForm("Data from base64", "AQID", today: .data(Data([1, 2, 3])), default: Data()),
    LegacyForm("Data from base64, natively", "AQ==", today: .data(Data([1])), default: Data(), coding: .automatic),
  ]

  static let cases: [LegacyForm] = [
    LegacyForm("a case from a raw value", "dark", today: ["dark": [:]], default: Mode.light),
    LegacyForm("a raw value from a case", ["dark": [:]], today: "dark", default: Theme.light),
    LegacyForm(
      "a raw value from a case, natively", ["dark": [:]], today: "dark", default: Theme.light, coding: .automatic),
    LegacyForm("a raw value from its keyed form", ["rawValue": "dark"], today: "dark", default: Theme.light),
    LegacyForm("a raw representable from its keyed form", ["rawValue": 5], today: 5, default: Raw(rawValue: 0)),
    LegacyForm("a keyed form from its raw value", "a", today: ["rawValue": "a"], default: KeyedRaw(rawValue: "")),
    LegacyForm("an optional case from a raw value", "dark", today: ["dark": [:]], default: Mode?.none),
    LegacyForm(
      "cases in an array from raw values", ["dark", "light"], today: [["dark": [:]], ["light": [:]]], default: [Mode]()),
  ]
}
