#if canImport(Darwin) || UserDefaults
  internal import Foundation

  /// What stands for a value in `UserDefaults`: an object that a property list can hold.
  ///
  /// A value that comes back to the bit stands for itself: truth values, whole numbers that fit `Int64`, floating-point
  /// numbers, text, data, dates, and arrays and dictionaries of these. Any other is wrapped in a dictionary of one entry,
  /// whose key says what it is:
  ///
  /// - `$null`: nothing, with an empty text;
  /// - `$unsigned`: a whole number above `Int64.max`, which others would read as a negative one; its digits;
  /// - `$double`: a negative zero, or a NaN that is not the usual one; its bits in hexadecimal digits;
  /// - `$date`: off Apple's platforms, a date with a part of a second; as ISO 8601, or, outside the years 1 to 9999, the
  ///   bits of its seconds since 2001 in hexadecimal digits;
  /// - `$string`: text that XML cannot hold; its UTF-8, as data;
  /// - `$dictionary`: a dictionary with such a text for a key, with the key `CF$UID`, for which `UserDefaults` would lose
  ///   the whole file, or that would be taken for one of these; its keys and values in turn, in an array.
  package enum PropertyListObject {
    enum Wrapping: String {
      case null = "$null"
      case unsigned = "$unsigned"
      case double = "$double"
      case date = "$date"
      case string = "$string"
      case dictionary = "$dictionary"
    }

    /// The object that stands for a value within the limits.
    package static func object(of value: SettingsValue) -> Any {
      switch value {
      case .null: wrap("", as: .null)
      case .bool(let value): value
      case .integer(let value): value
      case .unsigned(let value): wrap(String(value), as: .unsigned)
      case .double(let value): survives(value) ? value : wrap(bits(of: value), as: .double)
      case .string(let value): survives(value) ? value : wrap(Data(value.utf8), as: .string)
      case .data(let value): value
      case .date(let value): object(of: value)
      case .array(let values): values.map(object)
      case .dictionary(let values): object(of: values)
      }
    }

    /// Whether text comes back as it is, and leaves the file one that others can read.
    static func survives(_ text: String) -> Bool {
      var text = text
      return text.withUTF8 { bytes in
        // Foundation drops a byte order mark at the beginning of a text.
        if bytes.starts(with: "\u{FEFF}".utf8) { return false }
        for (index, byte) in bytes.enumerated() {
          if byte < 0x20, !byte.isXMLWhiteSpace { return false }
          if byte == 0xEF, bytes[index + 1] == 0xBF, bytes[index + 2] >= 0xBE { return false }
        }
        return true
      }
    }

    private static func survives(_ number: Double) -> Bool {
      if number == 0 { return number.sign == .plus }
      return !number.isNaN || number.bitPattern == Double.nan.bitPattern
    }

    private static func object(of date: Date) -> Any {
      #if canImport(Darwin)
        if date.timeIntervalSinceReferenceDate.isFinite { return date }
      #else
        if TimestampText.isWholeSecond(date) { return date }
      #endif
      let text = TimestampText.text(of: date) ?? bits(of: date.timeIntervalSinceReferenceDate)
      return wrap(text, as: .date)
    }

    private static func object(of values: [String: SettingsValue]) -> Any {
      let isTakenForWrapped = values.count == 1 && values.keys.allSatisfy { Wrapping(rawValue: $0) != nil }
      if !isTakenForWrapped, values.keys.allSatisfy({ survives($0) && $0 != "CF$UID" }) {
        return values.mapValues(object)
      }
      return wrap(values.flatMap { [object(of: .string($0)), object(of: $1)] }, as: .dictionary)
    }

    private static func wrap(_ object: Any, as wrapping: Wrapping) -> Any { [wrapping.rawValue: object] }

    private static func bits(of number: Double) -> String { String(number.bitPattern, radix: 16) }
  }
#endif
